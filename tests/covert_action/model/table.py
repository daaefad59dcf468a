"""The table, and the events of this round."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from covert_action.model.cards import PLAN_CARDS, Deal
from covert_action.model.chance import Chance
from covert_action.model.settings import Settings

T = TypeVar("T")


@dataclass(frozen=True)
class Statement:
    """A statement of a seat at t."""

    t: int
    seat: int
    text: str


@dataclass(frozen=True)
class Shot:
    """A shot at t, its outcome, and whether it was ordered."""

    t: int
    shooter: int
    target: int
    outcome: str
    ordered: bool


@dataclass(frozen=True)
class RoundEnd:
    """3.11: what all see when a round has ended."""

    round: int
    outcome: str  # of its last shot, or "void"
    deal: Deal
    shots: tuple[Shot, ...]
    drew: tuple[int, ...]  # the seats that drew for the last shot, in order


@dataclass
class Round:
    """A round, from the deal on."""

    number: int
    deal: Deal
    opener: int
    seats_in: list[int]  # ascending
    drawn: list[int]  # Plan cards by seat, this round
    t: int = 0
    beat: int = 0
    phase: str = "talk"  # talk, window, deadline, over
    speaker: int | None = None
    statements: list[Statement] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    choices: dict[int, str] = field(default_factory=dict)  # of the window that is open
    ordered: int | None = None

    @property
    def team_was_out(self) -> bool:
        return any(shot.outcome == "team out" for shot in self.shots)


@dataclass(frozen=True)
class Decision:
    """3.13: one seat's choice among two actions or more."""

    kind: str  # say, trigger, order
    seat: int
    legal: tuple[str, ...]


Flow = Generator[Decision, str, T]


def choose(kind: str, seat: int, legal: tuple[str, ...]) -> Flow[str]:
    """Ask a seat; what is forced is not asked (3.13)."""
    if len(legal) == 1:
        return legal[0]
    return (yield Decision(kind, seat, legal))


class Table:
    """The truth."""

    def __init__(self, settings: Settings, chance: Chance) -> None:
        self.settings = settings
        self.chance = chance
        self.seats = range(settings.players)
        self.deck = list(chance.plan_deck())  # the top first
        assert len(self.deck) == PLAN_CARDS
        self.hands: list[list[str]] = [[] for _ in self.seats]  # Plan cards, as they were drawn
        self.ends: list[RoundEnd] = []
        self.round: Round  # from the first deal on
        self.over = False

    def draw(self, seat: int) -> bool:
        """3.11: one Plan card from the top of the deck, if there is one."""
        if not self.deck:
            return False
        self.hands[seat].append(self.deck.pop(0))
        self.round.drawn[seat] += 1
        return True

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats, this one first."""
        return [*self.seats[seat:], *self.seats[:seat]]
