"""The bots of Covert: the kinds there are, with hand-made evaluators and words for what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from covert_bots.covert.words.turn_story import UNSEEN, turn_in_words
from covert_bots.players import bots
from covert_bots.players.bot import Bot
from covert_bots.players.bots import (
    flat_parameters,
    greedy_parameters,
    ismcts_parameters,
    searched,
    settings_of,
)
from covert_bots.players.game import View
from covert_bots.players.spec import Parameter
from covert_engine.covert import Belief, HandMade, Learned
from covert_engine.covert import View as CovertView
from covert_engine.covert.evaluation.weights import ONE_PLY_VALUE_WEIGHTS, learned_weights
from covert_engine.covert.rules.actions import unpack
from covert_engine.search import Comparison, SearchParams, Step, compare

__all__ = ["Flat", "Greedy", "Ismcts", "Random"]

EFFECTIVE_VISITS = 15.0  # measured by benchmarks/coverage.py: docs/calibration.md, section 3
SEARCH = SearchParams(evaluator=HandMade(), effective_visits=EFFECTIVE_VISITS)
LEARNED = {"learned": Learned(learned_weights())}
EVALUATORS = ("hand-made", "learned", "uniform")
COMPARED_WORLDS = 256  # takes milliseconds; tells a fifth of a difference's spread from noise
BELIEFS = {"learned": Belief()}
BELIEF = Parameter(
    "belief",
    "choice",
    "uniform",
    None,
    None,
    "What others hold in its worlds: uniform, anything they can, alike; learned, rather what seats "
    "have kept in games.",
    ("uniform", *BELIEFS),
)
ONE_PLY = SearchParams(evaluator=HandMade(ONE_PLY_VALUE_WEIGHTS))


class _Covert(Bot):
    """A bot that can say in words what it would do."""

    def words(self, view: View, line: Sequence[int]) -> str:
        assert isinstance(view, CovertView)
        return turn_in_words(view, line)

    def shown(self, view: View, step: Step) -> bool:
        return step.seat == view.seat or unpack(step.action).kind not in UNSEEN


class _Searching(_Covert):
    """A bot that can hold two moves against each other."""

    def compared(self, view: View, first: int, second: int, seed: int) -> Comparison | None:
        params = replace(settings_of(self), estimates=True)
        horizon = self.spec.whole("horizon")
        if horizon is not None:
            params = replace(params, horizon=horizon)
        return compare(searched(view), first, second, COMPARED_WORLDS, seed, params)


class Random(_Covert, bots.Random):
    """Takes any legal action."""


class Greedy(_Covert, bots.Greedy):
    """Looks one action ahead."""

    settings = ONE_PLY
    parameters = greedy_parameters(ONE_PLY)


class Flat(_Searching, bots.Flat):
    """Compares actions by simulations, without a tree."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*flat_parameters(SEARCH, EVALUATORS), BELIEF)


class Ismcts(_Searching, bots.Ismcts):
    """Searches a tree of what its seat will see."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*ismcts_parameters(SEARCH, EVALUATORS), BELIEF)
