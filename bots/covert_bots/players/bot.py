"""What every bot is: an adviser that sees a view and nothing else.

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
    """What an answer is to say beside its moves, of a game that has it."""

    comparison: bool = False  # of the first two moves
    hands: bool = False  # in how many worlds each card is in each hand


NOTHING_MORE = Wanted()


class Question(NamedTuple):
    """A decision, and what a bot may use to take it."""

    decision: Decision
    limit: Limit | None  # ends its search; None for a bot that does not search
    seed: int  # of all chance in the search, 0 to 2^64 - 1
    stop: StopFlag | None = None  # ends the search when it is raised
    threads: int | None = None  # to think in, at most; None: one for each lane
    estimates: bool = False  # whether chances to win and final scores are wanted
    hands: bool = False  # whether it is to be counted which cards are in which hands
    progress: Callable[[SearchResult], None] | None = None  # called now and then while it grows
    uncut: Limit | None = None  # the limit before a deadline cut it; None: no deadline did

    @property
    def budget(self) -> Limit | None:
        """By which a bot decides how it searches: the same for the same question, whatever time
        is left."""
        return self.limit if self.uncut is None else self.uncut

    @property
    def view(self) -> View:
        """Of the seat that decides."""
        return self.decision.view

    @property
    def only(self) -> list[int] | None:
        """The actions to choose from, where they are not all that a bot would compare."""
        return self.decision.actions if self.decision.narrowed else None


class Decided(NamedTuple):
    """A move, and how long was thought about it."""

    action: int
    iterations: int


class Bot(ABC):
    """A player of a game; the game's catalogue makes one from a spec."""

    name: ClassVar[str]  # as in a spec
    description: ClassVar[str]  # in a sentence or two
    parameters: ClassVar[tuple[Parameter, ...]] = ()  # what a spec can set
    searches: ClassVar[bool] = False  # whether it takes a budget
    settings: SearchParams = SearchParams()  # of its search, where no parameter sets them; fixed
    evaluators: ClassVar[
        Mapping[str, EvaluatorTable]
    ] = {}  # a spec can name, beside the usual ones
    beliefs: ClassVar[Mapping[str, BeliefTable]] = {}  # a spec can name, beside `uniform`
    expands_all: ClassVar[bool] = False  # whether it looks at actions that can never be better

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def __str__(self) -> str:
        return str(self.spec)

    def with_settings(self, **fields: Any) -> "Bot":
        """A bot like this one with other settings, fields of `SearchParams`. This one stays as it
        is: a catalogue gives the same bot to all who ask for a spec."""
        changed = copy(self)
        changed.settings = replace(self.settings, **fields)
        return changed

    @abstractmethod
    def think(self, question: Question) -> SearchResult:
        """Ranks the actions. Lets go of the GIL while it searches."""

    def valued(self, question: Question) -> SearchResult:
        """Rank the actions of a forced decision, all alike for a bot that does not search."""
        actions = question.decision.actions
        return SearchResult(
            action=actions[0],
            actions=tuple(ActionResult(one, prior=1 / len(actions)) for one in actions),
            values=(),
            iterations=0,
            worlds=0,
            distinct_worlds=0,
            nodes=0,
            stop_reason=StopReason.ITERATIONS,
            variation=(),
        )

    def answers_at_once(self, decision: Decision) -> bool:
        """True if it has its answer within some milliseconds, for it searches nothing."""
        return decision.forced or (self.quick and not self.searches)

    def compared(
        self, view: View, first: int, second: int, seed: int, budget: Limit | None = None
    ) -> Comparison | None:
        """Two moves held against each other, as far ahead as a search with this budget looks; None
        of a bot that cannot, or in such a game."""
        return None

    def words(self, view: View, line: Sequence[int]) -> str:
        """The turn that a line begins, in a sentence; "" where the game has no words for it."""
        return ""

    def shown(self, view: View, step: Step) -> bool:
        """Whether a step of a line may be named: another seat's choice may be one of several that
        look alike."""
        return True

    @property
    def lanes(self) -> int:
        """Lanes of its search, each of which can have a thread of its own."""
        return self.spec.whole("lanes") or 1

    @property
    def quick(self) -> bool:
        """Whether it has an answer within a millisecond, whatever the view."""
        return False

    def budget(self, limit: Limit | None = None) -> Limit | None:
        """The limit of a search when the caller sets `limit`; None for a bot that does not search.

        A budget written in the spec holds beside the caller's, the first reached ends the search;
        the default budget holds only where neither says anything.
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
        """The decision of the view's seat as this bot takes it; DecisionError if there is none."""
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
        """The moves of the seat to decide, ranked, and the recommended turn in words.

        `only` and `avoid` narrow the choice. `on_progress` gets what has been found so far, several
        times a second, from the calling thread. SearchError (a ValueError) names a field that makes
        no sense.
        """
        decision = self.decision(view, only, avoid)
        budget = self.budget(limit)
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
        """The suggestion for a decision within this limit, which is not weighed against the bot's
        own any more. `uncut` is the limit before a deadline cut it, if one did: how the bot
        searches does not depend on the deadline."""
        _check_seed(seed)
        view = decision.view

        def report(result: SearchResult) -> None:
            assert on_progress is not None
            on_progress(self._suggestion(view, seed, result))

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
            found = self._suggestion(view, seed, self.valued(question))
            return found._replace(stop_reason=reason)
        suggestion = self._suggestion(view, seed, self.think(question))
        tried = [one.action for one in suggestion.moves[:2] if one.visits]
        if not wanted.comparison or len(tried) < 2:
            return suggestion
        comparison = self.compared(view, tried[0], tried[1], seed, question.budget)
        return suggestion._replace(comparison=comparison)

    def choose(self, view: View, seed: int, limit: Limit | None = None) -> int:
        """The first move of the suggestion, without what else it says."""
        return self.decide(view, seed, limit).action

    def decide(self, view: View, seed: int, limit: Limit | None = None) -> Decided:
        """The first move of the suggestion, and the iterations that it took."""
        _check_seed(seed)
        decision = self.decision(view)
        if len(decision.actions) == 1:
            return Decided(decision.actions[0], 0)
        found = self.think(Question(decision, self.budget(limit), seed))
        return Decided(found.action, found.iterations)

    def _suggestion(self, view: View, seed: int, result: SearchResult) -> Suggestion:
        line = tuple(step.action for step in result.variation if self.shown(view, step)) or (
            result.action,
        )
        ranked = sorted(
            result.actions,
            key=lambda one: (
                one.action != result.action,
                one.visits == 0,
                -one.lower_bound,
                -one.prior,
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


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 1 << 64:
        raise SearchError("seed", seed, "an integer in 0..2^64-1")


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
