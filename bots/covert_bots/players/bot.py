"""What every bot is: an adviser that sees a view and nothing else.

A bot keeps nothing between calls and may be asked from several threads at once. Its answer is a
function of the view, the limit and the seed unless time or a stop flag ends the search. The search
mixes the seed with the view, so one seed serves a whole game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeVar

from covert_bots.players.game import View
from covert_bots.players.spec import Parameter, Spec
from covert_bots.players.suggestion import RankedMove, Suggestion
from covert_engine.search import (
    ActionResult,
    Limit,
    SearchError,
    SearchParams,
    SearchResult,
    Step,
    StopFlag,
)

__all__ = ["Bot", "Decided", "Question", "RankedMove", "Suggestion"]

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Question:
    """One decision as a bot gets it: checked, and with at least two actions to choose from."""

    view: View  # of the seat that decides
    limit: Limit | None  # None for a bot that does not search
    seed: int  # of all chance in the search, 0 to 2^64 - 1
    only: Sequence[int] | None  # the actions to choose from, where they are not all
    stop: StopFlag | None = None  # ends the search when it is raised
    threads: int | None = None  # to think in, at most; None: one for each lane
    estimates: bool = False  # whether chances to win and final scores are wanted
    progress: Callable[[SearchResult], None] | None = None  # called now and then while it grows


class Decided(NamedTuple):
    """A move, and how long was thought about it."""

    action: int
    iterations: int


class _Candidates(NamedTuple):
    """What a decision is narrowed to."""

    actions: list[int]
    expanded: bool  # whether the bot looks at them: not if each can only be worse than another
    narrowed: bool  # whether it would look at more


class Bot(ABC):
    """A player of a game; the game's catalogue makes one from a spec."""

    name: ClassVar[str]  # as in a spec
    description: ClassVar[str]  # in a sentence or two
    parameters: ClassVar[tuple[Parameter, ...]] = ()  # what a spec can set
    searches: ClassVar[bool] = False  # whether it takes a budget
    settings: ClassVar[SearchParams] = SearchParams()  # of its search, where no parameter sets them
    expands_all: ClassVar[bool] = False  # whether it looks at actions that can never be better

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def __str__(self) -> str:
        return str(self.spec)

    @abstractmethod
    def think(self, question: Question) -> SearchResult:
        """Ranks the actions. Lets go of the GIL while it searches."""

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
    ) -> Suggestion:
        """The moves of the seat to decide, ranked, and the recommended turn in words.

        `only` and `avoid` narrow the choice. `on_progress` gets what has been found so far, several
        times a second, from the calling thread. SearchError (a ValueError) names a field that makes
        no sense.
        """
        candidates = self._candidates(view, seed, only, avoid)

        def told(result: SearchResult) -> Suggestion:
            return self._suggestion(view, seed, result)

        if len(candidates.actions) == 1:
            return self._unsearched(view, candidates.actions, "one_move", seed)
        if not candidates.expanded:
            return self._unsearched(view, candidates.actions, "no_search", seed)
        question = Question(
            view=view,
            limit=self.budget(limit),
            seed=seed,
            only=candidates.actions if candidates.narrowed else None,
            stop=stop,
            threads=threads,
            estimates=True,
            progress=None if on_progress is None else lambda result: on_progress(told(result)),
        )
        return told(self.think(question))

    def choose(self, view: View, seed: int, limit: Limit | None = None) -> int:
        """The first move of the suggestion, without what else it says."""
        return self.decide(view, seed, limit).action

    def decide(self, view: View, seed: int, limit: Limit | None = None) -> Decided:
        """The first move of the suggestion, and the iterations that it took."""
        candidates = self._candidates(view, seed, None, None)
        if len(candidates.actions) == 1:
            return Decided(candidates.actions[0], 0)
        found = self.think(Question(view, self.budget(limit), seed, only=None))
        return Decided(found.action, found.iterations)

    def _candidates(
        self, view: View, seed: int, only: Collection[int] | None, avoid: Collection[int] | None
    ) -> _Candidates:
        if view.actor != view.seat:
            raise SearchError("view", view, f"a view in which its own seat {view.seat} decides")
        if not 0 <= seed < 1 << 64:
            raise SearchError("seed", seed, "an integer in 0..2^64-1")
        legal = view.legal_actions()
        for field, named in (("only", only), ("avoid", avoid)):
            for action in named or ():
                if action not in legal:
                    raise SearchError(field, action, f"one of the legal actions {legal}")
        expanded = legal if self.expands_all else view.legal_actions(canonical=True)
        for choice in (expanded, legal):
            kept = [
                action
                for action in choice
                if (only is None or action in only) and (avoid is None or action not in avoid)
            ]
            if kept:
                return _Candidates(kept, choice is expanded, len(kept) < len(choice))
        field, named = ("only", only) if avoid is None else ("avoid", avoid)
        raise SearchError(field, named, f"to leave at least one of the legal actions {legal}")

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
        return Suggestion(
            moves=[_ranked_move(one, view, line) for one in ranked],
            turn_in_words=self.words(view, line),
            iterations=result.iterations,
            worlds=result.worlds,
            distinct_worlds=result.distinct_worlds,
            stop_reason=result.stop_reason.value if self.searches else "no_search",
            seed=seed,
        )

    def _unsearched(self, view: View, actions: Sequence[int], reason: str, seed: int) -> Suggestion:
        prior = 1 / len(actions)
        return Suggestion(
            moves=[RankedMove(one, prior=prior, principal_variation=(one,)) for one in actions],
            turn_in_words=self.words(view, actions[:1]),
            iterations=0,
            worlds=0,
            distinct_worlds=0,
            stop_reason=reason,
            seed=seed,
        )


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _ranked_move(one: ActionResult, view: View, line: tuple[int, ...]) -> RankedMove:
    players = len(one.estimates) // 2  # the game's figures: final scores, then chances to win
    return RankedMove(
        action=one.action,
        visits=one.visits,
        availability=one.availability,
        prior=one.prior,
        value=one.values[view.seat] if one.values else 0.0,
        standard_error=one.standard_error,
        lower_bound=one.lower_bound,
        win_probability=one.estimates[players:],
        expected_score=one.estimates[:players],
        principal_variation=line if line[0] == one.action else (one.action,),
    )
