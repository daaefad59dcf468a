"""The golden games and counts are what the engine makes of them today.

Where they are not: `python -m golden.make --check` tells all differences, `make golden` takes them
over. A change that is not meant to change the rules, the cards or the notation changes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from covert_engine.covert import Record, State, format_action, parse_action
from covert_engine.covert.cards.card_set import OPTIONS
from covert_engine.covert.cards.stages import DECISIONS
from covert_engine.covert.rules.actions import Kind, unpack

from .collection import COLLECTION, Golden
from .make import (
    FOLDER,
    GAMES,
    MOMENTS,
    PERFT,
    difference,
    game_lines,
    kept_record,
    moments_lines,
    path_of,
    perft_lines,
    settle,
    strangers,
)
from .playthrough import fold
from .view_text import lines

SIZE = 2_000_000  # bytes that all golden files may have together
COMPLETE = 4  # games at least that are shown from the deal to the end
HEADING = re.compile(r"# \d+\. +seat \d, (\w+), \d+ legal: ")
# Moments that only card sets of another make bring up; `rules.odd_sets` has some.
NOWHERE = {
    "1.6 rows of another length",  # both sets have twelve tiles
    "3.5 an empty bag",
    "4.2 a code longer than a row",
    "6.18 other cards used up",
    "11.3 a hundred plays",
}

each_game = pytest.mark.parametrize("golden", COLLECTION, ids=lambda golden: golden.name)


@cache
def played(golden: Golden) -> tuple[Record, dict[str, int]]:
    return golden.played()


def shown_lines(golden: Golden) -> list[str]:
    """Return the lines from the first decision shown on."""
    text = path_of(golden).read_text(encoding="utf-8").splitlines()
    return text[next(at for at, line in enumerate(text) if HEADING.match(line)) :]


def positions(golden: Golden) -> Iterator[State]:
    record = kept_record(golden)
    state = State.deal(
        golden.cards, record.players, record.seed, record.characters, record.first_player
    )
    for action in record.actions:
        yield state
        state.play(action)


# the files


@each_game
def test_a_game_replays_line_by_line(golden: Golden) -> None:
    diff = difference(path_of(golden), game_lines(golden, kept_record(golden)))
    assert diff is None, diff


@each_game
def test_a_game_is_the_one_its_players_play(golden: Golden) -> None:
    record, _ = played(golden)
    assert record == kept_record(golden), "other choices now; `make golden` plays the games anew"


def test_moments_are_where_they_are_said_to_be() -> None:
    diff = difference(
        MOMENTS, moments_lines({golden.name: played(golden)[1] for golden in COLLECTION})
    )
    assert diff is None, diff


def test_perft() -> None:
    diff = difference(
        PERFT, perft_lines({golden.name: kept_record(golden) for golden in COLLECTION})
    )
    assert diff is None, diff


def test_no_other_file_lies_there() -> None:
    assert strangers() == []


def test_they_are_small() -> None:
    paths = [*GAMES.iterdir(), *FOLDER.glob("*.txt")]
    assert sum(path.stat().st_size for path in paths) < SIZE


# the collection


def test_every_kind_of_action_is_reported() -> None:
    shown = {
        Kind(unpack(parse_action(line, golden.cards)).kind)
        for golden in COLLECTION
        for line in shown_lines(golden)
        if line and line[0] != "#"
    }
    assert shown == set(Kind) - {Kind.NO_ACTION}


def test_every_kind_of_decision_is_reported() -> None:
    headings = (HEADING.match(line) for golden in COLLECTION for line in shown_lines(golden))
    assert {match[1] for match in headings if match} == set(DECISIONS) - {"none"}


def test_every_rule_is_met_that_can_be() -> None:
    """If cards have changed, `golden.seeds` tells which seeds `collection.py` should have."""
    text = MOMENTS.read_text(encoding="utf-8").splitlines()
    assert {line.split(":")[0] for line in text if line.endswith(": nowhere")} == NOWHERE


def test_sets_numbers_of_players_and_options_are_mixed() -> None:
    tables = {(golden.card_set, golden.players) for golden in COLLECTION}
    assert tables == set(product(("house", "second"), (2, 3, 4)))
    for option in OPTIONS:
        assert {getattr(golden.cards.options, option) for golden in COLLECTION} == {True, False}


def test_some_games_are_reported_from_the_deal_to_a_sixth_mission() -> None:
    whole = [golden for golden in COLLECTION if golden.first == 1 and golden.last is None]
    assert len(whole) >= COMPLETE
    for golden in whole:
        assert any("final_round = yes" in line for line in shown_lines(golden))
        assert shown_lines(golden)[-1].startswith("# over: scores ")


# the text


@pytest.mark.parametrize("golden", COLLECTION[:4], ids=lambda golden: golden.name)
def test_folded_actions_unfold(golden: Golden) -> None:
    for state in positions(golden):
        actions = [format_action(action, golden.cards) for action in state.legal_actions()]
        assert list(unfold(fold(actions))) == actions


def test_neighbours_share_words() -> None:
    places = [f"place {face} {target}" for face in (1, 4) for target in ("folder", "decoder")]
    assert fold([*places, "pass", "use +1 A7"]) == "place {1, 4} {folder, decoder}, pass, use +1 A7"


def unfold(text: str) -> Iterator[str]:
    for item in re.split(r", (?![^{]*})", text):
        words = re.findall(r"{[^}]*}|[^ ]+", item)
        for choice in product(*(word.strip("{}").split(", ") for word in words)):
            yield " ".join(choice)


def test_whatever_changes_in_a_view_changes_its_text() -> None:
    seen: dict[object, dict[str, Any]] = {}  # one view of each sort
    for golden in COLLECTION[:1]:
        for state in positions(golden):
            fields: Any = state.view(0).fields()
            seen.setdefault((state.decision, *sorted(fields)), fields)
    tried: set[str] = set()
    for fields in seen.values():
        text = lines(fields)
        for way, holder, key in leaves(fields):
            if way in tried:
                continue
            tried.add(way)
            was = holder[key]
            holder[key] = other(was)
            assert lines(fields) != text, f"{key} {was!r} in {holder}"
            holder[key] = was
        assert lines(fields) == text


def leaves(tree: Any, way: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the path, the container and the key of each single value; in a path all items of a
    list but the first are one."""
    for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        below = f"{way}.{key}" if isinstance(tree, dict) else f"{way}[{min(key, 1)}]"
        if isinstance(value, dict | list):
            yield from leaves(value, below)
        else:
            yield below, tree, key


def other(value: bool | int | str) -> bool | int | str:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value + "s"


# the command


def test_a_difference_is_reported_with_its_line_and_those_before_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("one\ntwo\nthree\n", encoding="utf-8")
    assert difference(path, ["one", "two", "three"]) is None
    assert difference(path, ["one", "2", "three"]) == "\n".join(
        ["game.txt, line 2 (- is kept, + is made now; `make golden`):", "  one", "- two", "+ 2"]
    )
    assert "line 4" in str(difference(path, ["one", "two", "three", "four"]))
    assert "+ (the end)" in str(difference(path, ["one", "two"]))
    assert "line 1" in str(difference(tmp_path / "none.txt", ["one"]))


def test_a_check_writes_nothing_and_what_is_written_passes_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert settle(path, ["one", ""], check=True) is not None
    assert not path.exists()
    assert settle(path, ["one", ""], check=False) == "game.txt: written anew"
    assert settle(path, ["one", ""], check=True) is None
