"""The kinds of bots of Covert, with its evaluators and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from covert_bots.covert.words.change import UNSEEN
from covert_bots.covert.words.turn_story import turn_in_words
from covert_bots.players import bots
from covert_bots.players.bot import Bot
from covert_bots.players.bots import (
    flat_parameters,
    greedy_parameters,
    ismcts_parameters,
    searched,
)
from covert_bots.players.spec import Parameter, replaced
from covert_bots.players.view import View
from covert_engine.covert import Belief, HandMade, Learned
from covert_engine.covert import View as CovertView
from covert_engine.covert.evaluation.weights import ONE_PLY_VALUE_WEIGHTS, learned_weights
from covert_engine.covert.rules.actions import unpack
from covert_engine.search import Comparison, Limit, SearchParams, Step, compare

EFFECTIVE_VISITS = 40.0  # measured by benchmarks/coverage.py: docs/calibration.md, section 3
SEARCH = SearchParams(evaluator=HandMade(), effective_visits=EFFECTIVE_VISITS)
LEARNED = {"learned": Learned(learned_weights())}
EVALUATORS = ("hand-made", "learned", "uniform")
COMPARED_WORLDS = 256  # milliseconds; detects differences of a fifth of their spread
COMPARED_FAR = 64  # a simulation to the end takes some ten times as long as a round
NEAR = 2  # rounds
BELIEFS = {"learned": Belief()}
# Its chances are truer; with more players it has not been better: docs/history/belief.md.
BELIEVING_PLAYERS = 2
BELIEF = Parameter(
    "belief",
    "choice",
    None,
    None,
    None,
    "How its worlds deal the cards that others hide: uniform, every possible hand equally likely; "
    "learned, hands like those that players have kept in games are likelier. If not set: learned "
    f"with {BELIEVING_PLAYERS} players, otherwise uniform.",
    ("uniform", *BELIEFS),
)
# A search with so many iterations and seconds, these by the number of players, looks so far. The
# ends of both rounds count alike, but with LONG_SECONDS that of the last one alone:
# docs/history/search.md.
FAR_ITERATIONS, FAR_SECONDS, FAR_HORIZON = 4000, {2: 0.01, 3: 0.03}, 2
LONG_SECONDS, SHORT_LAMBDA = {2: 0.05}, 0.5
HORIZON = Parameter(
    "horizon",
    "int",
    None,
    0,
    60,
    "Rounds after which a simulation is valued; 0 plays to the end of the game. If not set, it is "
    f"{SEARCH.horizon}. It is {FAR_HORIZON} if request and spec allow at least {FAR_ITERATIONS} "
    f"iterations and, with 2 players, {FAR_SECONDS[2]} seconds or, with 3 players, "
    f"{FAR_SECONDS[3]} seconds. Then the value is the mean of those after the first and the second "
    f"round; with 2 players and at least {LONG_SECONDS[2]} seconds it is the second alone.",
)
ONE_PLY = SearchParams(evaluator=HandMade(ONE_PLY_VALUE_WEIGHTS))


class _Covert(Bot):
    """A bot that can put its turns into words."""

    def words(self, view: View, line: Sequence[int]) -> str:
        assert isinstance(view, CovertView)
        return turn_in_words(view, line)

    def shown(self, view: View, step: Step) -> bool:
        return step.seat == view.seat or unpack(step.action).kind not in UNSEEN


class Searching(_Covert, bots.Searching):
    """A bot that can compare two moves."""

    def settings_for(self, view: View, budget: Limit | None) -> SearchParams:
        settings = super().settings_for(view, budget)
        chosen = settings.belief is not None or not self.left_open("belief")
        if chosen or _players(view) != BELIEVING_PLAYERS:
            return settings
        return replace(settings, belief=BELIEFS["learned"])

    def left_open(self, parameter: str) -> bool:
        """Return true if the bot has such a parameter and its spec does not set it."""
        return self.spec.values.get(parameter, "none") is None

    def compared(
        self, view: View, first: int, second: int, seed: int, budget: Limit | None = None
    ) -> Comparison | None:
        params = self.settings_for(view, budget)
        worlds = COMPARED_WORLDS if 0 < params.horizon <= NEAR else COMPARED_FAR
        return compare(searched(view), first, second, worlds, seed, params)


class Random(_Covert, bots.Random):
    """A bot that takes any legal action."""


class Greedy(_Covert, bots.Greedy):
    """A bot that looks one action ahead."""

    settings = ONE_PLY
    parameters = greedy_parameters(ONE_PLY)


class Flat(Searching, bots.Flat):
    """A bot that compares actions by simulations, without a tree."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*flat_parameters(SEARCH, EVALUATORS), BELIEF)


class Ismcts(Searching, bots.Ismcts):
    """A bot that searches a tree of its seat's observations."""

    settings = SEARCH
    evaluators = LEARNED
    beliefs = BELIEFS
    parameters = (*replaced(ismcts_parameters(SEARCH, EVALUATORS), HORIZON), BELIEF)

    def settings_for(self, view: View, budget: Limit | None) -> SearchParams:
        settings = super().settings_for(view, budget)
        far, long = (by.get(_players(view)) for by in (FAR_SECONDS, LONG_SECONDS))
        if not self.left_open("horizon") or budget is None or not _allows(budget, far):
            return settings
        td_lambda = settings.td_lambda if _allows(budget, long) else SHORT_LAMBDA
        return replace(settings, horizon=FAR_HORIZON, td_lambda=td_lambda)


def _players(view: View) -> int:
    return searched(view).table().players


def _allows(budget: Limit, seconds: float | None) -> bool:
    """Return true if a budget allows FAR_ITERATIONS and `seconds`. An unset limit allows all; no
    budget allows None seconds."""
    times = [time for time in (budget.seconds, budget.cpu_seconds) if time is not None]
    enough = budget.iterations is None or budget.iterations >= FAR_ITERATIONS
    return seconds is not None and enough and all(time >= seconds for time in times)
