"""Imports between rooms and between files go one way, and every file and folder stays within a
limit.

A room is a package, or a part of one. `proto` and `engine` import nothing of ours, `bots` imports
both of them, `server` imports all; in the engine the search knows no game.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Lowest first: a file imports from its own room and from those listed before it.
ROOMS = (
    "covertbots.v1",
    "covertbots.client",
    "covert_engine.random",
    "covert_engine.input",
    "covert_engine.search",
    "covert_engine.encoding",
    "covert_engine.covert.cards",
    "covert_engine.covert.rules",
    "covert_engine.covert.knowledge",
    "covert_engine.covert.exchange",
    "covert_engine.covert.evaluation",
    "covert_engine.covert",
    "covert_engine.covert.encoding",
    "covert_engine.covert_action.rules",
    "covert_engine.covert_action.knowledge",
    "covert_engine.covert_action.evaluation",
    "covert_engine.covert_action.exchange",
    "covert_engine.covert_action",
    "covert_engine.covert_action.encoding",
    "covert_bots.players",
    "covert_bots.engines",
    "covert_bots.arena.statistics",
    "covert_bots.arena.schedule",
    "covert_bots.arena.entrants",
    "covert_bots.arena",
    "covert_bots.arena.league",
    "covert_bots.arena.export",
    "covert_bots.arena.report",
    "covert_bots.covert.words",
    "covert_bots.covert",
    "covert_bots.covert_action.words",
    "covert_bots.covert_action",
    "covert_bots.covert_action.real_table",
    "covert_bots",
    "covert_bots.envs",
    "covert_bots.openspiel",
    "covert_bots.textarena",
    "covert_server.access",
    "covert_server.calls",
    "covert_server.workers",
    "covert_server.engines",
    "covert_server",
    "covert_server.tables",
    "covert_server.arena",
    "covert_server.connect",
    "covert_server.recording",
    "covert_server.covert",
    "covert_server.covert_action",
    "covert_server.app",
    "covert_server.processes",
    "covert_command.terminal",
    "covert_command.options",
    "covert_command.servers",
    "covert_command.games",
    "covert_command.tables",
    "covert_command.covert.screen",
    "covert_command.covert",
    "covert_command.covert_action",
    "covert_command.options.cards",
    "covert_command.options.game_choice",
    "covert_command.options.setup",
    "covert_command.options.training",
    "covert_command.options.serve",
    "covert_command.options.checked_start",
    "covert_command.load",
    "covert_command.conformance",
    "covert_command.measures",
    "covert_command.arena",
    "covert_command.commands",
    "covert_command",
)
GAMES = (
    "covert_engine.covert",
    "covert_engine.covert_action",
    "covert_bots.covert",
    "covert_bots.covert_action",
    "covert_server.covert",
    "covert_server.covert_action",
)
# Rooms listed before a room that it nevertheless may not import.
FORBIDDEN = {
    "covert_engine": ("covertbots",),
    "covert_engine.covert.cards": ("covert_engine.search",),
    "covert_engine.covert.rules": ("covert_engine.search",),
    "covert_engine.covert.knowledge": ("covert_engine.search",),
    "covert_engine.covert.exchange": ("covert_engine.search",),
    "covert_engine.covert_action": ("covert_engine.covert",),
    "covert_engine.covert_action.rules": ("covert_engine.search",),
    "covert_engine.covert_action.knowledge": ("covert_engine.search",),
    "covert_engine.covert_action.exchange": ("covert_engine.search",),
    "covert_engine.search": ("covertbots", "covert_engine.input"),
    "covert_bots.players": ("covert_engine.covert", "covert_engine.covert_action"),
    "covert_bots.engines": ("covert_engine.covert", "covert_engine.covert_action"),
    "covert_bots.arena": ("covert_engine.covert", "covert_engine.covert_action"),
    "covert_bots.covert": ("covert_engine.covert_action",),
    "covert_bots.covert_action": ("covert_engine.covert", "covert_bots.covert"),
    "covert_server.covert_action": (
        "covert_engine.covert",
        "covert_bots.covert",
        "covert_server.covert",
    ),
    "covert_command.terminal": GAMES,
    "covert_command.servers": GAMES,
    "covert_command.games": GAMES,
    "covert_command.tables": GAMES,
    "covert_command.load": GAMES,
    "covert_command.covert": (
        "covert_engine.covert_action",
        "covert_bots.covert_action",
        "covert_server.covert_action",
    ),
    "covert_command.covert_action": (
        "covert_engine.covert",
        "covert_bots.covert",
        "covert_server.covert",
        "covert_command.covert",
    ),
}
# Pairs of compiled modules whose types refer to each other.
MUTUAL = (
    ("covert_engine.search._evaluator", "covert_engine.search._game"),
    ("covert_engine.covert._game", "covert_engine.covert._seat_view"),
    ("covert_engine.covert_action._game", "covert_engine.covert_action._seat_view"),
)
ORACLES = {
    "covert_engine.covert._oracle",
    "covert_engine.covert_action.evaluation._oracle",
}
HOMES = {
    "covertbots": ROOT / "proto" / "covertbots",
    "covert_engine": ROOT / "engine" / "covert_engine",
    "covert_bots": ROOT / "bots" / "covert_bots",
    "covert_server": ROOT / "server" / "covert_server",
    "covert_command": ROOT / "server" / "covert_command",
}
FOLDERS = ("proto", "engine", "bots", "server", "tests", "examples", "benchmarks")
SOURCE_SUFFIXES = {".py", ".pyx", ".pxd", ".pyi", ".h", ".proto"}
CYTHON_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+(.+))")
CIMPORT_ALL = re.compile(r"^[ \t]*from[ \t].*\bcimport[ \t]*\(?\s*\*", re.MULTILINE)
LONGEST = 500
MAX_FILES = 20  # files of code in a folder, besides `__init__.py`
MOST_ROWS, MOST_PLACES = 30, 4  # rows of the table "Where new code goes", and files per row


def imports(path: Path) -> set[str]:
    """Return the names a file imports, each with its module, and the modules it cimports from;
    relative ones begin with a dot."""
    text = path.read_text(encoding="utf-8")
    return set(cython_imports(text) if path.suffix in (".pyx", ".pxd") else python_imports(text))


def python_imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            dot = "." if node.module else ""
            yield from (f"{module}{dot}{name.name}" for name in node.names)


def cython_imports(text: str) -> Iterator[str]:
    for line in text.splitlines():
        match = CYTHON_IMPORT.match(line)
        if match and match[1]:
            yield match[1]
        elif match:
            names = match[2].partition("#")[0].split(",")
            yield from (name.split()[0] for name in names if name.split())


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def room_of(module: str) -> str | None:
    """Return the innermost room of a module; None outside the project."""
    rooms = [room for room in ROOMS if within(module, room)]
    return max(rooms, key=len, default=None)


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCE_SUFFIXES)


def module_of(path: Path, package: str) -> str:
    parts = path.relative_to(HOMES[package].parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = [
    (module_of(path, package), path)
    for package, home in HOMES.items()
    for path in sources(home)
    if path.suffix not in (".h", ".proto") and "_pb2" not in path.name
]


@pytest.mark.parametrize("room", ROOMS)
def test_imports_between_rooms_go_one_way(room: str) -> None:
    files = [(module, path) for module, path in MODULES if room_of(module) == room]
    assert files or room.endswith(".v1")
    allowed = ROOMS[: ROOMS.index(room) + 1]
    kept_out = [
        target_room
        for importer, targets in FORBIDDEN.items()
        if within(room, importer)
        for target_room in targets
    ]
    for _, path in files:
        for name in imports(path):
            assert not name.startswith(".."), f"{path.relative_to(ROOT)} imports {name}"
            target = room_of(name)
            right = target is None or (
                target in allowed
                and not any(within(target, target_room) for target_room in kept_out)
            )
            assert right, f"{path.relative_to(ROOT)} imports {name}"


NAMES = {module for module, _ in MODULES}


def file_of(name: str) -> str | None:
    """Return the module of ours that a name lies in, or that it names; None outside the project."""
    while name and name not in NAMES:
        name = name.rpartition(".")[0]
    return name or None


def import_graph() -> dict[str, set[str]]:
    """Return the modules that each module of ours imports, across all its files."""
    graph: dict[str, set[str]] = {module: set() for module in NAMES}
    for module, path in MODULES:
        targets = {file_of(name) for name in imports(path)}
        graph[module] |= {target for target in targets if target not in (None, module)}
    return graph


def cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the names along a cycle of imports; an empty list if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_imports_between_files_go_one_way() -> None:
    graph = import_graph()
    for first, second in MUTUAL:
        assert second in graph[first]
        assert first in graph[second]
        graph[first].remove(second)
    assert cycle(graph) == []


def test_a_cycle_of_files_is_reported() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_a_name_lies_in_the_innermost_module() -> None:
    assert file_of("covert_command.options.seeds.seed") == "covert_command.options.seeds"
    assert file_of("covert_command.options.seeds") == "covert_command.options.seeds"
    assert file_of("numpy.random") is None


def test_no_folder_of_the_engine_and_the_command_line_is_too_full() -> None:
    """A compiled module is one file."""
    files = {
        path.with_suffix("").relative_to(ROOT)
        for module, path in MODULES
        if within(module, "covert_engine") or within(module, "covert_command")
    }
    folders = Counter(file.parent.as_posix() for file in files if file.name != "__init__")
    assert {name: count for name, count in folders.items() if count > MAX_FILES} == {}


def test_nothing_that_plays_or_serves_names_an_oracle() -> None:
    """A belief that knows all cards is for measurements: no other module mentions it."""
    named = {
        module for module, path in MODULES if re.search("oracle", path.read_text("utf-8"), re.I)
    }
    assert named == ORACLES


def test_every_file_lies_in_a_room() -> None:
    outside = {module for module, _ in MODULES if room_of(module) is None}
    assert outside == {"covertbots", "covert_engine"}


def test_the_architecture_has_a_line_for_each_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    text = page.split("## 3 What is where")[1].split("\n## ")[0]
    listed = set(re.findall(r"^\s*- `([\w/]+)/`:", text, re.MULTILINE))
    folders = {path.parent.relative_to(ROOT).as_posix() for _, path in MODULES}
    assert listed >= folders - {"proto/covertbots", "engine/covert_engine"}
    assert all((ROOT / entry).is_dir() for entry in listed)


def rows_for_new_code(page: str) -> list[list[Path]]:
    """Return the files and folders of each row of the table of where new code goes.

    A name without a path lies beside the file before it.
    """
    table = page.split("\n|-----|------|\n")[1].split("\n\n")[0]
    rows = []
    for row in table.splitlines():
        places: list[Path] = []
        for name in re.findall(r"`([\w/.-]+(?:/|\.\w+))`|\]\(([\w.-]+)\)", row):
            code, linked = name
            home, _, rest = code.partition("/")
            if linked:
                places.append(ROOT / "docs" / linked)
            elif "/" not in code:
                places.append(places[-1].parent / code)
            else:
                places.append(HOMES[home] / rest if home in HOMES else ROOT / code)
        rows.append(places)
    return rows


def test_the_table_of_where_new_code_goes_is_short_and_names_what_is_there() -> None:
    rows = rows_for_new_code((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert 20 <= len(rows) <= MOST_ROWS
    assert {len(row) for row in rows} <= set(range(1, MOST_PLACES + 1))
    assert [place for row in rows for place in row if not place.exists()] == []


def test_no_file_of_ours_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in sources(ROOT / folder)
        if "_pb2" not in path.name
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_every_cimport_names_what_it_takes() -> None:
    cython = [path for _, path in MODULES if path.suffix in (".pyx", ".pxd")]
    assert [path.name for path in cython if CIMPORT_ALL.search(path.read_text("utf-8"))] == []
    assert CIMPORT_ALL.search("import a\nfrom b cimport (*)\n")


def test_every_way_to_import_is_seen() -> None:
    python = ["import a.b as c, d", "from e.f import g", "from . import h", "from ..j import k"]
    assert set(python_imports("\n".join(python))) == {"a.b", "d", "e.f.g", ".h", "..j.k"}
    cython = ["from a.b cimport c", "  from d import e", "cimport f.g as h, i", "import j  # k"]
    assert set(cython_imports("\n".join([*cython, "imports = 1"]))) == {"a.b", "d", "f.g", "i", "j"}


def test_a_room_is_the_innermost_one() -> None:
    assert room_of("covert_engine.covert.rules._state") == "covert_engine.covert.rules"
    assert room_of("covert_engine.covert._adapter") == "covert_engine.covert"
    assert room_of("numpy") is None
