"""`fields()` returns what the typed dictionaries say, name by name and value by value."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from covert_engine.covert.cards.card_set import ABILITIES, DECKS
from covert_engine.covert.cards.stages import DECISIONS, PHASES, DecisionName, PhaseName
from covert_engine.covert.exchange import fields as typed
from covert_engine.covert.exchange.fields import StateFields, ViewFields

from .games import PLAYERS, STYLES, collection, decisions, house


def mismatches(value: Any, kind: Any, at: str = "") -> list[str]:
    """Return everything in which a value is not of a type; the types are those of `fields.py`."""
    if is_typeddict(kind):
        return mismatched_fields(value, kind, at)
    if get_origin(kind) is list:
        if type(value) is not list:
            return [f"{at}: {value!r} is no list"]
        (item,) = get_args(kind)
        return [part for i, v in enumerate(value) for part in mismatches(v, item, f"{at}[{i}]")]
    if get_origin(kind) is dict:
        _, item = get_args(kind)
        return [part for name, v in value.items() for part in mismatches(v, item, f"{at}.{name}")]
    if get_origin(kind) is Literal:
        return [] if value in get_args(kind) else [f"{at}: {value!r} is none of {get_args(kind)}"]
    if get_origin(kind) in (Union, UnionType):
        wrong = [mismatches(value, part, at) for part in get_args(kind)]
        return [] if [] in wrong else [part for parts in wrong for part in parts]
    return [] if type(value) is kind else [f"{at}: {value!r} is no {kind.__name__}"]


@cache
def hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def mismatched_fields(value: Any, kind: Any, at: str) -> list[str]:
    if type(value) is not dict:
        return [f"{at}: {value!r} is no dictionary"]
    wrong = [f"{at}.{name}: missing" for name in sorted(kind.__required_keys__ - set(value))]
    known = hints(kind)
    wrong += [f"{at}.{name}: not in {kind.__name__}" for name in sorted(set(value) - set(known))]
    for name in known.keys() & set(value):
        wrong += mismatches(value[name], known[name], f"{at}.{name}")
    return wrong


def test_views_are_as_typed() -> None:
    present = set[str]()
    for view in collection():
        fields = view.fields()
        assert mismatches(fields, ViewFields) == []
        present |= set(fields)
    assert present == set(get_type_hints(ViewFields))  # so that each has been looked at


@pytest.mark.parametrize("players", PLAYERS)
def test_states_are_as_typed(players: int) -> None:
    searched = False
    for style in STYLES:
        for number, state in enumerate(decisions(house(), players, 3, style)):
            if number % 97 == 0 or state.decision in ("keep", "bottom") or state.over:
                fields = state.fields()
                assert mismatches(fields, StateFields) == []
                assert ("to_decide" in fields) == (not state.over)
                searched |= bool(fields["search"])
    assert searched


def test_names_are_those_of_the_engine() -> None:
    assert get_args(PhaseName) == PHASES
    assert get_args(DecisionName) == DECISIONS
    assert get_args(typed.AbilityName) == ABILITIES
    assert get_args(typed.DeckName) == DECKS


def test_every_typed_dictionary_is_reached_from_a_view_or_a_state() -> None:
    reached = set[Any]()

    def walk(kind: Any) -> None:
        if is_typeddict(kind) and kind not in reached:
            reached.add(kind)
            for value in get_type_hints(kind).values():
                walk(value)
        for part in get_args(kind):
            walk(part)

    walk(StateFields)
    public = {item for name, item in vars(typed).items() if is_typeddict(item) and name[0] != "_"}
    assert public == reached


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda fields: fields.pop("seat"), ".seat: missing"),
        (lambda fields: fields.update(hint=1), ".hint: not in ViewFields"),
        (lambda fields: fields.update(round="1"), ".round: '1' is no int"),
        (lambda fields: fields.update(final_round=0), ".final_round: 0 is no bool"),
        (lambda fields: fields.update(order=(1,)), ".order: (1,) is no list"),
        (lambda fields: fields["players"][1].pop("dice"), ".players[1].dice: missing"),
        (lambda fields: fields.update(phase="PLACING"), ".phase: 'PLACING' is none of"),
        (lambda fields: fields.update(turn=[]), ".turn: [] is no dictionary"),
    ],
)
def test_what_is_not_as_typed_is_found(spoil: Any, message: str) -> None:
    fields: Any = next(iter(decisions(house(), 2, 1, "random"))).view(0).fields()
    spoil(fields)
    (mismatch,) = mismatches(fields, ViewFields)
    assert mismatch.startswith(message)
