"""Games of a bot against itself: the starts of their rounds, and their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, HandMade, State


class PlayedGame(NamedTuple):
    """A game of a bot against itself."""

    seed: int
    rounds: list[State]
    """The starts of its rounds, where simulations are valued."""
    end: State

    @property
    def win(self) -> list[float]:
        """Each seat's share of the victory."""
        winners = self.end.winners()
        return [(seat in winners) / len(winners) for seat in range(self.end.players)]


def played(
    deals: Iterable[tuple[CompiledSet, int]], players: int, bot: Bot
) -> Iterator[PlayedGame]:
    """Play games; a deal is the cards and a seed, which the bot uses too."""
    for cards, seed in deals:
        state = State.deal(cards, players, seed)
        rounds: list[State] = []
        while state.actor is not None:
            if state.round != len(rounds):
                rounds.append(State.from_bytes(cards, state.to_bytes()))
            state.play(bot.choose(state.view(state.actor), seed))
        yield PlayedGame(seed, rounds, state)


class Rounds(NamedTuple):
    """Starts of rounds of games with the same number of seats, and the results of the games."""

    states: NDArray[np.uint8]
    """The bytes of the positions (`State.to_bytes`), concatenated."""
    sizes: NDArray[np.int32]
    """Numbers of bytes of the positions, shape (positions,)."""
    utility: NDArray[np.float32]
    """Utilities of the result, as in a search, shape (positions, seats)."""
    win: NDArray[np.float32]
    """Shares of the victory, shape (positions, seats)."""
    score: NDArray[np.float32]
    """Final scores, in points, shape (positions, seats)."""
    game: NDArray[np.uint64]
    """The seed of each position's game, shape (positions,)."""

    def positions(self) -> Iterator[tuple[int, bytes]]:
        """Yield the seed of the game and the bytes of each position."""
        ends = np.cumsum(self.sizes)
        for game, end, size in zip(self.game, ends, self.sizes, strict=True):
            yield int(game), self.states[end - size : end].tobytes()


def rounds_of(games: Iterable[PlayedGame]) -> Rounds:
    """Collect the starts of the rounds of some games."""
    data, utility, win, score, seeds = [], [], [], [], []
    for game in games:
        for state in game.rounds:
            data.append(state.to_bytes())
            utility.append(HandMade().value(game.end))
            win.append(game.win)
            score.append(game.end.scores())
            seeds.append(game.seed)
    return Rounds(
        np.frombuffer(b"".join(data), np.uint8),
        np.array([len(position) for position in data], np.int32),
        np.array(utility, np.float32),
        np.array(win, np.float32),
        np.array(score, np.float32),
        np.array(seeds, np.uint64),
    )
