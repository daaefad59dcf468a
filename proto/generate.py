"""Makes the Python code of the .proto files, and checks that it is up to date.

    python proto/generate.py            write it beside the .proto files
    python proto/generate.py --check    write nothing; exit code 1 if it differs

Needs grpcio-tools of exactly the version below, the oldest that the project supports: code made by
it runs on every newer grpcio and protobuf, code made by a newer one would not run on it.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from grpc_tools import protoc

GRPCIO_TOOLS = "1.66.2"
ROOT = Path(__file__).resolve().parent


def sources() -> list[str]:
    """All .proto files, relative to `proto/`."""
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.proto"))


def generate(out: Path) -> list[Path]:
    """Write the Python code of all .proto files under `out`; return the files, relative to it."""
    well_known = str(Path(protoc.__file__).parent / "_proto")
    include = [f"-I{ROOT}", f"-I{well_known}"]
    every = [f"--python_out={out}", f"--pyi_out={out}", *sources()]
    services = [name for name in sources() if "\nservice " in (ROOT / name).read_text()]
    for arguments in (every, [f"--grpc_python_out={out}", *services]):
        if protoc.main(["protoc", *include, *arguments]) != 0:
            raise SystemExit("protoc failed")
    return sorted(path.relative_to(out) for path in out.rglob("*_pb2*.py*"))


def stale() -> list[str]:
    """Generated files that are missing, not the newest, or no longer made."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = generate(Path(folder))
        present = {path.relative_to(ROOT) for path in ROOT.rglob("*_pb2*.py*")}
        present = {path for path in present if path.suffix in (".py", ".pyi")}
        return sorted(
            str(name)
            for name in present | set(fresh)
            if name not in fresh
            or name not in present
            or (ROOT / name).read_bytes() != (Path(folder) / name).read_bytes()
        )


def main() -> int:
    """The command."""
    if version("grpcio-tools") != GRPCIO_TOOLS:
        print(
            f"needs grpcio-tools {GRPCIO_TOOLS}, found {version('grpcio-tools')}", file=sys.stderr
        )
        return 2
    if "--check" not in sys.argv[1:]:
        generate(ROOT)
        return 0
    differing = stale()
    for name in differing:
        print(f"proto/{name} is not what proto/generate.py makes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
