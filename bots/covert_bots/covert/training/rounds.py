"""Games of a bot against itself: the beginnings of their rounds, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State


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


class Rounds(NamedTuple):
    """Beginnings of rounds of games with as many seats, and how their games ended."""

    states: NDArray[np.uint8]
    """The bytes of the positions (`State.to_bytes`), one after the other."""
    sizes: NDArray[np.int32]
    """How many of them belong to each position, shape (positions,)."""
    utility: NDArray[np.float32]
    """The utility of the end, as a search takes it, shape (positions, seats)."""
    win: NDArray[np.float32]
    """Shares of the victory, shape (positions, seats)."""
    score: NDArray[np.float32]
    """Final scores, in points, shape (positions, seats)."""
    game: NDArray[np.uint64]
    """The seed of each position's game, shape (positions,)."""

    def positions(self) -> Iterator[tuple[int, bytes]]:
        """Of each: the seed of its game, and its bytes."""
        ends = np.cumsum(self.sizes)
        for game, end, size in zip(self.game, ends, self.sizes, strict=True):
            yield int(game), self.states[end - size : end].tobytes()


def rounds_of(games: Iterable[PlayedGame]) -> Rounds:
    """The beginnings of the rounds of some games."""
    data, utility, win, score, seeds = [], [], [], [], []
    for game in games:
        for one in game.rounds:
            data.append(one.to_bytes())
            utility.append(game.end.value())
            win.append(game.win)
            score.append(game.end.scores())
            seeds.append(game.seed)
    return Rounds(
        np.frombuffer(b"".join(data), np.uint8),
        np.array([len(one) for one in data], np.int32),
        np.array(utility, np.float32),
        np.array(win, np.float32),
        np.array(score, np.float32),
        np.array(seeds, np.uint64),
    )
