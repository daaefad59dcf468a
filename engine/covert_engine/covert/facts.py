"""Names for the facts that a search measures: of each leaf, in the order of `_facts.pyx`."""

from enum import Enum
from typing import NamedTuple

from covert_engine.covert._seat_view import View


class FactKind(Enum):
    """What a fact is about."""

    POINTS = "points"
    """Points scored by a seat."""

    MISSIONS = "missions"
    """Missions completed by a seat."""

    CODES = "codes"
    """Completed codes of a seat."""

    AGENCY_CARDS = "agency_cards"
    """Agency Cards in the hand of a seat."""

    MISSION_COMPLETED = "mission_completed"
    """Whether a mission of the own hand has been completed, 0 or 1."""

    MISSION_DICE = "mission_dice"
    """Dice that mission still takes, the one that completes it included; 0 once it is completed."""

    CODE_COMPLETED = "code_completed"
    """Whether a code of the own hand has been completed, 0 or 1."""


_OF_SEATS = (FactKind.POINTS, FactKind.MISSIONS, FactKind.CODES, FactKind.AGENCY_CARDS)
_OF_MISSIONS = (FactKind.MISSION_COMPLETED, FactKind.MISSION_DICE)


class Fact(NamedTuple):
    """Something that can be measured at a leaf."""

    kind: FactKind
    """What it is about."""

    seat: int
    """Whose it is."""

    card: int = 0
    """Number of the mission or code, from 1; 0 where it is about none."""


def facts_of(view: View) -> list[Fact]:
    """The facts that a search of the view measures, in their order."""
    own = view.hand
    return [
        *(Fact(kind, seat) for seat in range(view.players) for kind in _OF_SEATS),
        *(Fact(kind, view.seat, card) for card in own["missions"] for kind in _OF_MISSIONS),
        *(Fact(FactKind.CODE_COMPLETED, view.seat, card) for card in own["codes"]),
    ]
