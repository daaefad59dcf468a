"""Positions of games, as the learned value sees them, and how their games ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.network import Array, Targets
from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State

__all__ = ["PlayedGame", "Positions", "joined", "play", "played"]


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


def joined(parts: Sequence[Positions]) -> Positions:
    """Positions of several files as one."""
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


class PlayedGame(NamedTuple):
    """A game in which a bot had every seat."""

    seed: int
    rounds: list[State]
    """The beginnings of its rounds, where simulations are valued."""
    end: State

    @property
    def win(self) -> list[float]:
        """Each seat's share of the victory."""
        winners = self.end.winners()
        return [(seat in winners) / len(winners) for seat in range(self.end.players)]


def played(
    deals: Iterable[tuple[CompiledSet, int]], players: int, bot: Bot
) -> Iterator[PlayedGame]:
    """Plays games; a deal is the cards and a seed, which is also the bot's chance."""
    for cards, seed in deals:
        state = State.deal(cards, players, seed)
        rounds: list[State] = []
        while state.actor is not None:
            if state.round != len(rounds):
                rounds.append(State.from_bytes(cards, state.to_bytes()))
            state.play(bot.choose(state.view(state.actor), seed))
        yield PlayedGame(seed, rounds, state)


def play(deals: Iterable[tuple[CompiledSet, int]], players: int, bot: Bot) -> Positions:
    """The positions at the beginnings of rounds of games that `played` plays."""
    rows: list[tuple[object, ...]] = []
    for game in played(deals, players, bot):
        end = game.end.scores(), game.win, game.end.value()
        rows += [(one.features(), *end, game.seed, one.round) for one in game.rounds]
    figures, score, win, utility, game_seeds, number = zip(*rows, strict=True)
    return Positions(
        np.array(figures, np.float32),
        np.array(score, np.float32),
        np.array(win, np.float32),
        np.array(utility, np.float32),
        np.array(game_seeds, np.uint64),
        np.array(number, np.int64),
    )
