"""The network of the learned value: its gradient, and the engine's answers for the same weights."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from covert_bots.covert.training.network import (
    HAND_MADE,
    SCORE,
    WEIGHTS,
    Fit,
    Network,
    Targets,
    chances,
    squash,
)
from covert_engine.covert import CompiledSet, HandMade, Learned, State
from covert_engine.covert.evaluation.features import FEATURE_NAMES

FEATURES = len(FEATURE_NAMES)


def some_network(seed: int) -> Network:
    """Return a network in which no weight is zero."""
    network, chance = Network(FEATURES, seed), np.random.default_rng(seed)
    for name, weights in network.weights.items():
        network.weights[name] = chance.normal(0, 0.2, weights.shape).astype(np.float32)
    return network


def some_targets(seed: int, positions: int, seats: int) -> Targets:
    chance = np.random.default_rng(seed)
    win = chance.dirichlet(np.ones(seats), positions).astype(np.float32)
    score = chance.normal(60, 10, win.shape).astype(np.float32)
    return Targets(score, win, chance.random(win.shape).astype(np.float32))


def loss(network: Network, x: Any, targets: Targets) -> float:
    """Return the mean error over positions and seats."""
    heads, utility = network.heads(x), targets.utility
    entropy = -utility * np.log(heads.utility) - (1 - utility) * np.log(1 - heads.utility)
    of_score = ((heads.score - targets.score) / SCORE) ** 2 / 2
    errors: Any = (of_score, -targets.win * np.log(heads.chance), entropy)
    return sum(weight * float(error.mean()) for weight, error in zip(WEIGHTS, errors, strict=True))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_gradient_is_that_of_the_loss(seats: int) -> None:
    network, chance = some_network(seats), np.random.default_rng(7)
    for name, weights in network.weights.items():
        network.weights[name] = weights.astype(np.float64)
    x = chance.random((5, seats, FEATURES))
    targets = some_targets(1, 5, seats)
    gradient = network.gradient(x, targets)  # type: ignore[arg-type]
    step = 1e-5
    for name, weights in network.weights.items():
        flat = weights.reshape(-1)
        for place in Random(name).sample(range(flat.size), min(8, flat.size)):
            kept = flat[place]
            flat[place] = kept + step
            above = loss(network, x, targets)
            flat[place] = kept - step
            below = loss(network, x, targets)
            flat[place] = kept
            slope = gradient[name].reshape(-1)[place]
            assert slope == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6), name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engine_runs_the_same_network(players: int, cards: CompiledSet) -> None:
    network = some_network(players)
    learned = Learned(network.to_bytes())
    chance, state = Random(players), State.deal(cards, players, players)
    seen = 0
    while state.actor is not None and seen < 40:
        state.play(chance.choice(state.legal_actions()))
        if chance.random() < 0.1 and state.actor is not None:
            heads = network.heads(np.array([HandMade().truth_features(state)], np.float32))
            scores, shares = learned.estimate(state)
            assert scores == pytest.approx(heads.score[0], rel=1e-4, abs=1e-3)
            assert shares == pytest.approx(heads.chance[0], rel=1e-3, abs=1e-5)
            assert learned.value(state) == pytest.approx(heads.utility[0], rel=1e-4, abs=1e-5)
            seen += 1


def test_weights_of_another_size_are_refused() -> None:
    data = some_network(3).to_bytes()
    assert Learned(data).weights == data
    with pytest.raises(ValueError, match=f"{len(data) - 4} bytes; expected {len(data)}"):
        Learned(data[4:])


def test_chances_add_up_and_go_with_the_squashed() -> None:
    margin = np.array([[1.0, -1.0], [0.0, 0.0], [-30.0, 30.0]], np.float32)
    assert squash(margin)[0] == pytest.approx([0.75, 0.25])
    assert chances(margin).sum(1) == pytest.approx(np.ones(3))
    odds = squash(margin) / (1 - squash(margin))
    shares = chances(margin)
    assert shares[:, 0] / shares[:, 1] == pytest.approx(odds[:, 0] / odds[:, 1], rel=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_network_says_what_the_hand_made_value_says(players: int, cards: CompiledSet) -> None:
    new = Learned(Network(FEATURES, players).to_bytes())
    chance, state = Random(players), State.deal(cards, players, players)
    while state.actor is not None and state.round < 5:
        if state.phase != "setup":
            assert new.value(state) == pytest.approx(HandMade().value(state), abs=1e-5)
            scores, shares = new.estimate(state)
            expected_scores, expected_shares = HandMade().estimate(state)
            assert scores == pytest.approx(expected_scores, abs=1e-3)
            assert shares == pytest.approx(expected_shares, abs=1e-4)
        state.play(chance.choice(state.legal_actions()))


def test_a_fit_learns_what_there_is_to_learn() -> None:
    """The seat with more in one feature wins, by a margin."""
    chance = np.random.default_rng(5)
    x = chance.random((200, 2, FEATURES)).astype(np.float32)
    x[:, :, HAND_MADE] = 0
    ahead = x[:, :, 3] - x[:, ::-1, 3]
    win = (ahead > 0).astype(np.float32)
    targets = Targets(60 + 10 * ahead, win, squash(2 * ahead))
    network = Network(FEATURES, 1)
    fit, before = Fit(network, 0.01), loss(network, x, targets)
    for _ in range(200):
        fit.step(network.gradient(x, targets), 3e-3)
    assert loss(network, x, targets) < before / 4
    said = network.heads(x)
    assert ((said.chance > 0.5) == (win > 0.5)).mean() > 0.95
