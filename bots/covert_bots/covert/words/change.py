"""A change from one view of a seat to its next, and the events that describe it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from covert_bots.covert.words.narration import Phrase
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.exchange.fields import PlayerFields, ViewFields
from covert_engine.covert.rules.actions import Action, Kind, unpack

SEAT_NAMES = ("North", "East", "South", "West")  # where nobody says who sits there

# What others choose unseen (rules 2.5, 10.6, 10.9); a line of a search leaves these actions out.
UNSEEN = {Kind.RETURN_MISSION, Kind.KEEP, Kind.BOTTOM, Kind.REFUSE}
UNSHOWN = {Kind.STOP, Kind.END, Kind.REFUSE}  # obvious, except as the first decision of a turn

Deed = tuple[int, Action]  # a seat, and what it did


@dataclass(frozen=True)
class Event:
    """One thing that happened, in a sentence and as data."""

    kind: str
    words: str
    seat: int | None = None
    # The rest is as in the message `CovertEvent`.
    cards: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    place: str = ""
    faces: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    count: int | None = None
    phase: str = ""

    def details(self) -> dict[str, Any]:
        """What is set of the fields of `CovertEvent`."""
        fields = vars(self).items()
        return {
            name: value
            for name, value in fields
            if value not in (None, "", ()) and name not in ("words", "seat")
        }


@dataclass(frozen=True)
class Change:
    """Two views of one seat, as `View.fields()` writes them, and what was done between them."""

    before: ViewFields
    after: ViewFields
    cards: CardSet
    deeds: tuple[Deed, ...] = ()  # only what is open to all
    rolls: Sequence[Sequence[int]] | None = None  # for the first player, by seat
    names: Sequence[str] = SEAT_NAMES  # what the words call the seats

    @property
    def new_round(self) -> bool:
        """Whether a round ends, or the setup."""
        return self.before["round"] != self.after["round"]

    @property
    def in_setup(self) -> bool:
        """Whether it begins in the setup."""
        return self.before["round"] == 0

    def players(self) -> Iterator[tuple[int, PlayerFields, PlayerFields]]:
        """Each seat, before and after."""
        players = zip(self.before["players"], self.after["players"], strict=True)
        for seat, (was, now) in enumerate(players):
            yield seat, was, now

    def event(self, kind: str, seat: int, verb: str, rest: str = "", **fields: Any) -> Event:
        """What a seat does; the verb in its basic form."""
        return Event(kind, Phrase(verb, rest).sentence(self.names[seat]), seat, **fields)

    def done(self, seat: int, *kinds: Kind) -> list[Action]:
        """What a seat did of these kinds."""
        return [deed for doer, deed in self.deeds if doer == seat and deed.kind in kinds]


def open_deeds(done: Iterable[tuple[int, int]]) -> tuple[Deed, ...]:
    """Of what `State.play_watched` says was done, what is open to all."""
    deeds = ((seat, unpack(action)) for seat, action in done)
    return tuple((seat, deed) for seat, deed in deeds if deed.kind not in UNSEEN)


def more(was: Sequence[int], now: Sequence[int]) -> tuple[int, ...]:
    """What `now` holds more often than `was`, ascending."""
    if was == now:
        return ()
    left = list(now)
    for one in was:
        if one in left:
            left.remove(one)
    return tuple(sorted(left))
