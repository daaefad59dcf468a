"""Every legal action of Covert has a number that leads back to it, whatever the cards and options;
and every number is an action that something in the set allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from views.games import STYLES, decisions, house, recruiters, second

from covert_engine.covert import (
    CompiledSet,
    IllegalActionError,
    Kind,
    State,
    compile,
    format_action,
    house_set,
    parse_action,
    unpack,
)
from covert_engine.covert.cards.card_set import OPTIONS
from covert_engine.covert.encoding import CovertEncoding

HOUSE_DIGEST = "280fd174f2ace4fab30d9c2499ac02246aff5bff6bdb8f22d57f6c1cdddad839"
"""The digest for two players: where the index or the fields of the tensor change, the environments
need another version."""


@cache
def bent() -> CompiledSet:
    """Return the house set with every option the other way round."""
    source = house_set()
    turned = {name: not getattr(source.options, name) for name in OPTIONS}
    return compile(replace(source, options=replace(source.options, **turned)))


@cache
def backwards() -> CompiledSet:
    source = house_set()
    return compile(replace(source, options=replace(source.options, either_direction=True)))


def games() -> Iterator[tuple[CovertEncoding, State]]:
    for cards in (house(), bent(), backwards(), recruiters(), second()):
        encoding = CovertEncoding(cards, 3)
        for style in STYLES:
            for state in decisions(cards, 3, 3, style):
                yield encoding, state


def test_every_legal_action_has_a_number_and_the_other_way_round() -> None:
    kinds = set()
    for encoding, state in games():
        legal = state.legal_actions()
        numbers = encoding.legal(state)
        assert [encoding.action(number) for number in numbers] == legal
        assert [encoding.number(action) for action in legal] == numbers
        kinds |= {unpack(action).kind for action in legal}
    assert kinds == set(Kind) - {Kind.NO_ACTION}


@pytest.mark.parametrize("cards", [house, bent, backwards, recruiters, second])
def test_numbers_are_different_actions_that_have_a_text(cards: object) -> None:
    assert callable(cards)
    encoding = CovertEncoding(cards(), 2)
    actions = [encoding.action(number) for number in range(encoding.actions)]
    assert len(set(actions)) == encoding.actions
    assert [encoding.number(action) for action in actions] == list(range(encoding.actions))
    for action in actions:
        assert parse_action(format_action(action, encoding.cards), encoding.cards) == action


def test_the_largest_index_fits() -> None:
    """Each bound at its most: 16 tiles, codes of two numbers read both ways, every Agency Card
    with Espionage, and a token for each ability."""
    source = house_set()
    code = [replace(entry, numbers=(1, 2)) for entry in source.codes]
    agency = [replace(entry, ability="espionage") for entry in source.agency]
    options = replace(source.options, either_direction=True)
    largest = replace(
        source,
        tiles=(3, 3, 3, 3, 2, 2),
        codes=tuple(code),
        agency=tuple(agency),
        options=options,
    )
    encoding = CovertEncoding(compile(largest), 2)
    claims = [n for n in range(encoding.actions) if encoding.action(n) & 63 == Kind.CLAIM]
    spied = [n for n in range(encoding.actions) if encoding.action(n) & 63 == Kind.SPY]
    assert len(claims) == 40 * 2 * 7 * 2
    assert len(spied) == 48 * 47 + 48
    assert encoding.actions > 4_000


def test_actions_that_no_game_allows_have_no_number() -> None:
    encoding = CovertEncoding(house(), 2)
    for text in ("claim C1 6 reversed",):
        with pytest.raises(ValueError, match="expected one that the rules allow"):
            encoding.number(parse_action(text, house()))
    for action in (0, 63, 1 << 31, (1 << 32) - 1):
        with pytest.raises(ValueError, match=f"action: {action}; expected"):
            encoding.number(action)
    for number in (-1, encoding.actions):
        with pytest.raises(ValueError, match=f"number: {number} is not within 0 and"):
            encoding.action(number)


def test_playing_by_number_is_playing() -> None:
    for encoding, state in games():
        if state.over or state.round > 1:
            continue
        number = encoding.legal(state)[-1]
        by_number, by_action = state.copy(), state.copy()
        encoding.play(by_number, number)
        by_action.play(encoding.action(number))
        assert by_number == by_action


def test_an_illegal_number_is_named_with_the_legal_ones() -> None:
    encoding = CovertEncoding(house(), 2)
    state = State.deal(house(), 2, 7)
    before = state.copy()
    legal = ", ".join(map(str, encoding.legal(state)))
    for number in (-1, encoding.legal(state)[0] + 1, encoding.actions, 1 << 30):
        with pytest.raises(
            IllegalActionError, match=f"number: {number} is not legal now; legal: {legal}"
        ):
            encoding.play(state, number)
    assert state == before


def test_numbers_and_fields_are_those_of_this_version() -> None:
    assert CovertEncoding(house(), 2).digest == HOUSE_DIGEST
    digests = {
        CovertEncoding(cards, players).digest for cards in (house(), bent()) for players in (2, 3)
    }
    assert len(digests) == 4


@pytest.mark.parametrize("players", [1, 5, 2.0, True, "2"])
def test_a_wrong_number_of_seats_is_named(players: object) -> None:
    with pytest.raises(ValueError, match=f"players: {players!r} is not 2, 3 or 4"):
        CovertEncoding(house(), players)  # type: ignore[arg-type]
