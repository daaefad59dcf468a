"""Builds the compiled modules; everything else is in pyproject.toml.

`COVERT_DEBUG=1` builds with bounds checks, overflow checks and C assertions.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("COVERT_DEBUG") == "1"
ROOTS = ("engine", "bots")
# A folder for each of the two builds, so that neither takes the other's objects for its own.
BUILD = "build/debug" if DEBUG else "build/release"
CPUS = os.cpu_count() or 1

# The one place for compiler directives.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": not DEBUG,
    "overflowcheck": False,
    "embedsignature": True,
}
# Same bytes on every machine: no fused multiply-add, nothing beyond the baseline CPU.
COMPILE = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-fno-math-errno"]
COMPILE += ["-ffp-contract=off", "-fwrapv", "-std=c11"]


def extensions() -> list[Extension]:
    found = []
    for root in ROOTS:
        for source in sorted(Path(root).rglob("*.pyx")):
            name = ".".join(source.relative_to(root).with_suffix("").parts)
            found.append(Extension(name, [str(source)], extra_compile_args=COMPILE))
    return found


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=list(ROOTS),
        compiler_directives=DIRECTIVES,
        build_dir=f"{BUILD}/cython",
        nthreads=CPUS,
    ),
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": CPUS}},
)
