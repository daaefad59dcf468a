"""Games as they are dealt, for rules that hold whatever chance brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from covert_engine.covert import State, compile, load_card_set
from covert_engine.covert.cards import CompiledSet
from covert_engine.covert.cards.card_set import CardSet
from rules.tables import HOUSE, TextGame

SECOND = load_card_set(Path(__file__).parents[1] / "data" / "second.toml")
SEEDS = range(40)


def dealt(
    players: int,
    seed: int = 0,
    cards: CardSet = HOUSE,
    characters: Sequence[int] | None = None,
    first_player: int | None = None,
) -> TextGame:
    """Return a game whose first seat is to choose a mission to return (rule 2.5).

    A deal may name the characters by seat, counted from 0, and the first player (2.1).
    """
    return TextGame(State.deal(_compiled(cards), players, seed, characters, first_player))


def begun(
    players: int,
    seed: int = 0,
    cards: CardSet = HOUSE,
    characters: Sequence[int] | None = None,
    first_player: int | None = None,
) -> TextGame:
    """Deal in the same way, up to round one: each seat has returned the first of its missions."""
    game = dealt(players, seed, cards, characters, first_player)
    for _ in range(players):
        game.play(game.legal[0])
    return game


@cache
def _compiled(cards: CardSet) -> CompiledSet:
    return compile(cards)
