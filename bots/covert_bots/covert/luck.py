"""The luck in a game's result: the effects of chance beyond their average.

The luck of a chance event is the value of its outcome less the mean value of all possible outcomes,
as in the luck analysis of GNU Backgammon. A position is valued by simulations to the end of its
round, like those of a search, but with every hidden card known. Values are margins: the final
points of the seat less those of its best opponent.

The mean of this luck over many games is 0 however good the simulations are, because players do not
know the outcomes in advance: the differences form a martingale. docs/review.md describes the
measure, and how much less results vary without their luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice
from math import fsum, sqrt
from statistics import fmean, variance

from covert_engine.covert import CompiledSet, HandMade, Kind, Record, State, unpack
from covert_engine.search import StopFlag

SAMPLES = 2000  # simulations of an event's outcome, and as many of other possible outcomes
LOOKS = 8  # other outcomes tried before an action counts as one without chance
ROLLS = {Kind.REROLL, Kind.ROLL}
KEYS = 1 << 64
HAND_MADE = HandMade()


@dataclass(frozen=True)
class Luck:
    """The luck of a seat, in points of its margin over the best opponent."""

    deal: float  # of the setup: characters, cards, codes, tiles, the first player
    dice: float  # of all seats: the rolls of the rounds, and rerolls
    draws: float  # of all seats: cards and tokens drawn or turned up; shuffles
    error: float  # standard error of the sum: values are means of simulations

    @property
    def total(self) -> float:
        """The sum of the three."""
        return self.deal + self.dice + self.draws


def ahead(scores: Sequence[float], seat: int) -> float:
    """Return the points by which a seat is ahead of its best opponent."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def margin(state: State, seat: int) -> float:
    """Estimate the points by which a seat will be ahead at the end; exact for a finished game."""
    scores, _ = HAND_MADE.estimate(state)
    return ahead(scores, seat)


def luck_of(
    record: Record,
    cards: CompiledSet,
    seat: int,
    samples: int = SAMPLES,
    stop: StopFlag | None = None,
) -> Luck:
    """Compute the luck of a seat in a game, or in an unfinished one so far.

    `cards` are compiled with the options of the record. `samples`, at least 2, are simulated on
    each side of an event, deterministically. The engine's ValueError if the record does not replay;
    CancelledError if the flag `stop` is raised before all events are compared.
    """
    count = LuckCount(record, cards, seat, samples, stop)
    for _ in count.steps():
        pass
    return count.luck


class LuckCount:
    """A count of a seat's luck, step by step."""

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
        self._seat = seat
        self._samples = samples
        self._stop = stop or StopFlag()
        self._events = 0
        self._lucks: dict[str, list[float]] = {"deal": [], "dice": [], "draws": []}
        self._noise: list[float] = []

    @property
    def luck(self) -> Luck:
        """The luck so far."""
        sums = {kind: fsum(some) for kind, some in self._lucks.items()}
        return Luck(**sums, error=sqrt(fsum(self._noise)))

    def steps(self) -> Iterator[None]:
        """Count the deal, then each action of the record. A step with a chance event takes some
        0.1 s. CancelledError, also within a step, once the flag is raised."""
        record, cards = self._record, self._cards
        state = dealt(record, cards, record.seed)
        self._compare("deal", state.redrawn, lambda key: dealt(record, cards, key).redrawn(key))
        yield
        for action in record.actions:
            self._count(state, action)
            yield

    def _count(self, state: State, action: int) -> None:
        """Play an action, in place, and count the luck of its chance events."""
        before = state.copy()
        state.play(action)
        actual: Callable[[int], State] = state.redrawn

        def alternative(key: int) -> State:
            other = before.redrawn(key)
            other.play(action)
            return other

        if state.round != before.round:  # the dice apart; the second comparison has the rest

            def rolled(key: int) -> State:
                return state.redrawn(key, dice=True)

            self._compare("dice", actual, rolled)
            actual = rolled
        in_setup, rolls = before.phase == "setup", unpack(action).kind in ROLLS
        self._compare("deal" if in_setup else "dice" if rolls else "draws", actual, alternative)

    def _compare(
        self, kind: str, actual: Callable[[int], State], alternative: Callable[[int], State]
    ) -> None:
        """Add the luck of an event: the values of its actual outcome less those of alternatives.
        The key decides later chance, so that both sides share it as far as possible."""
        self._go_on()
        keys = self._keys()
        if all(bytes(actual(key)) == bytes(alternative(key)) for key in islice(keys, LOOKS)):
            return  # no chance event
        differences = [
            self._value(actual(key), key) - self._value(alternative(key), key)
            for key in islice(keys, self._samples)
        ]
        self._lucks[kind].append(fmean(differences))
        self._noise.append(variance(differences) / self._samples)

    def _keys(self) -> Iterator[int]:
        """Return the keys of the next event. They differ between games, so that their errors are
        independent."""
        self._events += 1
        event = f"luck {self._record.seed} {self._events}".encode()
        first = int.from_bytes(blake2b(event, digest_size=8).digest(), "little")
        return ((first + number) % KEYS for number in count())

    def _go_on(self) -> None:
        if self._stop.is_set:
            raise CancelledError

    def _value(self, state: State, key: int) -> float:
        self._go_on()
        HAND_MADE.simulate(state, key)
        return margin(state, self._seat)


def dealt(record: Record, cards: CompiledSet, seed: int) -> State:
    """Deal the game of a record with the chance of a seed."""
    return State.deal(cards, record.players, seed, record.characters, record.first_player)
