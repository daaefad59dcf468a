"""What long searches prefer in positions of games: the examples that a policy is fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State


class Searches(NamedTuple):
    """Positions, and how often a search took each legal action in them."""

    states: NDArray[np.uint8]
    """The bytes of the positions (`State.to_bytes`), one after the other."""
    sizes: NDArray[np.int32]
    """How many of them belong to each position, shape (positions,)."""
    visits: NDArray[np.int32]
    """Of the legal actions of the positions, one position after the other."""
    actions: NDArray[np.int32]
    """How many of the visits belong to each position, shape (positions,)."""
    game: NDArray[np.uint64]
    """The seed of each position's game, shape (positions,)."""

    def positions(self) -> Iterator[tuple[int, bytes, NDArray[np.int32]]]:
        """Of each: the seed of its game, its bytes, and the visits of its legal actions."""
        state = action = 0
        for game, size, actions in zip(self.game, self.sizes, self.actions, strict=True):
            data = self.states[state : state + size].tobytes()
            yield int(game), data, self.visits[action : action + actions]
            state += size
            action += actions


def search(
    deals: Iterable[tuple[CompiledSet, int]], players: int, quick: Bot, long: Bot, share: float
) -> Searches:
    """Games in which `quick` has every seat but for a share of the decisions, taken by chance: in
    these `long` searches, is noted down, and plays. A deal is the cards and a seed, which is also
    the bots' chance."""
    states, sizes, visits, actions, games = bytearray(), [], [], [], []
    for cards, seed in deals:
        chance = Random(seed)
        state = State.deal(cards, players, seed)
        while state.actor is not None:
            view = state.view(state.actor)
            if chance.random() >= share:
                state.play(quick.choose(view, seed))
                continue
            found = long.suggest(view, seed=seed).moves
            taken = {move.action: move.visits for move in found}
            legal = state.legal_actions()
            if any(taken.values()):  # else there was nothing to search
                data = state.to_bytes()
                states += data
                sizes.append(len(data))
                visits += [taken.get(action, 0) for action in legal]
                actions.append(len(legal))
                games.append(seed)
            state.play(found[0].action)
    return Searches(
        np.frombuffer(states, np.uint8),
        np.array(sizes, np.int32),
        np.array(visits, np.int32),
        np.array(actions, np.int32),
        np.array(games, np.uint64),
    )
