"""A value that cannot be read hides no other mistake, and is not said to cause any."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest

from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert import View
from covertbots.v1.covert_view_pb2 import CovertView

from .faults import POSITIONS, Case, label, position, put, violations_of
from .games import house
from .test_wrong_cards import CARDS
from .test_wrong_tables import GOING_ON, TABLE
from .test_wrong_uses import USES

CASES = [*CARDS, *TABLE, *GOING_ON, *USES]

Path: TypeAlias = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each value in fields, and of each list and message."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(item, (*path, name))
    elif isinstance(value, list):
        for index in {0, len(value) - 1} if value else ():
            yield from leaves(value[index], (*path, index))


def text_of(path: Path) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def spoilt(fields: Any, path: Path) -> Any:
    changed = json.loads(json.dumps(fields))
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = UNREADABLE
    return changed


# What is of no account to the others, so that a wrong value there hides little.
ASIDE = "players[0].character_uses"
OF_IT = ("character", "character_uses")
# What is no number, name or list, whatever is expected.
UNREADABLE = ...


@pytest.mark.parametrize("name", POSITIONS)
def test_what_cannot_be_read_is_the_only_mistake(name: str) -> None:
    """Every field of every sort of view is tried: no rule that depends on it is checked."""
    fields = position(name).fields()
    for path in leaves(fields):
        if path[0] not in ("card_set", "options"):
            violations = violations_of(spoilt(fields, path))
            assert [field for field, _ in violations] == [text_of(path)], (path, violations)


@pytest.mark.parametrize("case", CASES, ids=label)
def test_it_hides_no_mistake_that_has_nothing_to_do_with_it(case: Case) -> None:
    name, change, _, _ = case
    fields = position(name).fields()
    change(fields)
    alone = violations_of(fields)
    put(ASIDE, UNREADABLE)(fields)
    expected = {
        violation
        for violation in alone
        if not violation[0].endswith(OF_IT) and violation[0] != "players"
    }
    assert {field for field, _ in violations_of(fields)} >= {
        ASIDE,
        *(violation[0] for violation in expected),
    }


@pytest.mark.parametrize("case", CASES[::5], ids=label)
def test_of_mistakes_of_both_sorts_none_is_made_up(case: Case) -> None:
    name, change, _, _ = case
    fields = position(name).fields()
    change(fields)
    alone = {field for field, _ in violations_of(fields)}
    if "decision" in alone:  # one that the phase does not have, which hides all that is going on
        return
    for path in leaves(fields):
        if path[0] not in ("card_set", "options"):
            wrong = {field for field, _ in violations_of(spoilt(fields, path))}
            strange = [field for field in wrong - alone if not field.startswith(text_of(path))]
            assert not strange, (path, strange)


def test_a_misspelt_field_is_not_missed_too() -> None:
    """The field that the message lacks may have been meant, so it is not reported as missing."""
    fields: Any = position("placing").fields()
    fields["players"][1]["dise"] = fields["players"][1].pop("dice")
    fields["roundd"] = fields.pop("round")
    fields["final_round"] = True
    assert [field for field, _ in violations_of(fields)] == [
        "roundd",
        "players[1].dise",
        "final_round",
    ]


def test_what_the_caller_could_not_read_is_asked_of_nobody() -> None:
    fields: Any = position("placing").fields()
    del fields["players"][1]["dice"], fields["turn"], fields["tiles"]
    fields["final_round"] = True
    unread = ["players[1].dice", "turn", "tiles"]
    data = message_from_fields(CovertView, fields).SerializeToString()
    assert [field for field, _ in View.mistakes(house(), data, unread)] == ["final_round"]
    assert {field for field, _ in View.mistakes(house(), data)} > {"final_round", "tiles"}
