"""Games as they are dealt, for rules that hold whatever chance brings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from covert_engine.covert import State, compile, load_card_set
from covert_engine.covert.cards import CompiledSet
from covert_engine.covert.cards.card_set import CardSet
from rules.tables import HOUSE, TextGame

SECOND = load_card_set(Path(__file__).parents[1] / "data" / "second.toml")
SEEDS = range(40)


def dealt(players: int, seed: int = 0, cards: CardSet = HOUSE) -> TextGame:
    """A game whose first seat is to choose a mission to return (rule 2.5)."""
    return TextGame(State.deal(_compiled(cards), players, seed))


def begun(players: int, seed: int = 0, cards: CardSet = HOUSE) -> TextGame:
    """The same in round one: each seat has returned the first of its missions."""
    game = dealt(players, seed, cards)
    for _ in range(players):
        game.play(game.legal[0])
    return game


@cache
def _compiled(cards: CardSet) -> CompiledSet:
    return compile(cards)
