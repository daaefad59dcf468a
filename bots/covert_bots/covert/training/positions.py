"""Positions of games, as the learned value sees them, and how their games ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.network import Array, Targets
from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State

__all__ = ["Positions", "joined", "play"]


class Positions(NamedTuple):
    """Positions of games with as many seats; the first axis of each array is the position."""

    figures: Array
    """Of each seat: `State.features`. Shape (positions, seats, features)."""
    score: Array
    """Final scores of their games, shape (positions, seats)."""
    win: Array
    """Shares of the victory, shape (positions, seats)."""
    utility: Array
    """The utility of the end, as a search takes it, shape (positions, seats)."""
    game: NDArray[np.uint64]
    """Which game they are from, by its seed."""
    round: NDArray[np.int64]
    """The round that begins."""

    @property
    def targets(self) -> Targets:
        """What a network is to say of them."""
        return Targets(self.score, self.win, self.utility)

    def chosen(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> Positions:
        """Some of them, by number or by what is true of them."""
        return Positions(*(one[which] for one in self._asdict().values()))

    def save(self, file: Path) -> None:
        """Writes them to a file, whole or not at all."""
        begun = file.with_suffix(".begun.npz")
        np.savez_compressed(begun, **self._asdict())
        begun.rename(file)

    @classmethod
    def load(cls, file: Path) -> Positions:
        """Those of a file."""
        with np.load(file) as arrays:
            return cls(**arrays)


def joined(parts: Sequence[Positions]) -> Positions:
    """Positions of several files as one."""
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def play(deals: Iterable[tuple[CompiledSet, int]], players: int, bot: Bot) -> Positions:
    """The positions at the beginning of each round, where simulations are valued, of games in which
    the bot has every seat; a deal is the cards and a seed, which is also the bot's chance."""
    rows: list[tuple[object, ...]] = []
    for cards, seed in deals:
        state = State.deal(cards, players, seed)
        begun = 0
        seen = []
        while state.actor is not None:
            if state.round != begun:
                begun = state.round
                seen.append((state.features(), begun))
            state.play(bot.choose(state.view(state.actor), seed))
        winners = state.winners()
        win = [(seat in winners) / len(winners) for seat in range(players)]
        end = state.scores(), win, state.value()
        rows += [(figures, *end, seed, number) for figures, number in seen]
    figures, score, win_shares, utility, game, number = zip(*rows, strict=True)
    return Positions(
        np.array(figures, np.float32),
        np.array(score, np.float32),
        np.array(win_shares, np.float32),
        np.array(utility, np.float32),
        np.array(game, np.uint64),
        np.array(number, np.int64),
    )
