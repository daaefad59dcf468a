"""Names of the facts that a search measures at each leaf, in the order of `_facts.pyx`."""

from enum import Enum
from typing import NamedTuple

from covert_engine.covert._seat_view import View


class FactKind(Enum):
    """Subject of a fact."""

    POINTS = "points"
    """Points scored by a seat."""

    MISSIONS = "missions"
    """Missions completed by a seat."""

    CODES = "codes"
    """Completed codes of a seat."""

    AGENCY_CARDS = "agency_cards"
    """Agency Cards in the hand of a seat."""

    MISSION_COMPLETED = "mission_completed"
    """1 if a mission of the own hand has been completed, else 0."""

    MISSION_DICE = "mission_dice"
    """Dice that mission still takes, the completing one included; 0 once it is completed."""

    CODE_COMPLETED = "code_completed"
    """1 if a code of the own hand has been completed, else 0."""


_OF_SEATS = (FactKind.POINTS, FactKind.MISSIONS, FactKind.CODES, FactKind.AGENCY_CARDS)
_OF_MISSIONS = (FactKind.MISSION_COMPLETED, FactKind.MISSION_DICE)


class Fact(NamedTuple):
    """A figure that can be measured at a leaf."""

    kind: FactKind
    """Its subject."""

    seat: int
    """Seat it belongs to."""

    card: int = 0
    """Number of the mission or code, from 1; 0 if it concerns none."""


def facts_of(view: View) -> list[Fact]:
    """Return the facts that a search of the view measures, in their order."""
    own = view.hand
    return [
        *(Fact(kind, seat) for seat in range(view.players) for kind in _OF_SEATS),
        *(Fact(kind, view.seat, card) for card in own["missions"] for kind in _OF_MISSIONS),
        *(Fact(FactKind.CODE_COMPLETED, view.seat, card) for card in own["codes"]),
    ]
