"""The base class of bots. A bot is an adviser that sees a view and nothing else.

A bot keeps nothing between calls and may be asked from several threads at once. Its answer is a
function of the view, the limit and the seed unless time or a stop flag ends the search. The search
mixes the seed with the view, so one seed serves a whole game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from covert_bots.players.decision import Decision, decision_of
from covert_bots.players.spec import Parameter, Spec
from covert_bots.players.suggestion import Suggestion
from covert_bots.players.view import View
from covert_engine.search import (
    ActionResult,
    BeliefTable,
    Comparison,
    EvaluatorTable,
    Limit,
    SearchError,
    SearchParams,
    SearchResult,
    Step,
    StopFlag,
    StopReason,
)

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Wanted:
    """The optional parts of an answer, where the game has them."""

    comparison: bool = False  # of the first two moves
    hands: bool = False  # number of worlds in which a card is in a hand, for each card and hand
    plans: bool = False  # for the missions of a seat: the way to each symbol, without a search
    opponents: tuple[str, ...] = ()  # specs of the bots that sit at the seats, for their chances


NOTHING_MORE = Wanted()


class Question(NamedTuple):
    """A decision, and the means that a bot may use to take it."""

    decision: Decision
    limit: Limit | None  # ends its search; None for a bot that does not search
    seed: int  # of all chance in the search, 0 to 2^64 - 1
    stop: StopFlag | None = None  # ends the search when it is raised
    threads: int | None = None  # to think in, at most; None: one for each lane
    estimates: bool = False  # true to estimate chances to win and final scores
    hands: bool = False  # true to count the worlds in which a card is in a hand
    progress: Callable[[SearchResult], None] | None = None  # called at intervals in the search
    uncut: Limit | None = None  # the limit before a deadline cut it; None: no deadline did

    @property
    def budget(self) -> Limit | None:
        """The limit by which a bot chooses its settings; it does not depend on a deadline."""
        return self.limit if self.uncut is None else self.uncut

    @property
    def view(self) -> View:
        """The view of the seat that decides."""
        return self.decision.view

    @property
    def only(self) -> list[int] | None:
        """The actions to choose from; None for all that a bot would compare."""
        return self.decision.actions if self.decision.narrowed else None


class Decided(NamedTuple):
    """A move, the iterations of the search that chose it, and its value there."""

    action: int
    iterations: int
    value: float | None = None  # to the seat, 0 to 1; None where the move was not valued


class Bot(ABC):
    """A player of a game; the game's catalogue makes one from a spec."""

    name: ClassVar[str]  # as in a spec
    description: ClassVar[str]  # in a sentence or two
    parameters: ClassVar[tuple[Parameter, ...]] = ()  # of a spec
    searches: ClassVar[bool] = False  # true if it takes a budget
    pausable: ClassVar[bool] = True  # false if it thinks on while its stop flag says to pause
    settings: SearchParams = SearchParams()  # of its search, where no parameter sets them
    evaluators: ClassVar[
        Mapping[str, EvaluatorTable]
    ] = {}  # by their names in a spec, beside the usual ones
    beliefs: ClassVar[Mapping[str, BeliefTable]] = {}  # by their names in a spec
    expands_all: ClassVar[bool] = False  # true if it considers actions that can never be better

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def __str__(self) -> str:
        return str(self.spec)

    def with_settings(self, **fields: Any) -> "Bot":
        """Return a copy with some settings replaced, fields of `SearchParams`. This bot does not
        change: a catalogue gives the same bot to all callers."""
        changed = copy(self)
        changed.settings = replace(self.settings, **fields)
        return changed

    @abstractmethod
    def think(self, question: Question) -> SearchResult:
        """Rank the actions. Release the GIL while searching."""

    def valued(self, question: Question) -> SearchResult:
        """Rank the actions of a forced decision; a bot that does not search ranks them equal."""
        return ranked_equal(question.decision.actions, 0)

    def answers_at_once(self, decision: Decision) -> bool:
        """Return true if the bot answers without a search, within some milliseconds."""
        return decision.forced or (self.quick and not self.searches)

    def compared(
        self, view: View, first: int, second: int, seed: int, budget: Limit | None = None
    ) -> Comparison | None:
        """Compare two moves, as far ahead as a search with this budget looks; None if the bot or
        the game has no comparison."""
        return None

    def words(self, view: View, line: Sequence[int]) -> str:
        """Return the turn that a line begins as a sentence; "" if the game has none."""
        return ""

    def shown(self, view: View, step: Step) -> bool:
        """Return true if a step of a line may be named: another seat's choice may look the same as
        its alternatives."""
        return True

    @property
    def lanes(self) -> int:
        """The number of lanes of its search; each can have a thread of its own."""
        return self.spec.whole("lanes") or 1

    @property
    def quick(self) -> bool:
        """True if it answers any view within a millisecond."""
        return False

    def budget(self, limit: Limit | None = None) -> Limit | None:
        """Return the limit of a search when the caller sets `limit`; None if the bot does not
        search.

        A budget in the spec holds beside the caller's, and the first reached ends the search; the
        default budget holds only where neither sets one.
        """
        if not self.searches:
            return None
        iterations, nodes = self.spec.whole("iterations"), self.spec.whole("nodes")
        seconds, cpu_seconds = self.spec.number("seconds"), self.spec.number("cpu_seconds")
        timed = (seconds, cpu_seconds) != (None, None)
        if "iterations" not in self.spec.written and (limit is not None or timed):
            iterations = None
        if limit is None:
            return Limit(iterations, seconds, cpu_seconds, nodes)
        return Limit(
            _least(limit.iterations, iterations),
            _least(limit.seconds, seconds),
            _least(limit.cpu_seconds, cpu_seconds),
            _least(limit.nodes, nodes),
        )

    def decision(
        self,
        view: View,
        only: Collection[int] | None = None,
        avoid: Collection[int] | None = None,
    ) -> Decision:
        """Return the decision of the view's seat for this bot; DecisionError if there is none."""
        return decision_of(view, only, avoid, all_actions=self.expands_all)

    def suggest(
        self,
        view: View,
        limit: Limit | None = None,
        seed: int = 0,
        stop: StopFlag | None = None,
        only: Collection[int] | None = None,
        avoid: Collection[int] | None = None,
        on_progress: Callable[[Suggestion], None] | None = None,
        *,
        threads: int | None = None,
        wanted: Wanted = NOTHING_MORE,
    ) -> Suggestion:
        """Rank the moves of the seat to decide, and put the recommended turn into words.

        `only` and `avoid` narrow the choice. `on_progress` gets the suggestion so far, several
        times a second, in the calling thread. SearchError (a ValueError) names an invalid field.
        """
        decision, budget = self.decision(view, only, avoid), self.budget(limit)
        return self.answer(
            decision, budget, seed, stop, on_progress, threads=threads, wanted=wanted
        )

    def answer(
        self,
        decision: Decision,
        limit: Limit | None,
        seed: int,
        stop: StopFlag | None = None,
        on_progress: Callable[[Suggestion], None] | None = None,
        *,
        threads: int | None = None,
        wanted: Wanted = NOTHING_MORE,
        uncut: Limit | None = None,
    ) -> Suggestion:
        """Return the suggestion for a decision. The bot's own budget does not apply beside `limit`.
        `uncut` is the limit before a deadline cut it, if any; the bot's settings depend on it."""
        _check_seed(seed)
        view = decision.view

        def suggestion_of(result: SearchResult) -> Suggestion:
            answer = self._suggestion(view, seed, result)
            return answer._replace(plans=wanted.plans, opponents=wanted.opponents)

        def report(result: SearchResult) -> None:
            assert on_progress is not None
            on_progress(suggestion_of(result))

        question = Question(
            decision=decision,
            limit=limit,
            seed=seed,
            stop=stop,
            threads=threads,
            estimates=True,
            hands=wanted.hands,
            progress=None if on_progress is None else report,
            uncut=uncut,
        )
        if decision.forced:
            reason = "one_move" if len(decision.actions) == 1 else "no_search"
            return suggestion_of(self.valued(question))._replace(stop_reason=reason)
        suggestion = suggestion_of(self.think(question))
        tried = [move.action for move in suggestion.moves[:2] if move.visits]
        if not wanted.comparison or len(tried) < 2:
            return suggestion
        comparison = self.compared(view, tried[0], tried[1], seed, question.budget)
        return suggestion._replace(comparison=comparison)

    def choose(self, view: View, seed: int, limit: Limit | None = None) -> int:
        """Return the first move of the suggestion."""
        return self.decide(view, seed, limit).action

    def decide(self, view: View, seed: int, limit: Limit | None = None) -> Decided:
        """Return the first move of the suggestion, and the iterations and its value in the
        search."""
        _check_seed(seed)
        decision = self.decision(view)
        if len(decision.actions) == 1:
            return Decided(decision.actions[0], 0)
        result = self.think(Question(decision, self.budget(limit), seed))
        best = result.best
        return Decided(result.action, result.iterations, best.value if best.visits else None)

    def _suggestion(self, view: View, seed: int, result: SearchResult) -> Suggestion:
        line = tuple(step.action for step in result.variation if self.shown(view, step)) or (
            result.action,
        )
        ranked = sorted(
            result.actions,
            key=lambda move: (
                move.action != result.action,
                move.visits == 0,
                -move.lower_bound,
                -move.prior,
            ),
        )
        stopped = result.stop_reason is StopReason.STOPPED
        return Suggestion(
            moves=ranked,
            principal_variation=line if line[0] == result.action else (result.action,),
            turn_in_words=self.words(view, line),
            iterations=result.iterations,
            worlds=result.worlds,
            distinct_worlds=result.distinct_worlds,
            stop_reason=result.stop_reason.value if self.searches or stopped else "no_search",
            seed=seed,
            hands=result.hands,
        )


def ranked_equal(actions: Sequence[int], place: int) -> SearchResult:
    """Return an answer without a search, with the action at this place as the best."""
    return SearchResult(
        action=actions[place],
        actions=tuple(ActionResult(action, prior=1 / len(actions)) for action in actions),
        values=(),
        iterations=0,
        worlds=0,
        distinct_worlds=0,
        nodes=0,
        stop_reason=StopReason.ITERATIONS,
        variation=(),
    )


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 1 << 64:
        raise SearchError("seed", seed, "an integer in 0..2^64-1")


def _least(limit: Number | None, other: Number | None) -> Number | None:
    if limit is None or other is None:
        return other if limit is None else limit
    return min(limit, other)
