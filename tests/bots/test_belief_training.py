"""The belief that is fitted to what seats held: what it is shown, and the fit."""

from __future__ import annotations

import numpy as np
import pytest

from covert_bots import make
from covert_bots.covert.training.belief import WORLDS, Figures, fit_belief, hands_of, losses
from covert_bots.covert.training.searches import Searches, search
from covert_engine.covert import Belief, CompiledSet, State
from covert_engine.covert.evaluation.hand_features import HAND_FEATURE_NAMES

NOTHING = dict.fromkeys(HAND_FEATURE_NAMES, 0.0)
SEEDS = range(5, 9)


@pytest.fixture(scope="module")
def searches(cards: CompiledSet) -> Searches:
    quick, long = make("ismcts:iterations=1"), make("ismcts:iterations=20")
    return search([(cards, seed) for seed in SEEDS], 2, quick, long, share=0.5)


@pytest.fixture(scope="module")
def hands(searches: Searches, cards: CompiledSet) -> Figures:
    return hands_of(searches, dict.fromkeys(SEEDS, cards))


def test_the_truth_comes_first_among_worlds_that_the_view_allows(
    searches: Searches, hands: Figures, cards: CompiledSet
) -> None:
    states = [State.from_bytes(cards, data) for _, data, _ in searches.positions()]
    chosen = [state for state in states if state.round]
    assert hands.shape == (len(chosen), 1 + WORLDS, len(HAND_FEATURE_NAMES))
    for state, figures in zip(chosen, hands, strict=True):
        assert state.actor is not None
        assert np.array_equal(
            figures[0], np.array(Belief.truth_features(state, state.actor), np.float32)
        )
        tokens = [HAND_FEATURE_NAMES.index(name) for name in HAND_FEATURE_NAMES if "token" in name]
        assert (
            len({round(float(tokens_held), 3) for tokens_held in figures[:, tokens].sum(axis=1)})
            == 1
        )
    assert (hands[:, 0] != hands[:, 1]).any()


def test_without_weights_the_truth_is_one_of_many(hands: Figures) -> None:
    assert losses(NOTHING, hands) == pytest.approx(np.log(1 + WORLDS))


def test_a_fit_finds_the_weights_that_hands_were_dealt_by(
    searches: Searches, cards: CompiledSet
) -> None:
    belief = {**NOTHING, "token: search": -2.0, "token: first": 1.0, "mission: points": 1.5}
    figures = []
    for number, (_, data, _) in enumerate(searches.positions()):
        state = State.from_bytes(cards, data)
        if state.actor is None or not state.round:
            continue
        view = state.view(state.actor)
        held = view.sample(number, Belief(belief))
        worlds = [view.sample(number * WORLDS + sample) for sample in range(WORLDS)]
        figures.append([Belief.truth_features(world, view.seat) for world in (held, *worlds)])
    hands = np.array(figures, np.float32)
    weights = fit_belief(hands)
    error, least = losses(weights, hands).mean(), losses(belief, hands).mean()
    assert error < least + 0.01 < np.log(1 + WORLDS) - 0.1
    assert weights["token: search"] < -1 < 0.4 < weights["token: first"]
    assert fit_belief(hands) == weights
