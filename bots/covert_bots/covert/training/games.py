"""Which games are played to learn from, and how they lie in pieces (`players/pieces.py`)."""

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
    """Some games with as many players."""

    file: Path
    cards: CardSet
    players: int
    seeds: tuple[int, ...]
    drawn: tuple[bool, ...]
    """Of each seed, whether its game is played with a card set drawn by it."""

    def deals(self) -> Iterator[tuple[CompiledSet, int]]:
        """The cards and the seed of each game."""
        cards = CompiledSet(self.cards)
        for seed, drawn in zip(self.seeds, self.drawn, strict=True):
            yield CompiledSet(drawn_set(self.cards, seed)) if drawn else cards, seed


def pieces_of(
    games: tuple[int, int, int],
    size: int,
    cards: CardSet,
    drawn: float,
    folder: Path,
    *names: int | str,
) -> Iterator[GamesPiece]:
    """Pieces of `size` games with two, three and four players, a share of them with drawn cards.

    `names`, the first of which begins the names of the files, determine the seeds.
    """
    for players, number in enumerate(games, 2):
        for first in range(0, number, size):
            numbers = range(first, min(first + size, number))
            seeds = tuple(seed_of(*names[1:], players, one) for one in numbers)
            # The share of drawn sets among the games so far is as near as can be to what is asked.
            share = [int(one * drawn) for one in (*numbers, numbers[-1] + 1)]
            drawn_or_not = tuple(later > now for now, later in pairwise(share))
            file = folder / f"{names[0]}-{players}-{first:06}.npz"
            yield GamesPiece(file, cards, players, seeds, drawn_or_not)


def saved(arrays: Any) -> bytes:
    """What a file of these named arrays holds."""
    file = BytesIO()
    np.savez_compressed(file, **arrays._asdict())
    return file.getvalue()


def load(kind: Callable[..., Arrays], file: Path) -> Arrays:
    """What `saved` made of them; TrainingError if the file holds something else."""
    try:
        with np.load(file) as arrays:
            return kind(**arrays)
    except (ValueError, TypeError, EOFError, NotImplementedError, BadZipFile, zlib.error):
        raise TrainingError(f"{file}: not a file of games; move it away to make it anew") from None
