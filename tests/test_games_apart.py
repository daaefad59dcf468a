"""Arena, bots, service and command line serve any game: nothing that games share in them is named
after what only Covert has, and Covert Action starts without Covert.

Both games that this project is for have players, seats, teams or none, rounds, scores, winners and
a card set; the words below are Covert's own.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import covert_bots
from covert_bots.arena.attempt import Failure, SeatFigures, failed
from covert_bots.arena.ledger_lines import line_of, settings_line
from covert_bots.arena.plan import Plan, PlanSettings
from covertbots.v1 import opponent_pb2, suggestion_pb2

ROOT = Path(__file__).resolve().parents[1]
LISTED = """
ability abilities agency agent agents cards character characters circle circles city cities
codebreaking cube cubes deck decks decoder dice die equipment espionage mission missions movement
region regions sixth suspicion swap swaps tile tiles
"""
WORDS = set(LISTED.split())
SHARED = [
    path
    for folder, left_out in (
        ("bots/covert_bots/arena", ()),
        ("bots/covert_bots/players", ()),
        ("server/covert_server", ("covert",)),
        ("server/covert_command/games", ()),
        ("server/covert_command/load", ()),
        ("server/covert_command/terminal", ()),
    )
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not set(left_out) & set(path.relative_to(ROOT / folder).parts)
]
FOR_ANY_GAME = [
    *(path for path in SHARED if "covert_action" not in path.parts),
    *(ROOT / "proto/covertbots/client").glob("*.py"),
    *(ROOT / "server/covert_command/arena").glob("*.py"),
    *(ROOT / f"server/covert_command/commands/{name}.py" for name in ("play", "replay", "suggest")),
]
GAMES = {"covert", "covert_action", "covert-action", "leduc"}
COMPOSED = {"settings.py"}  # where the service is composed
FIRST = "installed.py"  # names the game of those who name none
BALANCE = "balance.py"  # of the cards of Covert
NAMED = {
    "cards"
}  # after a command of `covert-bots` and an option, `covert-bots cards` and `--cards`
OF_A_GAME = {"cards.py", "setup.py"}  # options that depend on the game
# Commands of one game, of the settings of a server, and of measurements.
OF_ONE_GAME = {"cards.py", "companion.py", "new_bot.py", "review.py"}
OTHERS = {"bench.py", "conform.py", "serve.py"}


def identifiers(text: str) -> Iterator[str]:
    """Yield all names in a module, and its keys: strings that look like a name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Constant) and re.fullmatch(r"[a-z_]+", str(node.value)):
            yield str(node.value)


def words_of(identifier: str) -> set[str]:
    """Split a name into words: `SixthMission` and `sixth_mission` have two."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", identifier)}


def test_both_ways_to_write_a_name_are_taken_apart() -> None:
    text = "class SixthMission: pass\ndef f(sixth_mission): return {'codes_broken': x.agency}"
    words = set().union(*map(words_of, identifiers(text)))
    assert {"sixth", "mission", "codes", "broken", "agency"} <= words


def test_no_name_is_that_of_a_concept_of_covert() -> None:
    for path in SHARED:
        names = {name for name in identifiers(path.read_text("utf-8")) if words_of(name) & WORDS}
        assert names <= (NAMED if "covert_command" in path.parts else set()), path


def test_no_field_of_a_ledger_is() -> None:
    plan = Plan(PlanSettings(("greedy", "random")))
    fixture = plan.block(0).games[0]
    attempt = failed(fixture, 1, Failure.DEADLINE, 0, "", figures=(SeatFigures(), SeatFigures()))
    line = line_of(attempt, plan.settings.bots)
    fields = {*line, *line["figures"][0], *settings_line(plan.settings)}
    assert "facts" in fields
    assert {name for name in fields if words_of(name) & WORDS} == set()


def test_no_field_of_a_message_of_the_opponent_is() -> None:
    fields = {
        field.name
        for file in (opponent_pb2, suggestion_pb2)
        for message in file.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
    }
    assert "lower_bound" in fields
    assert {name for name in fields if words_of(name) & WORDS} == set()


def games_named(path: Path) -> Iterator[str]:
    """Yield the names of games that a module imports, compares or gives: a room of one, and a
    string that is the name of one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from re.findall(r"covert_\w+\.(covert|covert_action)\b", node.module or "")
        elif isinstance(node, ast.Attribute):
            yield from {node.attr} & GAMES
        elif isinstance(node, ast.Constant):
            yield from {str(node.value)} & GAMES


def test_arena_service_and_clients_name_no_game() -> None:
    knowing = {path.name for path in FOR_ANY_GAME if any(games_named(path))}
    assert knowing == COMPOSED | {FIRST, BALANCE}


@pytest.mark.parametrize(
    ("room", "expected"), [("options", OF_A_GAME), ("commands", OF_ONE_GAME | OTHERS)]
)
def test_the_command_line_knows_a_game_only_where_it_must(room: str, expected: set[str]) -> None:
    knowing = {
        path.name
        for path in (ROOT / "server/covert_command" / room).glob("*.py")
        if re.search(r"covert_(engine|bots|command)\.covert(_action)?\b", path.read_text("utf-8"))
    }
    assert knowing == expected


def modules(folder: str) -> Iterator[str]:
    """Yield the modules of the room of Covert Action in a folder."""
    home = ROOT / folder
    for path in sorted((home / "covert_action").rglob("*.py")):
        parts = path.relative_to(home.parent).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__")


def test_the_face_of_the_bots_has_each_of_its_names() -> None:
    """It imports them on first use."""
    assert set(covert_bots._MODULES) == set(covert_bots.__all__)
    assert [name for name in covert_bots.__all__ if not hasattr(covert_bots, name)] == []
    with pytest.raises(AttributeError, match="module 'covert_bots' has no attribute 'nobody'"):
        _ = covert_bots.nobody  # type: ignore[attr-defined]


def test_covert_action_starts_without_covert() -> None:
    """It runs in a process of its own, which imports everything of Covert Action."""
    folders = (
        "engine/covert_engine",
        "bots/covert_bots",
        "server/covert_server",
        "server/covert_command",
    )
    names = [name for folder in folders for name in modules(folder)]
    assert {"covert_command.covert_action.play", "covert_server.covert_action.served"} <= {*names}
    program = (
        "import re, sys; from importlib import import_module\n"
        f"for name in {names!r}: import_module(name)\n"
        r"of_covert = re.compile(r'covert_(engine|bots|server|command)\.covert\b')"
        "\n"
        "print([name for name in sys.modules if of_covert.match(name)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
