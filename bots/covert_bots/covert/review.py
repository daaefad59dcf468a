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

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import fsum, hypot, sqrt
from statistics import fmean, variance

from covert_bots.covert.luck import SAMPLES, Luck, ahead, luck_of, margin
from covert_bots.covert.words.turn_story import turn_in_words
from covert_bots.players.bot import Bot, Question
from covert_bots.players.cores import cores
from covert_bots.players.decision import Decision
from covert_engine.covert import CompiledSet, Record, State, View
from covert_engine.search import ActionResult, Limit, StopFlag

__all__ = ["LEAST", "SURE", "Difference", "Review", "ReviewError", "review"]

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
        return fsum(one.gain for one in self.mistakes)

    @property
    def cost_error(self) -> float:
        """Its standard error."""
        return hypot(*(one.error for one in self.mistakes))


@dataclass(frozen=True)
class _Choice:
    """A decision of the seat, as it was made."""

    after: int  # so many decisions of all seats
    view: View
    line: list[int]  # what it played from there, as long as no other seat decided


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
    if not 0 <= seat < record.players:
        raise ReviewError(
            f"seat: {seat}, in a game for {record.players}; expected 0 to {record.players - 1}"
        )
    state = record.replay(cards)
    found = list(_choices(record, cards, seat))
    judged = [one for one in found if one.line[0] in one.view.legal_actions(canonical=True)]
    stop = StopFlag()

    def difference(choice: _Choice) -> Difference | None:
        return _difference(choice, adviser, limit, seed, stop)

    with ThreadPoolExecutor(threads or cores()) as pool:
        try:
            luck = pool.submit(luck_of, record, cards, seat, samples, stop)
            differences = []
            parts = len(judged) + 1
            progress(0, parts)
            for done, one in enumerate(pool.map(difference, judged), 1):
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
        over=state.over,
        scores=tuple(state.scores()),
        winners=tuple(state.winners()) if state.over else (),
        margin=margin(state, seat),
        decisions=len(found),
        unjudged=len(found) - len(judged),
        differences=tuple(sorted(differences, key=lambda one: -one.gain)),
        luck=luck_found,
    )


def _choices(record: Record, cards: CompiledSet, seat: int) -> Iterator[_Choice]:
    """The decisions of the seat, in order; no others than a search has to take."""
    state = State.deal(cards, record.players, record.seed, record.characters, record.first_player)
    actors: list[int | None] = []
    views: list[View | None] = []
    for action in record.actions:
        own = state.actor == seat and len(state.legal_actions(canonical=True)) > 1
        actors.append(state.actor)
        views.append(state.view(seat) if own else None)
        state.play(action)
    for number, view in enumerate(views):
        if view is not None:
            end = number
            while end < len(actors) and actors[end] == seat:
                end += 1
            yield _Choice(number, view, list(record.actions[number:end]))


def _difference(
    choice: _Choice, adviser: Bot, limit: Limit | None, seed: int, stop: StopFlag
) -> Difference | None:
    """What the adviser would have done otherwise; None if nothing."""
    view, played = choice.view, choice.line[0]
    advice = adviser.suggest(view, limit, seed, stop, threads=1)
    best = advice.moves[0]
    if not best.expected_score:
        raise ReviewError(
            f"adviser: {adviser} expects no scores; expected one that does, such as ismcts"
        )
    if best.action == played:
        return None
    gains, chances = [], []
    for number in range(1, SEARCHES + 1):
        budget = adviser.budget(limit)
        better, worse = (
            adviser.think(
                Question(
                    Decision(view, [action], searched=True, narrowed=True),
                    budget,
                    (seed + number) % SEEDS,
                    stop,
                    threads=1,
                    estimates=True,
                )
            ).best
            for action in (best.action, played)
        )
        gains.append(_margin(better, view.seat) - _margin(worse, view.seat))
        chances.append(better.win_probability[view.seat] - worse.win_probability[view.seat])
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
        better_turn=advice.turn_in_words,
    )


def _margin(move: ActionResult, seat: int) -> float:
    return ahead(move.expected_score, seat)
