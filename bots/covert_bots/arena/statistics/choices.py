"""Games as choices of a winner, few bytes each, and passed through in chunks of whole blocks.

So the arrays of a fit, which have an entry for each game, seat and parameter, stay small however
many games there are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.intp]

CHUNK = 4096  # games, and those that complete the last block


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of a game: the bots by seat, and the seats that share the victory."""

    block: int
    bots: tuple[int, ...]
    winners: tuple[int, ...]


class Chunk(NamedTuple):
    """Games of some blocks; arrays have the shape (games, seats)."""

    bots: Numbers
    shares: Array  # of the win
    blocks: Numbers  # of each game, from 0 in the chunk
    first: int  # number of the first block
    many: int  # blocks


class Choices:
    """The games of so many bots at tables with so many seats."""

    def __init__(self, bots: int, seats: int, choices: Iterable[Choice] = ()) -> None:
        self._bots, self._seats = bots, seats
        self._blocks = array("q")
        self._seated = array("B")
        self._winners = array("I")  # a bit for each seat
        for choice in choices:
            self.add(choice)

    def add(self, choice: Choice) -> None:
        """Add a game. ValueError if it names an unknown bot or seat, or has an empty seat."""
        bots, seats = self._bots, self._seats
        if len(choice.bots) != seats or not all(0 <= bot < bots for bot in choice.bots):
            raise ValueError(f"bots: {choice.bots}; expected {seats} numbers from 0 to {bots - 1}")
        if not choice.winners or not all(0 <= seat < seats for seat in choice.winners):
            raise ValueError(f"winners: {choice.winners}; expected seats 0 to {seats - 1}")
        self._blocks.append(choice.block)
        self._seated.extend(choice.bots)
        self._winners.append(sum(1 << seat for seat in set(choice.winners)))

    def __len__(self) -> int:
        return len(self._blocks)

    def in_order(self) -> OrderedChoices:
        """Return the games by block; ValueError if there are none."""
        if not len(self):
            raise ValueError("choices: none; expected at least one game")
        blocks = np.frombuffer(self._blocks, dtype=np.int64)
        order = np.argsort(blocks, kind="stable")
        seated = np.frombuffer(self._seated, dtype=np.uint8).reshape(-1, self._seats)
        winners = np.frombuffer(self._winners, dtype=np.uint32)
        _, starts = np.unique(blocks[order], return_index=True)
        ends = np.append(starts, len(blocks)).astype(np.intp)
        return OrderedChoices(self._seats, seated[order], winners[order], ends)


@dataclass(frozen=True)
class OrderedChoices:
    """Games by block."""

    seats: int
    seated: NDArray[np.uint8]
    winners: NDArray[np.uint32]
    ends: Numbers  # where each block begins, and the last one ends

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self.ends) - 1

    def chunks(self) -> Iterator[Chunk]:
        """Yield all games."""
        first = 0
        while first < self.blocks:
            begin = self.ends[first]
            after = int(np.searchsorted(self.ends, begin + CHUNK))
            after = min(max(after, first + 1), self.blocks)
            end = self.ends[after]
            won = (self.winners[begin:end, None] >> np.arange(self.seats)) & 1
            games = np.diff(self.ends[first : after + 1])
            yield Chunk(
                self.seated[begin:end].astype(np.intp),
                won / won.sum(axis=1, keepdims=True),
                np.repeat(np.arange(after - first), games),
                first,
                after - first,
            )
            first = after

    def tables(self) -> list[list[int]]:
        """Return the bots of each table, each table once."""
        tables: list[list[int]] = np.unique(np.sort(self.seated, axis=1), axis=0).tolist()
        return tables
