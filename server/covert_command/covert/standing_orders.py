"""What the human player wants done without being asked, such as letting First pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from covert_engine.covert import View
from covert_engine.covert.rules.actions import CharacterPlay, Kind, Source, unpack


class Order(NamedTuple):
    """An order that can be given."""

    name: str
    plays: Mapping[str, Kind]
    """What it plays in which decision, if that is legal."""
    words: str
    """What it does, after "`auto first`"."""
    done: Mapping[str, str]
    """What it has done in which decision, likewise."""


ORDERS = (
    Order(
        "first",
        {"first": Kind.REFUSE},
        "declines First whenever you are asked, including now",
        {"first": "declines First"},
    ),
    Order(
        "espionage",
        {"espionage": Kind.REFUSE},
        "declines Espionage whenever you are asked, including now",
        {"espionage": "declines Espionage"},
    ),
    Order(
        "end",
        {"place": Kind.PASS, "resolve": Kind.END},
        "ends each of your turns right after its action, and your placing right after your last "
        "die; whatever else you could play waits for your next turn",
        {"place": "ends your placing", "resolve": "ends your turn"},
    ),
)


class StandingOrders:
    """The orders in force."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Names of no order are left out."""
        self._in_force = {*names} & {order.name for order in ORDERS}

    @property
    def names(self) -> list[str]:
        """Those of the orders in force."""
        return [order.name for order in ORDERS if self.in_force(order)]

    def switch(self, name: str) -> bool:
        """Gives the order, or takes it back; returns whether it is in force now."""
        self._in_force ^= {name}
        return name in self._in_force

    def in_force(self, order: Order) -> bool:
        """Whether this order has been given."""
        return order.name in self._in_force

    def action(self, view: View) -> tuple[Order, int] | None:
        """The order that acts in this decision, and what it plays; None if none does."""
        acting = _acting(view)
        return acting if acting is not None and self.in_force(acting[0]) else None

    def offer(self, view: View) -> Order | None:
        """An order that would act in this decision, if it were given."""
        acting = _acting(view)
        return None if acting is None else acting[0]


def _acting(view: View) -> tuple[Order, int] | None:
    for order in ORDERS:
        kind = order.plays.get(view.decision or "")
        if kind is None or (kind == Kind.PASS and _has_dice(view)):
            continue
        if kind in (Kind.PASS, Kind.END) and _loses_ability(view):
            continue
        for action in view.legal_actions():
            if unpack(action).kind == kind:
                return order, action
    return None


def _loses_ability(view: View) -> bool:
    """Whether the character could still act in this turn, which is the seat's last of the round.

    Cards and tokens are not lost: they can be played in the next round, or before a last mission.
    """
    if any(view.seat + 1 in circle["spaces"] for circle in view.fields()["circles"]):
        return False
    plays = (one for one in map(unpack, view.legal_actions()) if one.kind == Kind.USE)
    return any(one.first in {*CharacterPlay} or one.second == Source.BY_CHARACTER for one in plays)


def _has_dice(view: View) -> bool:
    """Whether the seat has dice to place."""
    return bool(view.fields()["players"][view.seat]["dice"])
