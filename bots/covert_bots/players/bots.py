"""The kinds of bots: random, one ply, Monte Carlo without a tree and with one, for any game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TypeVar

from covert_bots.players.bot import Bot, Question
from covert_bots.players.decision import Decision
from covert_bots.players.spec import Parameter
from covert_bots.players.view import View
from covert_engine.search import (
    UNIFORM,
    ActionResult,
    EvaluatorTable,
    Limit,
    Search,
    SearchParams,
    SearchResult,
    SearchView,
    StopReason,
    flat,
    greedy,
    valued,
)

T = TypeVar("T")

PROGRESS_SECONDS = 0.1  # between two calls of a question's `progress`
# In which the actions of a forced decision are valued: a value then lies .01 from that of a search
# of 3,000 iterations (root mean square, in Covert) and takes .4 ms, in Covert Action 2.5 ms.
VALUED_WORLDS = 32
NEAR = 2  # rounds that simulations go on; the usual ones, and the longest that a budget makes them
DEFAULTS = SearchParams()

ITERATIONS = Parameter("iterations", "int", 1000, 1, 10_000_000, "Simulations for each decision.")
SECONDS = Parameter(
    "seconds",
    "float",
    None,
    0.001,
    3600.0,
    "Time for each decision; if a time is set and iterations are not, time alone ends the search.",
)
CPU_SECONDS = Parameter(
    "cpu_seconds",
    "float",
    None,
    0.0001,
    3600.0,
    "CPU time for each decision, summed over all threads; other work on the machine does not "
    "count.",
)
EVALUATORS = ("hand-made", "uniform")
POLICY = Parameter(
    "policy",
    "choice",
    None,
    None,
    None,
    "Chooses the moves in simulations: hand-made or uniform. If not set, the evaluator does.",
    EVALUATORS,
)
NODES = Parameter(
    "nodes", "int", None, 64, 1 << 24, "Nodes at most; a full tree is searched on as it is."
)


TEMPERATURE = Parameter(
    "temperature",
    "float",
    0.0,
    0.0,
    1.0,
    "Above 0: draws among moves at most 3 temperatures worse than the best, by exp(value / "
    "temperature).",
)


def _evaluator(choices: Sequence[str]) -> Parameter:
    *some, last = choices
    return Parameter(
        "evaluator",
        "choice",
        "hand-made",
        None,
        None,
        f"Gives actions their priors and positions their values: {', '.join(some)} or {last}.",
        tuple(choices),
    )


def greedy_parameters(settings: SearchParams) -> tuple[Parameter, ...]:
    """What can be set of `greedy`; the settings have the defaults."""
    return (
        Parameter(
            "worlds",
            "int",
            settings.greedy_worlds,
            1,
            4096,
            "Worlds in which each action is valued.",
        ),
        _evaluator(EVALUATORS),
        TEMPERATURE,
    )


def _horizon(settings: SearchParams) -> Parameter:
    return Parameter(
        "horizon",
        "int",
        settings.horizon,
        0,
        60,
        "Rounds after which a simulation is valued; 0 plays to the end of the game.",
    )


def _simulation_parameters(
    settings: SearchParams, evaluators: Sequence[str]
) -> tuple[Parameter, ...]:
    return (
        _horizon(settings),
        Parameter(
            "uniform",
            "float",
            settings.simulation_uniform,
            0.0,
            1.0,
            "Share of simulated decisions taken evenly at random, not by the policy.",
        ),
        _evaluator(evaluators),
        POLICY,
        TEMPERATURE,
    )


def flat_parameters(
    settings: SearchParams, evaluators: Sequence[str] = EVALUATORS
) -> tuple[Parameter, ...]:
    """What can be set of `flat`; the settings have the defaults."""
    return (
        ITERATIONS,
        SECONDS,
        CPU_SECONDS,
        Parameter(
            "candidates",
            "int",
            settings.flat_candidates,
            2,
            256,
            "Actions compared at first: the best by the evaluator's priors.",
        ),
        *_simulation_parameters(settings, evaluators),
    )


def ismcts_parameters(
    settings: SearchParams, evaluators: Sequence[str] = EVALUATORS
) -> tuple[Parameter, ...]:
    """What can be set of `ismcts`; the settings have the defaults."""
    unit = "standard deviations of the values"
    return (*_tree_parameters(settings, unit), *_simulation_parameters(settings, evaluators))


def textbook_parameters(settings: SearchParams) -> tuple[Parameter, ...]:
    """What can be set of `ismcts` by UCB and uniform playouts; the settings have the defaults."""
    return (*_tree_parameters(settings, "utilities"), _horizon(settings))


def _tree_parameters(settings: SearchParams, unit: str) -> tuple[Parameter, ...]:
    return (
        ITERATIONS,
        SECONDS,
        CPU_SECONDS,
        NODES,
        Parameter(
            "lanes",
            "int",
            settings.lanes,
            1,
            64,
            "Trees that grow in threads of their own and share what they find at the root."
            if settings.lanes_meet
            else "Trees that grow in threads of their own; their roots are added up.",
        ),
        Parameter(
            "exploration",
            "float",
            settings.exploration,
            0.0,
            100.0,
            f"Weight of exploring over exploiting, in {unit}.",
        ),
    )


class Random(Bot):
    """Takes any legal action."""

    name = "random"
    description = "Plays a legal action at random, each equally likely."
    expands_all = True
    quick = True

    def think(self, question: Question) -> SearchResult:
        view = question.view
        actions = question.decision.actions
        key = question.seed.to_bytes(8, "little") + view.digest()
        draw = int.from_bytes(blake2b(key, digest_size=8).digest(), "little")
        prior = 1 / len(actions)
        return SearchResult(
            action=actions[draw * len(actions) >> 64],
            actions=tuple(ActionResult(one, prior=prior) for one in actions),
            values=(),
            iterations=0,
            worlds=0,
            distinct_worlds=0,
            nodes=0,
            stop_reason=StopReason.ITERATIONS,
            variation=(),
        )


class Greedy(Bot):
    """Looks one action ahead."""

    name = "greedy"
    description = (
        "Tries each action in a few worlds that agree with its view and takes the one that leads "
        "to the best position by a hand-made value. Does not search."
    )
    settings = DEFAULTS
    parameters = greedy_parameters(DEFAULTS)

    @property
    def quick(self) -> bool:
        """True if it tries each action in no more worlds than by default."""
        return _given(self.spec.whole("worlds")) <= self.settings.greedy_worlds

    def think(self, question: Question) -> SearchResult:
        params = replace(
            settings_of(self),
            greedy_worlds=_given(self.spec.whole("worlds")),
            estimates=question.estimates,
            hands=question.hands,
        )
        return greedy(
            searched(question.view), question.seed, params, only=question.only, stop=question.stop
        )


class Searching(Bot):
    """A bot with a budget, whose simulations go on to a horizon."""

    searches = True

    def valued(self, question: Question) -> SearchResult:
        """Value the actions of a forced decision by simulations as its searches make them: a
        function of the view, the limits and the seed, whatever the time."""
        actions = question.decision.actions
        worlds = VALUED_WORLDS
        if question.limit is not None and question.limit.iterations is not None:
            worlds = min(worlds, max(1, question.limit.iterations // len(actions)))
        params = replace(
            self.settings_for(question.view, question.budget),
            estimates=question.estimates,
            hands=question.hands,
        )
        return valued(searched(question.view), actions, worlds, question.seed, params)

    def answers_at_once(self, decision: Decision) -> bool:
        """True of a forced decision unless it plays its games on for long."""
        horizon = self.settings_for(decision.view, None).horizon
        return decision.forced and 0 < horizon <= NEAR

    def settings_for(self, view: View, budget: Limit | None) -> SearchParams:
        """The settings of a search of this view with this budget."""
        settings = settings_of(self)
        horizon = self.spec.whole("horizon")
        return settings if horizon is None else replace(settings, horizon=horizon)


class Flat(Searching):
    """Compares actions by simulations, without a tree."""

    name = "flat"
    description = (
        "Monte Carlo without a tree: plays the best-looking actions out in worlds common to all of "
        "them and halves the field again and again."
    )
    settings = DEFAULTS
    parameters = flat_parameters(DEFAULTS)

    def params(self, question: Question) -> SearchParams:
        """How it searches for an answer."""
        return replace(
            self.settings_for(question.view, question.budget),
            flat_candidates=_given(self.spec.whole("candidates")),
            estimates=question.estimates,
            hands=question.hands,
        )

    def think(self, question: Question) -> SearchResult:
        return flat(
            searched(question.view),
            _given(question.limit),
            question.seed,
            self.params(question),
            stop=question.stop,
            only=question.only,
        )


class Ismcts(Searching):
    """Searches a tree of what its seat will see."""

    name = "ismcts"
    description = (
        "Information-set Monte Carlo tree search: one tree over what its seat observes, each "
        "iteration in a new world that agrees with its view."
    )
    settings = DEFAULTS
    parameters = ismcts_parameters(DEFAULTS)

    def think(self, question: Question) -> SearchResult:
        limit = _given(question.limit)
        params = replace(
            self.settings_for(question.view, question.budget),
            lanes=self.lanes,
            exploration=_given(self.spec.number("exploration")),
            estimates=question.estimates,
            hands=question.hands,
        )
        view = searched(question.view)
        tree = Search(view, question.seed, params, only=question.only, nodes=limit.nodes)
        threads = self.lanes if question.threads is None else question.threads
        if question.progress is None:
            ended = tree.run(
                limit.iterations,
                limit.seconds,
                cpu_seconds=limit.cpu_seconds,
                stop=question.stop,
                threads=threads,
            )
        else:
            ended = self._run_in_slices(tree, limit, question, threads)
        return tree.result()._replace(stop_reason=ended)

    def _run_in_slices(
        self, tree: Search, limit: Limit, question: Question, threads: int
    ) -> StopReason:
        """Runs the search and reports on it now and then; the slices change nothing in its result.
        Returns what ended it."""
        started = time.monotonic()
        while True:
            left = None if limit.iterations is None else limit.iterations - tree.iterations
            cpu = None
            if limit.cpu_seconds is not None:
                cpu = max(0.0, limit.cpu_seconds - tree.cpu_seconds)
            seconds = PROGRESS_SECONDS
            if limit.seconds is not None:
                spent = time.monotonic() - started
                seconds = min(seconds, max(0.0, limit.seconds - spent))
            ended = tree.run(left, seconds, cpu_seconds=cpu, stop=question.stop, threads=threads)
            late = limit.seconds is not None and time.monotonic() - started >= limit.seconds
            spent = limit.cpu_seconds is not None and tree.cpu_seconds >= limit.cpu_seconds
            # Not what the flag says now: raised since, it is what ends the next slice, at once.
            stopped = ended is StopReason.STOPPED
            if spent and not late and ended is StopReason.TIME:
                return StopReason.CPU_TIME  # the slice was over at the same time
            if tree.iterations == limit.iterations or late or spent or stopped:
                return ended
            if question.progress is not None:
                question.progress(tree.result())


def searched(view: View) -> SearchView:
    """A view that the engine can search."""
    if not isinstance(view, SearchView):
        raise TypeError(f"{type(view).__name__} is not a view the engine can search")
    return view


def settings_of(bot: Bot) -> SearchParams:
    """The settings of a bot with the evaluator, the policy, the belief, the share of uniform
    decisions and the temperature that its spec names, if it has parameters for them."""
    spec, settings = bot.spec, bot.settings
    if "temperature" in spec.values:
        settings = replace(settings, temperature=_given(spec.number("temperature")))
    if "uniform" in spec.values:
        settings = replace(settings, simulation_uniform=_given(spec.number("uniform")))
    belief = bot.beliefs.get(spec.choice("belief") or "")
    if belief is not None:
        settings = replace(settings, belief=belief)
    if "evaluator" not in spec.values:
        return settings
    named: dict[str | None, EvaluatorTable | None] = {
        "hand-made": settings.evaluator,
        "uniform": UNIFORM,
        None: None,
    }
    named.update(bot.evaluators)
    return replace(
        settings,
        evaluator=named[spec.choice("evaluator")],
        policy=named[spec.choice("policy")],
    )


def _given(value: T | None) -> T:
    """A value that has a default, so that it is there."""
    assert value is not None
    return value
