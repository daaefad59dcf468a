"""The games to learn from, in pieces (`players/pieces.py`)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np

from covert_bots.covert.training.card_sets import drawn_set
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import TrainingError
from covert_engine.covert import CompiledSet
from covert_engine.covert.cards.card_set import CardSet

Arrays = TypeVar("Arrays")


@dataclass(frozen=True)
class GamesPiece:
    """Games with the same number of players."""

    file: Path
    cards: CardSet
    players: int
    seeds: tuple[int, ...]
    drawn: tuple[bool, ...]
    """True for each seed whose game has a card set drawn by it."""

    def deals(self) -> Iterator[tuple[CompiledSet, int]]:
        """Yield the cards and the seed of each game."""
        cards = CompiledSet(self.cards)
        for seed, drawn in zip(self.seeds, self.drawn, strict=True):
            yield CompiledSet(drawn_set(self.cards, seed)) if drawn else cards, seed

    def cards_by_seed(self) -> dict[int, CompiledSet]:
        """Return the cards of each game."""
        return {seed: cards for cards, seed in self.deals()}


def pieces_of(
    games: tuple[int, int, int],
    size: int,
    cards: CardSet,
    drawn: float,
    folder: Path,
    *names: int | str,
) -> Iterator[GamesPiece]:
    """Yield pieces of `size` games with two, three and four players; `drawn` is the share of games
    with drawn cards.

    The first of `names` begins the names of the files; the others determine the seeds.
    """
    for players, number in enumerate(games, 2):
        for first in range(0, number, size):
            numbers = range(first, min(first + size, number))
            seeds = tuple(seed_of(*names[1:], players, game) for game in numbers)
            # After each game the share of drawn sets is as close to `drawn` as possible.
            drawn_so_far = [
                int(games_so_far * drawn) for games_so_far in (*numbers, numbers[-1] + 1)
            ]
            drawn_or_not = tuple(later > now for now, later in pairwise(drawn_so_far))
            file = folder / f"{names[0]}-{players}-{first:06}.npz"
            yield GamesPiece(file, cards, players, seeds, drawn_or_not)


def saved(arrays: Any) -> bytes:
    """Return the content of a file of these named arrays."""
    file = BytesIO()
    np.savez_compressed(file, **arrays._asdict())
    return file.getvalue()


def load(kind: Callable[..., Arrays], file: Path) -> Arrays:
    """Read a file of `saved`; TrainingError if it has another content."""
    try:
        with np.load(file) as arrays:
            return kind(**arrays)
    except (ValueError, TypeError, EOFError, NotImplementedError, BadZipFile, zlib.error):
        raise TrainingError(f"{file}: not a file of games; move it away to make it anew") from None
