"""Reviews of games: the cost of a seat's decisions, by the searches of an adviser.

1. The adviser searches the view of the seat at each of its decisions, as for a hint. If it
   recommends the move played, the decision is done.
2. Else the two moves are compared by searches of their own, which may play nothing else: the best
   of many moves was often lucky with its worlds, and the move played was hardly tried. Both moves
   get the same worlds; several searches with their own seeds give the error of the difference.
3. Of a mistake the better turn is searched to its end, and both moves are played on in the same
   worlds, to tell the reason.

The value of a move is the margin that the adviser expects: the final points of the seat less those
of its best opponent. It depends only on what the seat knew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import fsum, hypot, sqrt
from statistics import fmean, variance
from typing import NamedTuple, TypeAlias, TypeVar

from covert_bots.covert.hinted_turn import STEP, in_any_order
from covert_bots.covert.luck import SAMPLES, Luck, ahead, dealt, luck_of, margin
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.differences import for_and_against, played_on
from covert_bots.covert.words.effects import effects
from covert_bots.covert.words.turn_story import played_in_words, turn_of, view_after
from covert_bots.players.bot import Bot, Question
from covert_bots.players.cores import cores
from covert_bots.players.decision import Decision, Search
from covert_engine.covert import CompiledSet, Record, State, View
from covert_engine.search import Limit, SearchResult, StopFlag

SEARCHES = 8  # of each of two moves that are compared
SURE = 2.365  # standard errors of their 95% interval: Student's t, 7 degrees of freedom
LEAST = 0.5  # points; the least cost of a mistake
LONGEST_TURN = 24  # decisions of a better turn that are told; real ones are shorter
SEEDS = 1 << 64
T = TypeVar("T")


class ReviewError(ValueError):
    """A game, a seat or an adviser that does not allow a review."""


@dataclass(frozen=True)
class Difference:
    """A decision at which the adviser prefers another move."""

    after: int  # number of decisions of all seats before it
    round: int
    phase: str
    played: int  # the action
    better: int  # the adviser's
    gain: float  # points of margin by which the adviser's move is better; below 0: worse
    error: float  # its standard error
    win: float  # gain in the chance to win
    played_turn: str  # in words, from this decision on
    better_turn: str
    better_line: tuple[int, ...] = ()  # the decisions of that turn
    reason: str = ""  # of a mistake: the effects of the better turn, and how the two compare

    @property
    def mistake(self) -> bool:
        """True if the adviser's move is significantly better, and by enough to matter."""
        return is_mistake(self.gain, self.error)


def is_mistake(gain: float, error: float) -> bool:
    """Return True if another move is significantly better by this gain, and by enough to matter;
    `error` is the gain's standard error."""
    return gain >= LEAST and gain > SURE * error


@dataclass(frozen=True)
class Review:
    """A review of a seat in a game, finished or not."""

    seat: int
    over: bool
    scores: tuple[int, ...]  # current points
    winners: tuple[int, ...]  # none before the end
    margin: float  # over the best opponent; before the end, as the evaluator expects it
    decisions: int  # of the seat
    unjudged: int  # of them: moves that no search tries, since another is never worse
    differences: tuple[Difference, ...]  # from the adviser, costliest first
    luck: Luck

    @cached_property
    def mistakes(self) -> tuple[Difference, ...]:
        """The mistakes, costliest first."""
        return tuple(difference for difference in self.differences if difference.mistake)

    @property
    def cost(self) -> float:
        """Points of margin that the mistakes cost."""
        return cost_of([(mistake.gain, mistake.error) for mistake in self.mistakes])[0]

    @property
    def cost_error(self) -> float:
        """The standard error of the cost."""
        return cost_of([(mistake.gain, mistake.error) for mistake in self.mistakes])[1]


def cost_of(mistakes: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Sum the cost of mistakes, in points of margin; return it with its standard error. A mistake
    is its gain and the gain's error."""
    return fsum(gain for gain, _ in mistakes), hypot(*(error for _, error in mistakes))


class Judged(NamedTuple):
    """A decision of the seat, judged."""

    expected_score: tuple[float, ...]  # by seat, before the decision
    win_probability: tuple[float, ...]
    difference: Difference | None  # from the adviser


Judgement: TypeAlias = Generator[Search, SearchResult, Judged]
"""A judgement in progress: it yields searches, is sent their results, and returns the decision as
it was judged."""


class Choice(NamedTuple):
    """A decision of the seat, with its move."""

    after: int  # number of decisions of all seats before it
    view: View
    line: list[int]  # its actions from there on, until another seat decides


class SeatRecord:
    """A game, finished or not, as the decisions of a seat."""

    def __init__(
        self, record: Record, cards: CompiledSet, seat: int, after: Collection[int] = ()
    ) -> None:
        """Replay a record. `cards` are compiled with its options; if there are places in `after`,
        only the decisions after so many actions count. ReviewError for a seat that is not in the
        game, or a place that is no decision of the seat; RecordError if the record does not
        replay."""
        if not 0 <= seat < record.players:
            raise ReviewError(
                f"seat: {seat}, in a game for {record.players}; expected 0 to {record.players - 1}"
            )
        self.record = record
        self.cards = cards
        self.seat = seat
        self.end = record.replay(cards)
        """The state at the end of the record."""
        self.decisions = 0
        """Decisions of the seat between two actions or more."""
        self.judged = 0
        """Decisions with a move that a search tries."""
        self._actors: list[int | None] = []
        self._after = frozenset(after)
        own = set()
        for number, (actor, tried, action) in enumerate(self._moves()):
            self._actors.append(actor)
            if len(tried) > 1:
                own.add(number)
                self.decisions += self._asked(number)
                self.judged += self._asked(number) and action in tried
        for number in after:
            if number not in own:
                raise ReviewError(
                    f"after: {number}, where seat {seat} has nothing to decide; expected the place "
                    "of one of its decisions"
                )

    def choices(self) -> Iterator[Choice]:
        """Yield the decisions to be judged, in order."""
        state = dealt(self.record, self.cards, self.record.seed)
        for number, (_, tried, action) in enumerate(self._moves(state)):
            if len(tried) > 1 and action in tried and self._asked(number):
                end = number
                while end < len(self._actors) and self._actors[end] == self.seat:
                    end += 1
                view = in_any_order(state.view(self.seat))
                yield Choice(number, view, list(self.record.actions[number:end]))

    def _asked(self, number: int) -> bool:
        return not self._after or number in self._after

    def _moves(self, state: State | None = None) -> Iterator[tuple[int | None, list[int], int]]:
        """Yield for each action of the record its actor, the actions that a search of the seat
        tries (none for other seats), and the action; `state` is then the state before it."""
        state = state or dealt(self.record, self.cards, self.record.seed)
        for action in self.record.actions:
            own = state.actor == self.seat
            yield state.actor, _tried(state) if own else [], action
            state.play(action)


def _tried(state: State) -> list[int]:
    """Return the actions that a search of the seat to decide tries."""
    if state.decision != STEP:
        return state.legal_actions(canonical=True)
    assert state.actor is not None
    return in_any_order(state.view(state.actor)).legal_actions(canonical=True)


def review(
    record: Record,
    cards: CompiledSet,
    seat: int,
    adviser: Bot,
    limit: Limit | None = None,
    seed: int = 0,
    *,
    samples: int = SAMPLES,
    threads: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Review a seat's decisions.

    `cards` are compiled with the options of the record, `limit` is that of each search, `samples`
    those of the luck. Unless time ends searches, the result does not depend on the number of
    `threads` (None: one for each core). `progress` gets the number of parts done and of all parts.
    ReviewError for a seat that is not in the game, or an adviser that expects no scores;
    RecordError if the record does not replay.
    """
    game = SeatRecord(record, cards, seat)
    stop = StopFlag()
    budget = adviser.budget(limit)

    def difference(choice: Choice) -> Difference | None:
        return answered(judgement(choice, adviser, seed), adviser, budget, stop).difference

    with ThreadPoolExecutor(threads or cores()) as pool:
        try:
            counting = pool.submit(luck_of, record, cards, seat, samples, stop)
            differences = []
            parts = game.judged + 1
            progress(0, parts)
            for done, judged in enumerate(pool.map(difference, game.choices()), 1):
                differences += [] if judged is None else [judged]
                progress(done, parts)
            luck = counting.result()
            progress(parts, parts)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return Review(
        seat=seat,
        over=game.end.over,
        scores=tuple(game.end.scores()),
        winners=tuple(game.end.winners()) if game.end.over else (),
        margin=margin(game.end, seat),
        decisions=game.decisions,
        unjudged=game.decisions - game.judged,
        differences=tuple(sorted(differences, key=lambda judged: -judged.gain)),
        luck=luck,
    )


def answered(
    task: Generator[Search, SearchResult, T],
    adviser: Bot,
    budget: Limit | None,
    stop: StopFlag | None = None,
) -> T:
    """Do the searches that a task yields, and return its result."""
    try:
        search = next(task)
        while True:
            question = Question(
                search.decision, budget, search.seed, stop, threads=1, estimates=True
            )
            search = task.send(adviser.think(question))
    except StopIteration as ended:
        result: T = ended.value
        return result


def judgement(choice: Choice, adviser: Bot, seed: int = 0) -> Judgement:
    """Judge a decision. ReviewError, in place of the second search, if the adviser expects no
    scores."""
    view, played = choice.view, choice.line[0]
    result = yield Search(adviser.decision(view), seed)
    best = result.best
    if not best.expected_score:
        raise ReviewError(
            f"adviser: {adviser} expects no scores; expected one that does, such as ismcts"
        )
    if best.action == played:
        return Judged(best.expected_score, best.win_probability, None)
    better = yield from worth(view, best.action, seed)
    worse = yield from worth(view, played, seed)
    gain, error = difference_of(better.margins, worse.margins)
    line = [step.action for step in result.variation if adviser.shown(view, step)] or [best.action]
    reason = ""
    if is_mistake(gain, error):
        line = yield from _to_the_end(view, line, adviser, seed)
        reason = " ".join(_reasons(view, line, played, adviser, seed))
    difference = Difference(
        after=choice.after,
        round=view.round,
        phase=view.phase,
        played=played,
        better=best.action,
        gain=gain,
        error=error,
        win=fmean(better.chances) - fmean(worse.chances),
        played_turn=played_in_words(view, choice.line),
        better_turn=adviser.words(view, line),
        better_line=tuple(turn_of(view, line).decided),
        reason=reason,
    )
    return Judged(best.expected_score, best.win_probability, difference)


class Worth(NamedTuple):
    """The worth of a move in each of the searches that have only this move."""

    margins: list[float]  # points
    chances: list[float]  # to win


def worth(view: View, action: int, seed: int) -> Generator[Search, SearchResult, Worth]:
    """Search a move by itself; the worlds of these searches are the same for all moves."""
    values = Worth([], [])
    decision = Decision(view, [action], searched=True, narrowed=True)
    for number in range(1, SEARCHES + 1):
        move = (yield Search(decision, (seed + number) % SEEDS)).best
        values.margins.append(ahead(move.expected_score, view.seat))
        values.chances.append(move.win_probability[view.seat])
    return values


def difference_of(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of two moves' margins in the same worlds, and its standard
    error."""
    gains = [own - other for own, other in zip(better, worse, strict=True)]
    return fmean(gains), sqrt(variance(gains) / SEARCHES)


def _to_the_end(
    view: View, line: list[int], adviser: Bot, seed: int
) -> Generator[Search, SearchResult, list[int]]:
    """Search on along a line until it is the whole turn of the seat, or depends on chance."""
    now, turn = view, turn_of(view, line)
    told = turn.decided
    while not (turn.complete or turn.by_chance) and len(told) < LONGEST_TURN:
        after = view_after(now, turn.decided)
        if after is None:
            break
        now = in_any_order(after)
        result = yield Search(adviser.decision(now), seed)
        steps = [step.action for step in result.variation if adviser.shown(now, step)]
        turn = turn_of(now, steps or [result.action])
        told = told + turn.decided
    return told


def _reasons(
    view: View, turn: Sequence[int], played: int, adviser: Bot, seed: int
) -> Iterator[str]:
    """Yield the effects of the better turn, and what else speaks for its first move.

    Played on by the policy alone, the move need not be better than the other: some need the right
    moves after them. Then these figures are no reason.
    """
    yield from effects(view, turn, SEAT_NAMES)
    comparison = adviser.compared(view, turn[0], played, seed)
    result = None if comparison is None else played_on(view, comparison)
    if result is not None and result.differences[0].clear and result.differences[0].more > 0:
        yield from for_and_against(view, result)
