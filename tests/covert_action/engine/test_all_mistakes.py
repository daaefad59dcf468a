"""A value that cannot be read hides no other mistake of a view, and is not said to cause any."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from covert_action.engine.tables import positions
from covert_action.engine.test_checks import (
    Fields,
    at_deadline,
    ended,
    put,
    talking,
    team_out,
)
from covert_bots.covert_action.wire import mistakes_of_message, view_to_message
from covert_engine.covert_action import View, ViewError

Path: TypeAlias = tuple[str | int, ...]

UNREADABLE = ...
# Their lengths are those of others: how many there are is a matter of the settings.
WHOLE = {"settings"}


def violations_of(fields: Any) -> list[tuple[str, str]]:
    try:
        View.from_fields(fields)
    except ViewError as error:
        return error.violations
    return []


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))


def text_of(path: Path) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def spoilt(fields: Fields, path: Path) -> Any:
    changed = json.loads(json.dumps(fields))
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = UNREADABLE
    return changed


@pytest.mark.parametrize("made", [talking, team_out, at_deadline, ended])
def test_what_cannot_be_read_is_the_only_mistake(made: Callable[[], Fields]) -> None:
    fields = made()
    for path in leaves(fields):
        if path[0] not in WHOLE:
            named = [field for field, _ in violations_of(spoilt(fields, path))]
            assert named == [text_of(path)], (path, named)


def test_in_random_games_too() -> None:
    """The same holds for some value in each of many views."""
    views = 0
    for state, chance in positions(12, 2026, share=0.5):
        fields: Any = state.view(chance.randrange(state.players)).fields()
        path = chance.choice([leaf for leaf in leaves(fields) if leaf[0] not in WHOLE])
        named = [field for field, _ in violations_of(spoilt(fields, path))]
        assert named == [text_of(path)], (path, named)
        views += 1
    assert views > 100


def test_mistakes_of_all_sorts_are_reported_at_once() -> None:
    fields = talking()
    for path, value in (
        ("round", 0),
        ("players.3.held", "x"),
        ("actor", 5),
        ("beat", 2),
        ("centre.0.role", "mole"),
        ("players.2.is_in", False),
        ("statements.8.text", "is 1 mole"),
    ):
        put(path, value)(fields)
    assert {field for field, _ in violations_of(fields)} == {
        *("round", "players[3].held", "actor", "beat", "centre[0].role", "players[2].is_in"),
        *("statements[8].text", "players[2].role"),  # the card of a seat that is out is seen
    }


def test_of_an_object_with_a_wrong_name_only_the_names_are_told() -> None:
    fields = talking()
    player = fields["players"][2]
    player["tean"] = player.pop("team")
    player["held"] = -1
    named = [field for field, _ in violations_of(fields)]
    assert named == ["players[2].tean", "players[2].team"]


def test_a_shot_without_its_outcome_is_refused_in_a_beat_that_cannot_be() -> None:
    fields = talking()
    put("beat", 9)(fields)
    del fields["shots"][0]["outcome"]
    assert "beat" in {field for field, _ in violations_of(fields)}


def test_what_the_caller_could_not_read_is_asked_of_nobody() -> None:
    message = view_to_message(View.from_fields(talking())).covert_action
    assert mistakes_of_message(message, ["players"]) == []
    message.ClearField("round")
    message.shots[0].ClearField("outcome")
    message.to_decide = 5
    mistakes = mistakes_of_message(message, [])
    assert {field for field, _ in mistakes} == {"round", "shots[0].outcome", "to_decide"}
    mistakes = mistakes_of_message(message, ["shots[0].outcome", "round"])
    assert [field for field, _ in mistakes] == ["to_decide"]
