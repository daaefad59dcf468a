"""Worlds that look the same to a seat of Covert give it the same bytes of mask and tensor."""

from __future__ import annotations

from itertools import islice, product

import pytest
from views.games import PLAYERS, STYLES, decisions, house, second
from views.twins import WINDOWS, some_twins

from covert_engine.covert.encoding import CovertEncoding

from .laws import observed, told_apart

PAIRS = 6


@pytest.mark.parametrize(("players", "style"), list(product(PLAYERS, STYLES)))
def test_a_seat_cannot_tell_worlds_apart_that_look_the_same(players: int, style: str) -> None:
    for cards in (house(), second()):
        encoding = CovertEncoding(cards, players)
        for number, state in enumerate(islice(decisions(cards, players, 5, style), 0, None, 4)):
            assert list(told_apart(encoding, state, number)) == []


@pytest.mark.parametrize(("players", "ability"), list(product(PLAYERS, WINDOWS)))
def test_an_unseen_refusal_leaves_no_trace(players: int, ability: str) -> None:
    """The others get the same arrays of two games that differ in what the holder was asked."""
    encoding, compared = CovertEncoding(house(), players), 0
    for pair in some_twins(players, ability, PAIRS):
        states = [game.state for game in pair.games]
        assert states[0] != states[1]
        for seat in pair.observers:
            if pair.first.seen[seat][-1] == pair.second.seen[seat][-1]:
                assert observed(encoding, states[0], seat) == observed(encoding, states[1], seat)
                compared += 1
    assert compared >= PAIRS // 2
