"""The kinds of bots: random, one ply, Monte Carlo without a tree and with one, for any game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TypeVar

from covert_bots.players.bot import Bot, Question, ranked_equal
from covert_bots.players.decision import Decision
from covert_bots.players.spec import Parameter
from covert_bots.players.view import View
from covert_engine.search import (
    UNIFORM,
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
# Worlds for the values of a forced decision. Such a value differs by .01 (root mean square, in
# Covert) from that of a search of 3,000 iterations and takes .4 ms, in Covert Action 2.5 ms.
VALUED_WORLDS = 32
NEAR = 2  # rounds of a simulation that still count as quick: the usual horizons are at most this
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
BUDGET = (ITERATIONS, SECONDS, CPU_SECONDS)
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
    """Return the parameters of `greedy`, with defaults from the settings."""
    words = "Worlds in which each action is valued."
    worlds = Parameter("worlds", "int", settings.greedy_worlds, 1, 4096, words)
    return (worlds, _evaluator(EVALUATORS), TEMPERATURE)


def _horizon(settings: SearchParams) -> Parameter:
    words = "Rounds after which a simulation is valued; 0 plays to the end of the game."
    return Parameter("horizon", "int", settings.horizon, 0, 60, words)


def _simulation_parameters(
    settings: SearchParams, evaluators: Sequence[str]
) -> tuple[Parameter, ...]:
    words = "Share of simulated decisions taken evenly at random, not by the policy."
    uniform = Parameter("uniform", "float", settings.simulation_uniform, 0.0, 1.0, words)
    return (_horizon(settings), uniform, _evaluator(evaluators), POLICY, TEMPERATURE)


def flat_parameters(
    settings: SearchParams, evaluators: Sequence[str] = EVALUATORS
) -> tuple[Parameter, ...]:
    """Return the parameters of `flat`, with defaults from the settings."""
    words = "Actions compared at first: the best by the evaluator's priors."
    candidates = Parameter("candidates", "int", settings.flat_candidates, 2, 256, words)
    return (*BUDGET, candidates, *_simulation_parameters(settings, evaluators))


def ismcts_parameters(
    settings: SearchParams, evaluators: Sequence[str] = EVALUATORS
) -> tuple[Parameter, ...]:
    """Return the parameters of `ismcts`, with defaults from the settings."""
    unit = "standard deviations of the values"
    return (*_tree_parameters(settings, unit), *_simulation_parameters(settings, evaluators))


def textbook_parameters(settings: SearchParams) -> tuple[Parameter, ...]:
    """Return the parameters of `ismcts` with UCB and uniform playouts, with defaults from the
    settings."""
    return (*_tree_parameters(settings, "utilities"), _horizon(settings))


def _tree_parameters(settings: SearchParams, unit: str) -> tuple[Parameter, ...]:
    words = "Trees that grow in threads of their own; their roots are added up."
    if settings.lanes_meet:
        words = "Trees that grow in threads of their own and share what they find at the root."
    lanes = Parameter("lanes", "int", settings.lanes, 1, 64, words)
    words = f"Weight of exploring over exploiting, in {unit}."
    exploration = Parameter("exploration", "float", settings.exploration, 0.0, 100.0, words)
    return (*BUDGET, NODES, lanes, exploration)


class Random(Bot):
    """A bot that takes any legal action."""

    name = "random"
    description = "Plays a legal action at random, each equally likely."
    expands_all = True
    quick = True

    def think(self, question: Question) -> SearchResult:
        actions = question.decision.actions
        key = question.seed.to_bytes(8, "little") + question.view.digest()
        draw = int.from_bytes(blake2b(key, digest_size=8).digest(), "little")
        return ranked_equal(actions, draw * len(actions) >> 64)


class Greedy(Bot):
    """A bot that looks one action ahead."""

    name = "greedy"
    description = (
        "Tries each action in a few worlds that agree with its view and takes the one that leads "
        "to the best position by a hand-made value. Does not search."
    )
    settings = DEFAULTS
    parameters = greedy_parameters(DEFAULTS)

    @property
    def quick(self) -> bool:
        """True if it values each action in no more worlds than by default."""
        return _required(self.spec.whole("worlds")) <= self.settings.greedy_worlds

    def think(self, question: Question) -> SearchResult:
        params = replace(
            settings_of(self),
            greedy_worlds=_required(self.spec.whole("worlds")),
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
        """Value the actions of a forced decision by simulations like those of its searches. The
        values are a function of the view, the limits and the seed, not of time."""
        actions = question.decision.actions
        worlds = VALUED_WORLDS
        if question.limit is not None and question.limit.iterations is not None:
            worlds = min(worlds, max(1, question.limit.iterations // len(actions)))
        params = self.params(question)
        return valued(searched(question.view), actions, worlds, question.seed, params)

    def answers_at_once(self, decision: Decision) -> bool:
        """Return true for a forced decision with a short horizon."""
        horizon = self.settings_for(decision.view, None).horizon
        return decision.forced and 0 < horizon <= NEAR

    def params(self, question: Question) -> SearchParams:
        """Return the parameters of the search for this question."""
        return replace(
            self.settings_for(question.view, question.budget),
            estimates=question.estimates,
            hands=question.hands,
        )

    def settings_for(self, view: View, budget: Limit | None) -> SearchParams:
        """Return the settings of a search of this view with this budget."""
        settings = settings_of(self)
        horizon = self.spec.whole("horizon")
        return settings if horizon is None else replace(settings, horizon=horizon)


class Flat(Searching):
    """A bot that compares actions by simulations, without a tree."""

    name = "flat"
    description = (
        "Monte Carlo without a tree: plays the best-looking actions out in worlds common to all of "
        "them and halves the field again and again."
    )
    settings = DEFAULTS
    parameters = flat_parameters(DEFAULTS)

    def params(self, question: Question) -> SearchParams:
        candidates = _required(self.spec.whole("candidates"))
        return replace(super().params(question), flat_candidates=candidates)

    def think(self, question: Question) -> SearchResult:
        return flat(
            searched(question.view),
            _required(question.limit),
            question.seed,
            self.params(question),
            stop=question.stop,
            only=question.only,
        )


class Ismcts(Searching):
    """A bot that searches a tree of its seat's observations."""

    name = "ismcts"
    description = (
        "Information-set Monte Carlo tree search: one tree over what its seat observes, each "
        "iteration in a new world that agrees with its view."
    )
    settings = DEFAULTS
    parameters = ismcts_parameters(DEFAULTS)

    def think(self, question: Question) -> SearchResult:
        limit = _required(question.limit)
        exploration = _required(self.spec.number("exploration"))
        params = replace(self.params(question), lanes=self.lanes, exploration=exploration)
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
        """Run the search in slices, which do not change its result, and report after each. Return
        the reason for its end."""
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
            # Not the flag itself: if it was raised since, it ends the next slice at once.
            stopped = ended is StopReason.STOPPED
            if spent and not late and ended is StopReason.TIME:
                return StopReason.CPU_TIME  # the slice ended at the same time
            if tree.iterations == limit.iterations or late or spent or stopped:
                return ended
            if question.progress is not None:
                question.progress(tree.result())


def searched(view: View) -> SearchView:
    """Return the view as one that the engine can search; TypeError if it cannot."""
    if not isinstance(view, SearchView):
        raise TypeError(f"{type(view).__name__} is not a view the engine can search")
    return view


def settings_of(bot: Bot) -> SearchParams:
    """Return the settings of a bot, changed by the parameters of its spec: evaluator, policy,
    belief, share of uniform decisions and temperature, as far as it has them."""
    spec, settings = bot.spec, bot.settings
    if "temperature" in spec.values:
        settings = replace(settings, temperature=_required(spec.number("temperature")))
    if "uniform" in spec.values:
        settings = replace(settings, simulation_uniform=_required(spec.number("uniform")))
    belief = bot.beliefs.get(spec.choice("belief") or "")
    if belief is not None:
        settings = replace(settings, belief=belief)
    if "evaluator" not in spec.values:
        return settings
    evaluators: dict[str | None, EvaluatorTable | None] = {
        "hand-made": settings.evaluator,
        "uniform": UNIFORM,
        None: None,
    }
    evaluators.update(bot.evaluators)
    return replace(
        settings,
        evaluator=evaluators[spec.choice("evaluator")],
        policy=evaluators[spec.choice("policy")],
    )


def _required(value: T | None) -> T:
    """Return a value that is never None because its parameter has a default."""
    assert value is not None
    return value
