"""The table and the hands, the knowledge of each seat, and the action in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from covert_engine.covert.cards.card_set import (
    ABILITIES,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Options,
)
from rules.model.chance import Chance
from rules.model.noted import NOTES

CIRCLES = ("complete", "missions", "agency", "movement")
COMPLETE, MISSIONS, AGENCY, MOVEMENT = range(4)
AGENTS = 3
CUBES = 15
AGENCY_LIMIT = 7
MISSION_LIMIT = 3
CODES_HELD = 2
MAX_PLAYS = 100
TURN_PERIOD, ROUND_PERIOD, TWO_ROUNDS_PERIOD = "turn", "round", "two_rounds"


@dataclass(frozen=True)
class Decision:
    """A choice of two or more: what is chosen, by whom, and the legal actions."""

    name: str
    seat: int
    legal: tuple[str, ...]


_Result = TypeVar("_Result")
# A piece of the game: gives decisions, is sent the action chosen.
Flow = Generator[Decision, str, _Result]


@dataclass(eq=False)
class Place:
    """The place of an Agency Card or mission; it goes with the card from deck to hand."""

    card: int
    lot: int
    known_by: set[int] = field(default_factory=set)


@dataclass(eq=False)
class HeldCode:
    """A code in a hand."""

    card: int
    equipment_public: bool  # drawn from a deck (10.3)


@dataclass
class Player:
    """The cards and pieces of one player."""

    character: int
    agents: list[str]
    supply: int = CUBES
    character_uses: int = 0
    reroll_token: bool = True
    rerolls: int = 0
    token_draws: int = 0  # of the round
    dice: list[int] = field(default_factory=list)  # unplaced
    folder_dice: int = 0
    decoder: list[int] = field(default_factory=list)
    cubes: list[int] = field(default_factory=list)  # on the character
    agency: list[Place] = field(default_factory=list)
    missions: list[Place] = field(default_factory=list)
    codes: list[HeldCode] = field(default_factory=list)
    completed_missions: list[int] = field(default_factory=list)
    completed_codes: list[int] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)  # abilities
    fresh: list[str] = field(default_factory=list)  # those of them drawn this turn


@dataclass
class Deck:
    """Agency Cards or missions: the draw deck, top first, and the discard pile."""

    name: str
    places: list[Place] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    shuffles: int = 0


@dataclass
class Turn:
    """The turn being taken."""

    seat: int
    plays: int = 0
    owed: int = 0  # dice that may still be placed
    placed: int = 0
    shifted: int = 0  # face of the die that +1 or -1 changed and that is to be placed
    swaps: int = 0
    claimed: bool = False
    acted: bool = False


@dataclass
class Use:
    """A use of an ability, a flight or a mission that has been named."""

    kind: str  # ability, flight, mission
    seat: int
    ability: str = ""
    source: str = ""  # token, character, or A5
    deck: str = ""
    face: int = 0
    agent: int = 0
    mission: int = 0
    payments: list[str] = field(default_factory=list)  # foot, C3, A7
    codes: list[int] = field(default_factory=list)  # not shuffled back yet
    cards: list[int] = field(default_factory=list)  # till the window opens
    others_paid: int = 0  # equipment symbols paid by cards that do not show it
    draws_left: int = 0  # Agency Cards a character is still to draw


@dataclass
class Window:
    """An Espionage window."""

    opener: int
    pool: list[int]
    played: list[int] = field(default_factory=list)
    aside: int = 0


@dataclass
class Steps:
    """The steps still to be taken: shared ones, or some for each agent."""

    shared: int
    own: list[int]
    last_agent: int = 0


@dataclass
class Pairs:
    """Pairs of cubes still to be rewarded."""

    colours: list[int]
    region: str


@dataclass
class Reroll:
    """Dice named so far."""

    faces: list[int]
    by_character: bool


@dataclass
class Claim:
    """A bent claim being named."""

    code: int
    tiles: list[int]  # so far, in order


@dataclass
class Search:
    """The cards looked at, top first, and the one kept."""

    deck: str
    cards: list[Place]
    kept: int = 0


class Table:
    """The whole truth of a game."""

    def __init__(self, cards: CardSet, options: Options, players: int, chance: Chance) -> None:
        self.cards = cards
        self.options = options
        self.chance = chance
        self.seats = range(players)
        self.notes: Counter[str] = Counter()  # of `noted.py`

        self.phase = "setup"
        self.round = 0
        self.decision: Decision | None = None
        self.hidden = False  # 10.9: the seat that is asked is hidden

        self.players: list[Player] = []
        self.circles: list[dict[int, int]] = [{} for _ in CIRCLES]  # face: seat
        self.tiles: list[int] = []
        self.cubes: dict[str, set[int]] = {city: set() for city in cards.cities}
        self.agency_up: list[int] = [0] * len(cards.regions)
        self.missions_up: list[int] = [0] * 3
        self.agency_deck = Deck("agency")
        self.mission_deck = Deck("mission")
        self.code_decks: list[list[int]] = [[], []]
        self.code_shuffles = 0
        self.bag: list[str] = []

        self.starter: int | None = None
        self.order: list[int] = []
        self.had_break_turn: set[int] = set()
        self.final_round = False
        self.asked_first: int | None = None  # the seat asked first for First

        self.turn: Turn | None = None
        self.use: Use | None = None
        self.window: Window | None = None
        self.steps: Steps | None = None
        self.pairs: Pairs | None = None
        self.reroll: Reroll | None = None
        self.claim: Claim | None = None
        self.search: Search | None = None

        self.neighbours: dict[str, list[str]] = {city: [] for city in cards.cities}
        for first, second in cards.connections:
            self.neighbours[first].append(second)
            self.neighbours[second].append(first)
        self.region_of = {city: region.name for region in cards.regions for city in region.cities}

    def note(self, moment: str) -> None:
        """Count a moment of `noted.py`."""
        assert moment in NOTES, moment
        self.notes[moment] += 1

    # cards by number

    def agency_card(self, card: int) -> AgencyCard:
        return self.cards.agency[card - 1]

    def mission(self, card: int) -> Mission:
        return self.cards.missions[card - 1]

    def code(self, card: int) -> Code:
        return self.cards.codes[card - 1]

    def character(self, seat: int) -> Character:
        return self.cards.characters[self.players[seat].character - 1]

    # seats

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats, this one first."""
        return [(seat + step) % len(self.seats) for step in self.seats]

    def dice_on(self, circle: int, seat: int) -> list[int]:
        """Return faces of this seat's dice on a circle, ascending."""
        return sorted(face for face, owner in self.circles[circle].items() if owner == seat)

    def has_die_on_circle(self, seat: int) -> bool:
        return any(seat in circle.values() for circle in self.circles)

    @property
    def row(self) -> int:
        """Tiles in each of the two rows (1.6)."""
        return len(self.tiles) // 2

    def break_code(self, seat: int, card: int) -> None:
        """4.4: a code goes from the hand to the completed ones."""
        assert self.turn is not None
        self.turn.claimed = True
        player = self.players[seat]
        player.codes = [held for held in player.codes if held.card != card]
        player.completed_codes.append(card)
        player.completed_codes.sort()

    def begin_turn(self, seat: int) -> Turn:
        self.turn = Turn(seat)
        return self.turn

    def end_turn(self) -> None:
        assert self.turn is not None
        player = self.players[self.turn.seat]
        player.fresh.clear()
        if self.character(self.turn.seat).period == TURN_PERIOD:
            player.character_uses = 0
        self.turn = None


def choose(
    table: Table, name: str, seat: int, legal: Sequence[str], hidden: bool = False
) -> Flow[str]:
    """Let a seat choose; what is not a choice of two or more is not asked (notation 4.1)."""
    assert legal, name
    if len(legal) == 1:
        return legal[0]
    if hidden:
        table.note("10.9 a hidden question")
    table.decision = Decision(name, seat, tuple(legal))
    table.hidden = hidden
    action = yield table.decision
    assert action in legal, (action, legal)
    table.decision = None
    table.hidden = False
    return action


def ability_text(ability: str) -> str:
    """Return the notation's word for an ability."""
    return _ABILITY_TEXTS[ability]


_ABILITY_TEXTS = dict(
    zip(
        ABILITIES,
        ("+1", "-1", "move-x3", "espionage", "sneak-attack", "first", "search", "code-breaker"),
        strict=True,
    )
)
