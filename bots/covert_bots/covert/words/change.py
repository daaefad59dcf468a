"""A change from one view of a seat to its next, and the events that describe it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from covert_bots.covert.words.narration import Phrase
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.exchange.fields import PlayerFields, ViewFields
from covert_engine.covert.rules.actions import Action, Kind, unpack

SEAT_NAMES = ("North", "East", "South", "West")  # by default

# Actions that others cannot see (rules 2.5, 10.6, 10.9); a line of a search omits them.
UNSEEN = {Kind.RETURN_MISSION, Kind.KEEP, Kind.BOTTOM, Kind.REFUSE}
UNSHOWN = {Kind.STOP, Kind.END, Kind.REFUSE}  # obvious, except as the first decision of a turn

Deed = tuple[int, Action]  # a seat and its action


@dataclass(frozen=True)
class Event:
    """An event, in a sentence and as data."""

    kind: str
    words: str
    seat: int | None = None
    # The other fields are as in the message `CovertEvent`.
    cards: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    place: str = ""
    faces: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    count: int | None = None
    phase: str = ""

    def details(self) -> dict[str, Any]:
        """Return the fields of `CovertEvent` that are set."""
        fields = vars(self).items()
        return {
            name: value
            for name, value in fields
            if value not in (None, "", ()) and name not in ("words", "seat")
        }


@dataclass(frozen=True)
class Change:
    """Two views of a seat, as `View.fields()` writes them, and the deeds between them."""

    before: ViewFields
    after: ViewFields
    cards: CardSet
    deeds: tuple[Deed, ...] = ()  # only those that all seats see
    rolls: Sequence[Sequence[int]] | None = None  # for the first player, by seat
    names: Sequence[str] = SEAT_NAMES  # of the seats, in words

    @property
    def new_round(self) -> bool:
        """True if a round or the setup ends."""
        return self.before["round"] != self.after["round"]

    @property
    def in_setup(self) -> bool:
        """True if the change begins in the setup."""
        return self.before["round"] == 0

    def players(self) -> Iterator[tuple[int, PlayerFields, PlayerFields]]:
        """Yield each seat with its fields before and after."""
        players = zip(self.before["players"], self.after["players"], strict=True)
        for seat, (was, now) in enumerate(players):
            yield seat, was, now

    def event(self, kind: str, seat: int, verb: str, rest: str = "", **fields: Any) -> Event:
        """Return the event of a seat's deed; `verb` is in its basic form."""
        return Event(kind, Phrase(verb, rest).sentence(self.names[seat]), seat, **fields)

    def done(self, seat: int, *kinds: Kind) -> list[Action]:
        """Return the actions of a seat of these kinds."""
        return [deed for doer, deed in self.deeds if doer == seat and deed.kind in kinds]


def open_deeds(done: Iterable[tuple[int, int]]) -> tuple[Deed, ...]:
    """Return the deeds that all seats see, from those of `State.play_watched`."""
    deeds = ((seat, unpack(action)) for seat, action in done)
    return tuple((seat, deed) for seat, deed in deeds if deed.kind not in UNSEEN)


def more(was: Sequence[int], now: Sequence[int]) -> tuple[int, ...]:
    """Return the items that `now` has in addition to `was`, ascending."""
    if was == now:
        return ()
    added = list(now)
    for item in was:
        if item in added:
            added.remove(item)
    return tuple(sorted(added))
