"""Hidden things leave no trace in a view: unseen refusals (rules 10.9) and hidden cards."""

from __future__ import annotations

from itertools import product

import pytest
from service.quick_bots import quick

from covert_bots.covert.catalogue import describe, make
from covert_engine.covert import View

from .games import PLAYERS
from .twins import WINDOWS, Twins, some_twins

PAIRS = 6


@pytest.mark.parametrize(("players", "ability"), list(product(PLAYERS, WINDOWS)))
def test_games_that_differ_in_unseen_refusals_alone_look_the_same(
    players: int, ability: str
) -> None:
    """Every observer's stream of views is the same byte for byte, though in one game the holder was
    asked, and refused, and in the other it was not."""
    for pair in some_twins(players, ability, PAIRS):
        assert pair.first.refusals > pair.second.refusals
        for seat in pair.observers:
            first, second = ([bytes(view) for view in game.seen[seat]] for game in pair.games)
            assert len(first) > 10
            assert first == second


@pytest.mark.parametrize(("players", "ability"), list(product(PLAYERS, WINDOWS)))
def test_an_observer_has_the_same_moves_and_every_bot_the_same_answers(
    players: int, ability: str
) -> None:
    bots = [make(quick(bot)) for bot in describe()]
    for pair in some_twins(players, ability, PAIRS)[:2]:
        for seat in pair.observers:
            for first, second in decisions_of(pair, seat)[::20]:
                assert first.legal_actions() == second.legal_actions()
                for bot in bots:
                    assert bot.suggest(first, seed=1) == bot.suggest(second, seed=1)


def decisions_of(pair: Twins, seat: int) -> list[tuple[View, View]]:
    """Return the views in which an observer is to decide, in both games."""
    both = zip(*(game.seen[seat] for game in pair.games), strict=True)
    return [(first, second) for first, second in both if first.actor == seat]
