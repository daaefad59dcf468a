"""How much of a game's result was luck: what chance gave, against what it gives on average.

What came of an event of chance is valued, and so is what other chance would have made of the same
action. The luck of the event is the value of what came less the mean of what could have come, as in
the luck analysis of GNU Backgammon. A position is valued by simulations to the end of its round, as
they end the iterations of a search, but with every hidden card known. Values are margins: the final
points of the seat less those of its best opponent.

Whatever the simulations are worth, the mean of this luck over many games is 0, for who plays does
not know what is to come: the differences are those of a martingale. docs/review.md has the measure,
and how much less results vary once their luck is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice
from math import fsum, sqrt
from statistics import fmean, variance

from covert_engine.covert import CompiledSet, Kind, Record, State, unpack
from covert_engine.search import StopFlag

SAMPLES = 2000  # simulations of what came of an event, and as many of what could have come
LOOKS = 8  # at other chance before an action counts as one without any
ROLLS = {Kind.REROLL, Kind.ROLL}
KEYS = 1 << 64


@dataclass(frozen=True)
class Luck:
    """What chance gave a seat, in points of its margin over the best opponent."""

    deal: float  # what setup deals: characters, cards, codes, tiles, the first player
    dice: float  # all seats' dice: the rolls of the rounds, and rerolls
    draws: float  # cards and tokens that anybody draws, or that are turned up; shuffles
    error: float  # standard error of their sum, for values are means of simulations

    @property
    def total(self) -> float:
        """All of it."""
        return self.deal + self.dice + self.draws


def ahead(scores: Sequence[float], seat: int) -> float:
    """The points by which a seat is ahead of its best opponent."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def margin(state: State, seat: int) -> float:
    """The points by which the evaluator expects a seat to be ahead at the end; exact there."""
    scores, _ = state.estimate()
    return ahead(scores, seat)


def luck_of(
    record: Record,
    cards: CompiledSet,
    seat: int,
    samples: int = SAMPLES,
    stop: StopFlag | None = None,
) -> Luck:
    """The luck of a seat in a game, or in as much of it as has been played.

    `cards` are compiled with the options of the record. `samples`, at least 2, are simulated on
    each side of an event, the same ones every time. ValueError (of the engine's) if the record does
    not replay; CancelledError if the flag `stop` is raised before all events are compared.
    """
    count = LuckCount(record, cards, seat, samples, stop)
    for _ in count.steps():
        pass
    return count.luck


class LuckCount:
    """The luck of a seat, counted step by step."""

    def __init__(
        self,
        record: Record,
        cards: CompiledSet,
        seat: int,
        samples: int = SAMPLES,
        stop: StopFlag | None = None,
    ) -> None:
        self._record = record
        self._cards = cards
        self._events = _Events(record.seed, seat, samples, stop or StopFlag())

    @property
    def luck(self) -> Luck:
        """All of it so far."""
        return self._events.luck

    def steps(self) -> Iterator[None]:
        """Counts the deal, then each action of the record. A step with an event of chance takes
        some 0.1 s; CancelledError, also within a step, once the flag is raised."""
        record, events = self._record, self._events
        state = _dealt(record, self._cards, record.seed)
        events.compare(
            "deal", state.redrawn, lambda key: _dealt(record, self._cards, key).redrawn(key)
        )
        yield
        for action in record.actions:
            self._count(state, action)
            yield

    def _count(self, state: State, action: int) -> None:
        """Plays an action, in place, and counts what chance made of it."""
        events, before = self._events, state.copy()
        state.play(action)
        came: Callable[[int], State] = state.redrawn

        def could(key: int) -> State:
            other = before.redrawn(key)
            other.play(action)
            return other

        if state.round != before.round:  # what else the action brought is for the next comparison

            def rolled(key: int) -> State:
                return state.redrawn(key, dice=True)

            events.compare("dice", came, rolled)
            came = rolled
        in_setup, rolls = before.phase == "setup", unpack(action).kind in ROLLS
        events.compare("deal" if in_setup else "dice" if rolls else "draws", came, could)


def _dealt(record: Record, cards: CompiledSet, seed: int) -> State:
    return State.deal(cards, record.players, seed, record.characters, record.first_player)


class _Events:
    """Adds up the luck of events."""

    def __init__(self, seed: int, seat: int, samples: int, stop: StopFlag) -> None:
        self._seed = seed
        self._seat = seat
        self._samples = samples
        self._stop = stop
        self._number = 0
        self._lucks: dict[str, list[float]] = {"deal": [], "dice": [], "draws": []}
        self._noise: list[float] = []

    def compare(
        self, kind: str, came: Callable[[int], State], could: Callable[[int], State]
    ) -> None:
        """Adds what came of an event, with chance to come by a key, against what could have come by
        that key: as far as possible all else is equal in both."""
        self._go_on()
        keys = self._keys()
        if all(bytes(came(key)) == bytes(could(key)) for key in islice(keys, LOOKS)):
            return  # nothing was left to chance
        differences = [
            self._value(came(key), key) - self._value(could(key), key)
            for key in islice(keys, self._samples)
        ]
        self._lucks[kind].append(fmean(differences))
        self._noise.append(variance(differences) / self._samples)

    def _keys(self) -> Iterator[int]:
        """Of the next event. With those of other games in common, their errors would be too."""
        self._number += 1
        event = f"luck {self._seed} {self._number}".encode()
        first = int.from_bytes(blake2b(event, digest_size=8).digest(), "little")
        return ((first + number) % KEYS for number in count())

    def _go_on(self) -> None:
        if self._stop.is_set:
            raise CancelledError

    def _value(self, state: State, key: int) -> float:
        self._go_on()
        state.simulate(key)
        return margin(state, self._seat)

    @property
    def luck(self) -> Luck:
        """All of it so far."""
        sums = {kind: fsum(some) for kind, some in self._lucks.items()}
        return Luck(**sums, error=sqrt(fsum(self._noise)))
