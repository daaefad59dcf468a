"""The fuzzer's loop before one target; `run.py` starts it in a process of its own.

    python -m fuzz.loop TARGET [options of libFuzzer] [folders of inputs]

Python code is instrumented as it is imported. Compiled modules count too if they are built with
COVERT_SANITIZE=coverage (CONTRIBUTING.md).
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
from random import Random

import atheris

RAW = 8  # of so many changes one is libFuzzer's own, byte by byte
OURS = ["covert_engine", "covert_bots", "covert_server"]

with atheris.instrument_imports(include=OURS):
    from fuzz.target import TARGETS


def introduce_compiled_modules() -> int:
    """Tell libFuzzer of the counters in the compiled modules; return how many have some."""
    # In this order: libFuzzer looks for the mutator, open to all, while it is being loaded.
    flags = sys.getdlopenflags()
    sys.setdlopenflags(flags | os.RTLD_GLOBAL)
    importlib.import_module("atheris.custom_mutator")
    sys.setdlopenflags(flags)
    core = importlib.import_module("atheris.core_with_libfuzzer")

    libfuzzer = ctypes.CDLL(core.__file__)
    introduced = 0
    for name, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in OURS and path.endswith(".so"):
            compiled = ctypes.CDLL(path)
            if hasattr(compiled, "covert_introduce"):
                compiled.covert_introduce(
                    libfuzzer.__sanitizer_cov_8bit_counters_init,
                    libfuzzer.__sanitizer_cov_pcs_init,
                )
                introduced += 1
    return introduced


def main(name: str, arguments: list[str]) -> None:
    """Run until libFuzzer ends the process."""
    target = TARGETS[name]

    def try_one(data: bytes) -> None:
        target.try_one(data)

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.randrange(RAW):
            other = target.mutate(data, random)
            if other is not None and len(other) <= longest:
                return other
        return bytes(atheris.Mutate(data, longest))

    again = f"{sys.executable} -m fuzz.loop {name}"  # libFuzzer's way to start itself, by a shell
    atheris.Setup([again, *arguments], try_one, custom_mutator=mutate)
    count = introduce_compiled_modules()
    print(f"{count} compiled modules tell which of their code runs", file=sys.stderr)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
