"""Positions of games with their features, and the fit of the network to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from covert_bots.covert.training.network import Array, Fit, Network, Targets
from covert_bots.covert.training.rounds import Rounds
from covert_engine.covert import CompiledSet, HandMade, State
from covert_engine.covert.evaluation.features import FEATURE_NAMES

BATCH = 256  # positions
DECAY = 0.5  # of the weights, times the rate
RATE = 1e-3  # of the first steps


class Positions(NamedTuple):
    """Positions of games with the same number of seats, along the first axis of all arrays."""

    figures: Array
    """`HandMade.truth_features` of each seat, shape (positions, seats, features)."""
    score: Array
    """Final scores of their games, shape (positions, seats)."""
    win: Array
    """Shares of the victory, shape (positions, seats)."""
    utility: Array
    """Utilities of the result, as in a search, shape (positions, seats)."""

    @property
    def targets(self) -> Targets:
        """The outputs that a network should have."""
        return Targets(self.score, self.win, self.utility)


def positions_of(
    rounds: Rounds, cards: Mapping[int, CompiledSet], hand_made: HandMade
) -> Positions:
    """Compute the positions of rounds; `cards` has the card set of each game by its seed, and
    `hand_made` is the value that the network corrects."""
    figures = [
        hand_made.truth_features(State.from_bytes(cards[game], data))
        for game, data in rounds.positions()
    ]
    return Positions(np.array(figures, np.float32), rounds.score, rounds.win, rounds.utility)


def joined(parts: Sequence[Positions]) -> Positions:
    """Concatenate positions."""
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def fit_network(
    parts: Sequence[Positions],
    epochs: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Network:
    """Fit a new network to positions of games with two, three and four players."""
    network = Network(len(FEATURE_NAMES), seed)
    chance = np.random.default_rng(seed)
    steps = Fit(network, DECAY)
    for epoch in range(epochs):
        rate = RATE * (0.5 + 0.5 * np.cos(np.pi * epoch / epochs)) + 1e-5
        batches = []
        for number, part in enumerate(parts):
            order = chance.permutation(len(part.figures))
            batches += [(number, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
        for place in chance.permutation(len(batches)):
            number, chosen = batches[place]
            batch = Positions(*(array[chosen] for array in parts[number]))
            steps.step(network.gradient(batch.figures, batch.targets), rate)
        progress(epoch + 1, epochs)
    return network


def errors_of(network: Network, positions: Positions) -> dict[str, float]:
    """Return the errors of a network: mean squares of the utilities and, in points, of the final
    scores; the cross-entropy of the chances to win, in nats."""
    heads = network.heads(positions.figures)
    likely = np.log(np.maximum(heads.chance, 1e-9))
    return {
        "utility": float(((heads.utility - positions.utility) ** 2).mean()),
        "chance": float(-(positions.win * likely).sum(1).mean()),
        "score": float(((heads.score - positions.score) ** 2).mean()),
    }
