"""Builds the site of the docs: `python docs/site/build.py FOLDER` (extra `docs`).

Each version has a folder of its own there, so that a site keeps those built before; its start page
leads to the newest. A warning of Sphinx or pdoc is an error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
START = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Covert bots</title>
<meta http-equiv="refresh" content="0; url={newest}/index.html">
<p>Versions: {links}</p>
</html>
"""


def number(version: str) -> list[int]:
    """Return the numbers of a version, to be compared."""
    return [int(part) for part in re.findall(r"\d+", version)]


def main(folder: Path) -> None:
    """Build the version of this checkout, and the start page of all."""
    project = tomllib.loads((DOCS.parent / "proto/pyproject.toml").read_text("utf-8"))["project"]
    out = folder / project["version"]
    sphinx = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        "-c",
        str(HERE),
    ]
    doctrees = folder.parent / "doctrees"
    subprocess.run([*sphinx, "-d", doctrees, DOCS, out], check=True)
    subprocess.run([sys.executable, "-W", "error", DOCS / "api.py", out / "api"], check=True)
    versions = sorted((path.parent.name for path in folder.glob("*/index.html")), key=number)
    links = ", ".join(f'<a href="{name}/index.html">{name}</a>' for name in reversed(versions))
    page = START.format(newest=versions[-1], links=links)
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
