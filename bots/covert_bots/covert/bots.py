"""The bots of Covert: the kinds there are, with hand-made evaluators and words for what they do."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert.words.turn_story import UNSEEN, turn_in_words
from covert_bots.players import bots
from covert_bots.players.bot import Bot
from covert_bots.players.bots import flat_parameters, greedy_parameters, ismcts_parameters
from covert_bots.players.game import View
from covert_bots.players.spec import Parameter
from covert_engine.covert import Belief, HandMade, Learned
from covert_engine.covert import View as CovertView
from covert_engine.covert.evaluation.weights import ONE_PLY_VALUE_WEIGHTS, learned_weights
from covert_engine.covert.rules.actions import unpack
from covert_engine.search import SearchParams, Step

__all__ = ["Flat", "Greedy", "Ismcts", "Random"]

SEARCH = SearchParams(evaluator=HandMade())
LEARNED = {"learned": Learned(learned_weights())}
EVALUATORS = ("hand-made", "learned", "uniform")
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


class Random(_Covert, bots.Random):
    """Takes any legal action."""


class Greedy(_Covert, bots.Greedy):
    """Looks one action ahead."""

    settings = ONE_PLY
    parameters = greedy_parameters(ONE_PLY)


class Flat(_Covert, bots.Flat):
    """Compares actions by simulations, without a tree."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*flat_parameters(SEARCH, EVALUATORS), BELIEF)


class Ismcts(_Covert, bots.Ismcts):
    """Searches a tree of what its seat will see."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*ismcts_parameters(SEARCH, EVALUATORS), BELIEF)
