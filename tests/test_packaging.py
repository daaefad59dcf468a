"""What is installed is what lies here."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from covert_engine.covert.cards import _compiled

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed() -> None:
    setuptools = PROJECT["tool"]["setuptools"]
    homes = [ROOT / home for home in setuptools["package-dir"].values()]
    found = {
        ".".join(init.parent.relative_to(home.parent).parts)
        for home in homes
        for init in home.rglob("__init__.py")
    }
    assert set(setuptools["packages"]) == found


def test_every_file_a_package_needs_is_installed() -> None:
    """Python files come along by themselves; the rest must be named, C and Cython sources apart."""
    setuptools = PROJECT["tool"]["setuptools"]
    for package in setuptools["packages"]:
        top, *rest = package.split(".")
        folder = ROOT.joinpath(setuptools["package-dir"][top], *rest)
        named = setuptools["package-data"]
        patterns = [*named["*"], *named.get(package, [])]
        kept = {path for pattern in patterns for path in folder.glob(pattern)}
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".pyx", ".h", ".so", ".pyd"):
                assert path in kept, f"{path.relative_to(ROOT)} is not in package-data"


def test_the_readme_has_two_commands() -> None:
    """The file `.ci/run` takes its first steps from."""
    blocks = (ROOT / "README.md").read_text(encoding="utf-8").split("```sh\n")[1:]
    commands = [block.split("```")[0].splitlines() for block in blocks]
    assert [len(lines) for lines in commands] == [1, 1]
    assert commands[0][0].endswith("covert-bots demo --bot ismcts:iterations=500")
    assert commands[1][0].endswith("pytest -n auto")


def test_what_is_built_here_is_what_is_tested() -> None:
    """And not a package that is installed beside it, such as a release build."""
    built = any((ROOT / "engine").rglob(f"*{EXTENSION_SUFFIXES[0]}"))
    assert Path(str(_compiled.__file__)).is_relative_to(ROOT / "engine") == built
