"""The arrows between the packages point one way, and no file grows without end.

`proto` and `engine` import nothing of ours, `bots` imports both of them, `server` imports all. In
the engine the search knows no game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# What each package may import of ours, lowest first.
MAY_IMPORT = {
    "covertbots": set[str](),
    "covert_engine": set(),
    "covert_bots": {"covertbots", "covert_engine"},
    "covert_server": {"covertbots", "covert_engine", "covert_bots"},
}
HOMES = {
    "covertbots": ROOT / "proto" / "covertbots",
    "covert_engine": ROOT / "engine" / "covert_engine",
    "covert_bots": ROOT / "bots" / "covert_bots",
    "covert_server": ROOT / "server" / "covert_server",
}
FOLDERS = ("proto", "engine", "bots", "server", "tests", "examples", "benchmarks")
WRITTEN = {".py", ".pyx", ".pxd", ".pyi", ".h", ".proto"}
CYTHON_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+(.+))")
GAME = re.compile(r"\.\.|covert_engine(?!\.search\b)")  # what lies in the engine beside the search
LONGEST = 500


def imports(path: Path) -> set[str]:
    """The modules a file names in its imports and cimports; relative ones begin with a dot."""
    text = path.read_text(encoding="utf-8")
    return set(cython_imports(text) if path.suffix in (".pyx", ".pxd") else python_imports(text))


def python_imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def cython_imports(text: str) -> Iterator[str]:
    for line in text.splitlines():
        found = CYTHON_IMPORT.match(line)
        if found and found[1]:
            yield found[1]
        elif found:
            names = found[2].partition("#")[0].split(",")
            yield from (name.split()[0] for name in names if name.split())


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in WRITTEN)


def sources_of(module: Path) -> list[Path]:
    """The files of one module, given without a suffix."""
    return sorted(module.parent.glob(f"{module.name}.p*"))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_arrows_point_one_way(package: str) -> None:
    files = [path for path in sources(HOMES[package]) if path.suffix not in (".h", ".proto")]
    assert files
    for path in files:
        ours = {name.partition(".")[0] for name in imports(path)} & set(MAY_IMPORT)
        wrong = ours - MAY_IMPORT[package] - {package}
        assert not wrong, f"{path.relative_to(ROOT)} imports {', '.join(sorted(wrong))}"


def test_the_search_knows_no_game() -> None:
    for path in sources(HOMES["covert_engine"] / "search"):
        games = [name for name in imports(path) if GAME.match(name)]
        assert not games, f"{path.relative_to(ROOT)} imports {', '.join(games)}"


def test_the_readme_lists_all_files_lowest_first() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    entries: list[dict[str, Path]] = []  # the modules of each line
    home = ROOT
    for line in text.split("## What is where")[1].splitlines():
        if heading := re.match(r"`(\w+/\w+)`:", line):
            home = ROOT / heading[1]
        elif item := re.match(r"- (`.*?`):", line):
            names = re.findall(r"`([\w/]+)`", item[1])
            entries.append({f"{home.name}.{name}".replace("/", "."): home / name for name in names})
    listed = {module for entry in entries for module in entry}
    above: set[str] = set()
    for entry in entries:
        above |= set(entry)
        for module, path in entry.items():
            files = [path] if path.is_dir() else sources_of(path)
            assert files, f"{path.relative_to(ROOT)} is listed and does not exist"
            needs = set[str]().union(*(imports(file) for file in files if file.is_file()))
            too_low = needs & listed - above
            assert not too_low, f"{module} stands above {', '.join(sorted(too_low))}"
    folders = [path for entry in entries for path in entry.values() if path.is_dir()]
    listed_files = {path for entry in entries for path in entry.values()} - set(folders)
    written = {
        path.with_suffix("")
        for package in HOMES.values()
        for path in sources(package)
        if path.suffix in (".py", ".pyx") and not path.name.startswith("__")
    }
    unlisted = {path for path in written - listed_files if not set(path.parents) & set(folders)}
    assert unlisted == set()


def test_no_file_of_ours_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in sources(ROOT / folder)
        if "_pb2" not in path.name
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_every_way_to_import_is_seen() -> None:
    python = ["import a.b as c, d", "from e.f import g", "from . import h", "from ..j import k"]
    assert set(python_imports("\n".join(python))) == {"a.b", "d", "e.f", ".", "..j"}
    cython = ["from a.b cimport c", "  from d import e", "cimport f.g as h, i", "import j  # k"]
    assert set(cython_imports("\n".join([*cython, "imports = 1"]))) == {"a.b", "d", "f.g", "i", "j"}
    assert GAME.match("covert_engine.covert._state")
    assert not GAME.match("covert_engine.search._game")
