"""The training loop of the examples: what it rewards, how it measures, what it keeps.

Skipped where the extra `learn` is not installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import imitate

import train
from covert_bots.envs import covert_action_v0, covert_v0


class FirstLegal:
    """A player that takes the first legal action."""

    def predict(self, seen: Any, action_masks: Any, deterministic: bool) -> tuple[Any, None]:
        return action_masks.argmax(axis=1), None


def against_random(**options: Any) -> Any:
    return covert_action_v0.single_env(6, opponent="random", **options)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rounds of learning small."""
    for name, size in {"n_steps": 16, "batch_size": 128, "n_epochs": 1}.items():
        monkeypatch.setitem(train.SIZES, name, size)


def test_the_rewards_of_a_game_are_its_victory_and_its_last_lead() -> None:
    game = train.Lead(covert_v0.single_env(opponent="greedy", seat=1), points=50)
    game.reset(seed=3)
    total, over = 0.0, False
    while not over:
        _, reward, over, *_ = game.step(int(game.action_masks().argmax()))
        total += reward
    other, own = game.unwrapped.state_of_game.scores()
    assert own < other
    assert total == pytest.approx((own - other) / 50 - 1)


def test_a_measurement_plays_each_deal_from_each_seat() -> None:
    deals = 5
    shares = np.zeros((deals, 6))
    for deal, seat in np.ndindex(shares.shape):
        game, over = against_random(seat=seat), False
        game.reset(seed=train.MEASURED + deal)
        while not over:
            _, _, over, *_ = game.step(int(game.action_masks().argmax()))
        winners = game.state_of_game.winners()
        shares[deal, seat] = (seat in winners) / len(winners)
    share, half = train.measure(FirstLegal(), against_random, deals)
    assert 0 < share == pytest.approx(shares.mean())
    assert 0 < half == pytest.approx(1.96 * shares.mean(axis=1).std(ddof=1) / deals**0.5)


@pytest.mark.usefixtures("small")
def test_what_was_learned_is_continued_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "trained.zip"
    model, make = train.learner("covert-action", "random", file)
    before = train.measure(model, make, 3)
    model.learn(512)
    model.save(file)
    after = train.measure(model, make, 3)
    again, make = train.learner("covert-action", "random", file)
    assert again.num_timesteps == 512
    assert train.measure(again, make, 3) == after != before


@pytest.mark.usefixtures("small")
def test_a_player_learns_what_its_teacher_does(tmp_path: Path) -> None:
    model, make = train.learner("covert-action", "greedy", tmp_path / "trained.zip")
    teacher, rng = make().setup.catalogue.make("greedy"), np.random.default_rng(1)
    taught = imitate.lessons(model, teacher, 1500, 0.5, rng)
    untaught = imitate.fit(model, taught, 0, rng)
    assert imitate.fit(model, taught, 4, rng) > untaught + 0.1
