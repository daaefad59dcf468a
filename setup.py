"""Builds the compiled modules, and names what must be installed; the rest is in pyproject.toml.

The version of everything here is that of the client, in `proto/pyproject.toml`.

The client `covertbots`, in `proto/`, is on no index yet. So a checkout depends on its own folder,
and `pip install .` needs no more. `COVERT_RELEASE=1` makes what can leave this machine, wheels and
sdists: they depend on the client's version. What is built from an sdist does so anyway.

`COVERT_DEBUG=1` builds with C assertions, with Cython's checks of the bounds of lists and of
division by zero, and with little optimisation. It checks no C array and no overflow; sanitizers do.

`COVERT_SANITIZE=address,undefined` builds with these sanitizers of the compiler (gcc's names; any
error ends the process). The word `coverage` among them lets a fuzzer see which code ran
(`tests/fuzz/coverage.h`). `make sanitize` and CONTRIBUTING.md tell how such a build is run.

What only tests use lies in `tests`: it is compiled in place, and is in no wheel. `COVERT_TESTS=1`
compiles that alone, for tests of an installed package.
"""

import os
import re
import runpy
import sys
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("COVERT_DEBUG") == "1"
SANITIZERS = [name for name in os.environ.get("COVERT_SANITIZE", "").split(",") if name]
PACKAGES, TESTS = ("engine", "bots"), ("tests",)
TESTS_ALONE = os.environ.get("COVERT_TESTS") == "1"
# Wheels are made by other commands; the in-place copy may be a step of its own.
IN_PLACE = not {"build_ext", "editable_wheel"}.isdisjoint(sys.argv)
ROOTS = TESTS if TESTS_ALONE else (*PACKAGES, *TESTS) if IN_PLACE else PACKAGES
# A folder for each kind of build, so that none takes another's objects for its own.
KIND = "tests" if TESTS_ALONE else "debug" if DEBUG else "release"
BUILD = "build/" + "-".join([KIND, *SANITIZERS])
C_FILES = f"{BUILD}/cython-{Cython.__version__}"
# The package that has this cannot be imported before it is built.
CPUS = runpy.run_path(str(Path(__file__).parent / "bots/covert_bots/players/cores.py"))["cores"]()

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
# Lines for a debugger only where asked for, and no more: what Python's own `-g` adds takes a
# quarter of the time to compile.
COMPILE = ["-O1", "-g1", "-UNDEBUG"] if DEBUG else ["-O3", "-g0", "-fno-math-errno"]
# No search runs the modules in these folders: they are compiled with -O1, in half of the time.
OUTSIDE_SEARCHES = {"exchange", "input", "cards", "players", "words"}
# Same bytes on every machine: no fused multiply-add, nothing beyond the baseline CPU.
COMPILE += ["-ffp-contract=off", "-fwrapv", "-std=c11"]
LINK: list[str] = []
if SANITIZERS:
    COMPILE += ["-O1", "-g", "-fno-omit-frame-pointer"]
if "coverage" in SANITIZERS:
    SANITIZERS.remove("coverage")
    COMPILE += ["-fsanitize-coverage=trace-pc", "-include", "tests/fuzz/coverage.h"]
if SANITIZERS:
    # With -fwrapv, which is in Python's own flags too, no overflow of a signed number is reported.
    LINK = [f"-fsanitize={','.join(SANITIZERS)}"]
    COMPILE += [*LINK, "-fno-sanitize-recover=all", "-fno-wrapv"]

HERE = Path(__file__).resolve().parent
RELEASE = os.environ.get("COVERT_RELEASE") == "1" or (HERE / "PKG-INFO").exists()
REQUIRED = [
    "grpcio>=1.66.2",
    "grpcio-health-checking>=1.66.2",
    "grpcio-reflection>=1.66.2",
    "grpcio-status>=1.66.2",
    "protobuf>=5.27.2",
    "numpy>=1.24",
    "scipy>=1.10",
    "rich>=13",
    "click>=8.1",
    "tomlkit>=0.12",
]


def version() -> str:
    """Return the version of the client, which is that of all distributions of this checkout."""
    project = (HERE / "proto" / "pyproject.toml").read_text(encoding="utf-8")
    written = re.search(r'^version = "([^"]+)"', project, re.MULTILINE)
    assert written is not None
    return written[1]


def client() -> str:
    """Return the requirement of the client: this checkout's, or for a release its version."""
    if RELEASE:
        return f"covertbots=={version()}"
    return f"covertbots @ {(HERE / 'proto').as_uri()}"


def sources() -> list[Extension]:
    modules = []
    for root in ROOTS:
        for source in sorted(Path(root).rglob("*.pyx")):
            name = ".".join(source.relative_to(root).with_suffix("").parts)
            outside = root in TESTS or not OUTSIDE_SEARCHES.isdisjoint(source.parts)
            compiled = [*COMPILE, "-O1"] if outside else COMPILE
            modules.append(
                Extension(name, [str(source)], extra_compile_args=compiled, extra_link_args=LINK)
            )
    return modules


def forget_deleted() -> None:
    """Remove from an earlier build all but what was compiled of a source that is still there.

    A wheel ships whatever lies there; what is not compiled is copied anew in any case.
    """
    for folder in Path(BUILD).glob("lib*"):
        for file in filter(Path.is_file, folder.rglob("*")):
            source = file.relative_to(folder).with_name(f"{file.name.split('.')[0]}.pyx")
            compiled = file.suffix in (".so", ".pyd")
            if not compiled or not any((Path(root) / source).exists() for root in ROOTS):
                file.unlink()


class BuildExtensions(build_ext):
    """Translates the modules to C only where they are built: pip asks for metadata twice before."""

    def run(self) -> None:
        c_files = {module.name: module.sources for module in translated(self.extensions)}
        for extension in self.extensions:
            extension.sources = c_files[extension.name]
        super().run()


def translated(modules: list[Extension]) -> list[Extension]:
    """Return the modules in C. A C file that comes out as it was keeps its time, so that it is not
    compiled again.

    Cython's own files are new in the environment that pip makes for each build. So a C file counts
    as new if it is newer than all that it is made of here.
    """
    newest = max(
        file.stat().st_mtime
        for root in ROOTS
        for file in Path(root).rglob("*")
        if file.suffix in (".pyx", ".pxd")
    )
    before = {file: (file.read_bytes(), file.stat()) for file in Path(C_FILES).rglob("*.c")}
    for file, (_, times) in before.items():
        if times.st_mtime > newest:
            file.touch()
    made = cythonize(
        modules,
        include_path=[*PACKAGES, *TESTS],
        compiler_directives=DIRECTIVES,
        build_dir=C_FILES,
        nthreads=CPUS,
    )
    for file, (text, times) in before.items():
        if file.read_bytes() == text:
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    return made


forget_deleted()
setup(
    version=version(),
    install_requires=[client(), *REQUIRED],
    ext_modules=sources(),
    cmdclass={"build_ext": BuildExtensions},
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": CPUS}},
)
