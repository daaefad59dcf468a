"""The policy that is fitted to searches: examples, and the fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covert_bots import make
from covert_bots.covert.training.games import load, saved
from covert_bots.covert.training.policy import SHARPNESS, Examples, fit_policy, sharpened
from covert_bots.covert.training.searches import Searches, search
from covert_engine.covert import CompiledSet, HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS


@pytest.fixture(scope="module")
def searches(cards: CompiledSet) -> Searches:
    quick, long = make("ismcts:iterations=1"), make("ismcts:iterations=20")
    return search([(cards, 5), (cards, 6)], 2, quick, long, share=0.5)


def test_an_example_has_the_visits_of_every_legal_action(
    searches: Searches, cards: CompiledSet
) -> None:
    assert len(searches.game) > 100
    for game, data, visits in searches.positions():
        assert game in (5, 6)
        assert len(visits) == len(State.from_bytes(cards, data).legal_actions())
        assert 0 < visits.sum() <= 20


def test_searches_come_back_from_a_file(searches: Searches, tmp_path: Path) -> None:
    (tmp_path / "some.npz").write_bytes(saved(searches))
    again = load(Searches, tmp_path / "some.npz")
    for name, values in searches._asdict().items():
        assert np.array_equal(values, getattr(again, name))


def test_a_fit_finds_the_weights_that_examples_were_made_with(
    searches: Searches, cards: CompiledSet
) -> None:
    other = {**FIRST_POLICY_WEIGHTS, "agency_due": 15.0, "folder": 0.2}
    states = [State.from_bytes(cards, data) for _, data, _ in searches.positions()]
    shares = [np.array(HandMade(policy_weights=other).priors(state)) for state in states]
    examples = Examples(states, shares)
    every = np.arange(len(states))
    before = examples.error(FIRST_POLICY_WEIGHTS, every).mean()
    least = examples.error(other, every).mean()
    fitted = fit_policy(examples)
    assert examples.error(fitted, every).mean() - least < 0.1 * (before - least)
    ratio = np.divide(fitted["agency_due"], fitted["folder"])
    assert ratio == pytest.approx(75.0, rel=0.3)


def test_weights_are_sharpened_and_costs_stay() -> None:
    weights = sharpened({"folder": 0.5, "cost_step": 0.7, "code_short": (4.0, 1.5, 0.5)})
    assert weights["folder"] == 0.5**SHARPNESS
    assert weights["cost_step"] == 0.7
    assert weights["code_short"] == (16.0, 2.25, 0.25)
