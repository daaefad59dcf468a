"""The preferences of long searches in positions of games: examples to fit a policy to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State


class Searches(NamedTuple):
    """Positions, and the visits of their legal actions in a search."""

    states: NDArray[np.uint8]
    """The bytes of the positions (`State.to_bytes`), concatenated."""
    sizes: NDArray[np.int32]
    """Numbers of bytes of the positions, shape (positions,)."""
    visits: NDArray[np.int32]
    """The visits of the legal actions of the positions, concatenated."""
    actions: NDArray[np.int32]
    """Numbers of legal actions of the positions, shape (positions,)."""
    game: NDArray[np.uint64]
    """The seed of each position's game, shape (positions,)."""

    def positions(self) -> Iterator[tuple[int, bytes, NDArray[np.int32]]]:
        """Yield the seed of the game, the bytes and the visits of each position."""
        state = action = 0
        for game, size, actions in zip(self.game, self.sizes, self.actions, strict=True):
            data = self.states[state : state + size].tobytes()
            yield int(game), data, self.visits[action : action + actions]
            state += size
            action += actions


def search(
    deals: Iterable[tuple[CompiledSet, int]], players: int, quick: Bot, long: Bot, share: float
) -> Searches:
    """Play games of `quick` and collect searches of `long`, which takes a random share of the
    decisions. A deal is the cards and a seed, which the bots use too."""
    states, sizes, visits, actions, games = bytearray(), [], [], [], []
    for cards, seed in deals:
        chance = Random(seed)
        state = State.deal(cards, players, seed)
        while state.actor is not None:
            view = state.view(state.actor)
            if chance.random() >= share:
                state.play(quick.choose(view, seed))
                continue
            moves = long.suggest(view, seed=seed).moves
            taken = {move.action: move.visits for move in moves}
            legal = state.legal_actions()
            if any(taken.values()):  # else the decision was forced
                data = state.to_bytes()
                states += data
                sizes.append(len(data))
                visits += [taken.get(action, 0) for action in legal]
                actions.append(len(legal))
                games.append(seed)
            state.play(moves[0].action)
    return Searches(
        np.frombuffer(states, np.uint8),
        np.array(sizes, np.int32),
        np.array(visits, np.int32),
        np.array(actions, np.int32),
        np.array(games, np.uint64),
    )
