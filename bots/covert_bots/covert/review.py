"""A game looked back at: what a seat's decisions were worth, by the searches of an adviser.

1. The adviser searches the view of the seat at each of its decisions, as for a hint. Where it would
   have done what was done, there is nothing to say.
2. Else the two moves are compared by searches of their own, in which nothing else may be played:
   the better-looking move of many has often had luck with its worlds, and the other was hardly
   tried. Both moves meet the same worlds; several searches with seeds of their own show how sure
   the difference is.

What a move is worth is the margin that the adviser expects: the final points of the seat less those
of its best opponent. What the seat could not know plays no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import fsum, hypot, sqrt
from statistics import fmean, variance
from typing import TypeAlias

from covert_bots.covert.luck import SAMPLES, Luck, ahead, luck_of, margin
from covert_bots.covert.words.turn_story import turn_in_words
from covert_bots.players.bot import Bot, Question
from covert_bots.players.cores import cores
from covert_bots.players.decision import Decision, Search
from covert_engine.covert import CompiledSet, Record, State, View
from covert_engine.search import ActionResult, Limit, SearchResult, StopFlag

SEARCHES = 8  # of each of two moves that are compared
SURE = 2.365  # standard errors of a 95 % interval from so many: Student's t, 7 degrees of freedom
LEAST = 0.5  # points; what costs less is not called a mistake
SEEDS = 1 << 64


class ReviewError(ValueError):
    """A game, a seat or an adviser of which no review can be made."""


@dataclass(frozen=True)
class Difference:
    """A decision at which the adviser would have done something else."""

    after: int  # so many decisions of all seats
    round: int
    phase: str
    played: int  # the action
    better: int  # the adviser's
    gain: float  # points of margin by which the adviser's is worth more; below 0: less
    error: float  # its standard error
    win: float  # how much higher the chance to win is after it
    played_turn: str  # in words, from this decision on
    better_turn: str

    @property
    def mistake(self) -> bool:
        """Whether the adviser's move is surely better, and enough to matter."""
        return self.gain >= LEAST and self.gain > SURE * self.error


@dataclass(frozen=True)
class Review:
    """What there is to say about one seat in a game, or in what has been played of it."""

    seat: int
    over: bool
    scores: tuple[int, ...]  # as the table stands
    winners: tuple[int, ...]  # none before the end
    margin: float  # over the best opponent; before the end, as the evaluator expects it
    decisions: int  # of the seat
    unjudged: int  # of them: moves that no search tries, since another is never worse
    differences: tuple[Difference, ...]  # those with the adviser, the dearest first
    luck: Luck

    @cached_property
    def mistakes(self) -> tuple[Difference, ...]:
        """The dearest first."""
        return tuple(one for one in self.differences if one.mistake)

    @property
    def cost(self) -> float:
        """Points of margin that the mistakes cost."""
        return cost_of([(one.gain, one.error) for one in self.mistakes])[0]

    @property
    def cost_error(self) -> float:
        """Its standard error."""
        return cost_of([(one.gain, one.error) for one in self.mistakes])[1]


def cost_of(mistakes: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Points of margin that mistakes cost together, and the standard error of that; of each mistake
    there is its gain and that gain's error."""
    return fsum(gain for gain, _ in mistakes), hypot(*(error for _, error in mistakes))


Judgement: TypeAlias = Generator[Search, SearchResult, Difference | None]
"""A judgement in the making: it gives searches, is sent what each found, and returns what the
adviser would have done otherwise; None if nothing."""


@dataclass(frozen=True)
class Choice:
    """A decision of the seat, as it was made."""

    after: int  # so many decisions of all seats
    view: View
    line: list[int]  # what it played from there, as long as no other seat decided


class SeatRecord:
    """A game, or what has been played of it, as one seat's decisions."""

    def __init__(self, record: Record, cards: CompiledSet, seat: int) -> None:
        """`cards` are compiled with the options of the record. ReviewError for a seat that is not
        in the game; RecordError if the record does not replay."""
        if not 0 <= seat < record.players:
            raise ReviewError(
                f"seat: {seat}, in a game for {record.players}; expected 0 to {record.players - 1}"
            )
        self.record = record
        self.cards = cards
        self.seat = seat
        self.end = record.replay(cards)
        """Where the record leads."""
        self.decisions = 0
        """Of the seat, with two actions or more to choose from."""
        self.judged = 0
        """Those in which it played what a search tries."""
        self._actors: list[int | None] = []
        for actor, tried, action in self._moves():
            self._actors.append(actor)
            self.decisions += len(tried) > 1
            self.judged += len(tried) > 1 and action in tried

    def choices(self) -> Iterator[Choice]:
        """The decisions to be judged, in order."""
        state = self._dealt()
        for number, (_, tried, action) in enumerate(self._moves(state)):
            if len(tried) > 1 and action in tried:
                end = number
                while end < len(self._actors) and self._actors[end] == self.seat:
                    end += 1
                yield Choice(number, state.view(self.seat), list(self.record.actions[number:end]))

    def _dealt(self) -> State:
        record = self.record
        return State.deal(
            self.cards, record.players, record.seed, record.characters, record.first_player
        )

    def _moves(self, state: State | None = None) -> Iterator[tuple[int | None, list[int], int]]:
        """Of each action of the record who took it, what a search of the seat would have tried, if
        it was the seat, and the action itself, before which `state` then stands."""
        state = self._dealt() if state is None else state
        for action in self.record.actions:
            own = state.actor == self.seat
            yield state.actor, state.legal_actions(canonical=True) if own else [], action
            state.play(action)


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
    """Looks back at a seat's decisions.

    `cards` are compiled with the options of the record, `limit` is that of each search, and
    `samples` are those of its luck. Unless time ends searches, the result is a function of the
    other arguments, whatever the number of `threads` (None: one for each core). `progress` hears
    how many parts of the work are done, of how many. ReviewError for a seat that is not in the
    game, or an adviser that expects no scores; RecordError if the record does not replay.
    """
    game = SeatRecord(record, cards, seat)
    stop = StopFlag()
    budget = adviser.budget(limit)

    def difference(choice: Choice) -> Difference | None:
        judging = judgement(choice, adviser, seed)
        try:
            search = next(judging)
            while True:
                question = Question(
                    search.decision, budget, search.seed, stop, threads=1, estimates=True
                )
                search = judging.send(adviser.think(question))
        except StopIteration as judged:
            found: Difference | None = judged.value
            return found

    with ThreadPoolExecutor(threads or cores()) as pool:
        try:
            luck = pool.submit(luck_of, record, cards, seat, samples, stop)
            differences = []
            parts = game.judged + 1
            progress(0, parts)
            for done, one in enumerate(pool.map(difference, game.choices()), 1):
                differences += [] if one is None else [one]
                progress(done, parts)
            luck_found = luck.result()
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
        differences=tuple(sorted(differences, key=lambda one: -one.gain)),
        luck=luck_found,
    )


def judgement(choice: Choice, adviser: Bot, seed: int = 0) -> Judgement:
    """Judges a decision. ReviewError, in place of the second search, if the adviser expects no
    scores."""
    view, played = choice.view, choice.line[0]
    found = yield Search(adviser.decision(view), seed)
    best = found.best
    if not best.expected_score:
        raise ReviewError(
            f"adviser: {adviser} expects no scores; expected one that does, such as ismcts"
        )
    if best.action == played:
        return None
    gains, chances = [], []
    for number in range(1, SEARCHES + 1):
        compared = []
        for action in (best.action, played):
            decision = Decision(view, [action], searched=True, narrowed=True)
            compared.append((yield Search(decision, (seed + number) % SEEDS)).best)
        better, worse = compared
        gains.append(_margin(better, view.seat) - _margin(worse, view.seat))
        chances.append(better.win_probability[view.seat] - worse.win_probability[view.seat])
    line = [step.action for step in found.variation if adviser.shown(view, step)]
    return Difference(
        after=choice.after,
        round=view.round,
        phase=view.phase,
        played=played,
        better=best.action,
        gain=fmean(gains),
        error=sqrt(variance(gains) / SEARCHES),
        win=fmean(chances),
        played_turn=turn_in_words(view, choice.line),
        better_turn=adviser.words(view, line or [best.action]),
    )


def _margin(move: ActionResult, seat: int) -> float:
    return ahead(move.expected_score, seat)
