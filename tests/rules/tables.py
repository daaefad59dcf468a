"""Positions to state a rule on: a table is described, only where it differs from an idle one.

    table = Scene(missions=[Mission(8, cities=("Kiev",))])
    table.seats[0].agents = ["Kiev", "London", "London"]
    table.seats[0].hand = ["M1", agency(city="Rome")]
    table.circles["complete"] = {3: 0}          # face: seat
    game = table.resolving()                    # seat 0 is to decide
    game.play("complete M1", "end")
    assert game.score(0) == 8

The seat to decide gets its view, everybody's cards being known to all, and a world is dealt from
it. Cards are the house set's, idle characters apart, with the missions, codes and characters a test
gives it put first: the first mission given is M1. The Agency Cards are dealt out evenly and do not
change when those of the house set do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import Any

from covert_engine.covert import State, View, compile, format_action, house_set, parse_action
from covert_engine.covert.cards.card_set import (
    ABILITIES,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
)

HOUSE = house_set()
CIRCLES = ("complete", "missions", "agency", "movement")
CUBES = 15
DICE = 5
TOKENS = 16
TILES = (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6)
WORLDS = 100_000  # dealt at most until the hidden cards are as described
# Played out before a test begins: no ability is left.
IDLE = Character("", "steps", when=("resolving",), period="game", times=1)


@cache
def agency_cards() -> tuple[AgencyCard, ...]:
    """Return two cards of each city, by region; equipment in order, abilities shifted by each
    region."""
    cities, kinds = HOUSE.cities, HOUSE.equipment
    return tuple(
        AgencyCard(kinds[n % len(kinds)], cities[n // 2], ABILITIES[(n + n // 8) % len(ABILITIES)])
        for n in range(2 * len(cities))
    )


def agency(*, city: str = "", equipment: str = "", ability: str = "", nth: int = 1) -> str:
    """Return the nth Agency Card that shows all this: `A17`."""
    wanted = {"city": city, "equipment": equipment, "ability": ability}
    for number, card in enumerate(agency_cards(), 1):
        if all(getattr(card, side) == value for side, value in wanted.items() if value):
            nth -= 1
            if nth == 0:
                return f"A{number}"
    raise LookupError(f"no such Agency Card: {wanted}")


def card(name: str) -> AgencyCard:
    """Return the Agency Card of a name such as `A17`."""
    return agency_cards()[_number(name) - 1]


@dataclass
class Seat:
    """One player. Cards are named A1, M1, C1; `done` holds completed missions and codes.

    Dice that the description puts nowhere lie on the folder until dice are resolved.
    """

    agents: list[str] = field(default_factory=lambda: ["London", "London", "London"])
    dice: list[int] = field(default_factory=list)
    decoder: list[int] = field(default_factory=list)
    folder: int = 0
    hand: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    cubes: list[int] = field(default_factory=list)  # colours on the character
    character_uses: int = 0
    reroll_token: bool = False


@dataclass
class Scene:
    """A table in its third round; a test describes only what it needs."""

    players: int = 2
    missions: Sequence[Mission] = ()
    codes: Sequence[Code] = ()
    characters: Sequence[Character] = ()
    options: dict[str, bool] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    circles: dict[str, dict[int, int]] = field(default_factory=dict)  # circle: face: seat
    tiles: Sequence[int] = TILES  # in two rows of half as many
    cubes: dict[str, list[int]] = field(default_factory=dict)  # city: colours
    face_up: dict[str, str] = field(default_factory=dict)  # region: Agency Card or ""
    missions_up: list[str] = field(default_factory=list)
    agency_deck: list[str] = field(default_factory=list)  # the top cards, known to all
    mission_deck: list[str] = field(default_factory=list)
    agency_discards: list[str] = field(default_factory=list)
    mission_discards: list[str] = field(default_factory=list)
    agency_left: int | None = None  # cards in the deck; the others are discarded
    mission_left: int | None = None
    order: list[int] = field(default_factory=list)  # turn order tokens taken; all, after placing
    starter: int = 0
    round: int = 3
    had_break_turn: list[int] = field(default_factory=list)
    plays: int = 0  # of the seat to decide, this turn

    def __post_init__(self) -> None:
        self.seats = self.seats or [Seat() for _ in range(self.players)]
        self.circles = {name: {} for name in CIRCLES} | self.circles

    def placing(self, seat: int = 0) -> TextGame:
        """Begin a placing turn of the seat."""
        return self._game(seat, "placing", "place", owed=1)

    def breaking(self, seat: int = 0) -> TextGame:
        """Begin a Break Codes turn of the seat."""
        return self._game(seat, "breaking", "break", swaps=1)

    def resolving(self, seat: int = 0) -> TextGame:
        """Begin a resolving turn of the seat."""
        return self._game(seat, "resolving", "resolve")

    def last_mission(self, seat: int = 0) -> TextGame:
        """Begin a last-mission turn of the seat (rule 8.2)."""
        return self._game(seat, "last_mission", "last_mission")

    def _game(
        self, seat: int, phase: str, decision: str, owed: int = 0, swaps: int = 0
    ) -> TextGame:
        cards = compile(
            _card_set(
                tuple(self.missions),
                tuple(self.codes),
                tuple(self.characters),
                tuple(list(self.tiles).count(number) for number in range(1, 7)),
                self.options.get("codes_bend", HOUSE.options.codes_bend),
            ),
            self.options or None,
        )
        order = self.order
        if phase != "placing" and not order:
            order = [(seat + i) % self.players for i in range(self.players)]
        fields = {
            "card_set": cards.digest.hex(),
            "options": _options(self.options),
            "seat": seat,
            "round": self.round,
            "phase": phase,
            "decision": decision,
            "to_decide": seat,
            "on_turn": seat,
            "turn": {"plays": self.plays, "owed": owed, "swaps": swaps},
            "starter": self.starter,
            "order": order,
            "had_break_turn": self.had_break_turn
            or (list(range(self.players)) if phase in ("resolving", "last_mission") else []),
            "final_round": any(len(_of("M", seat.done)) >= 6 for seat in self.seats),
            "players": [
                self._player(number, seat, phase in ("placing", "breaking"))
                for number in range(self.players)
            ],
            "circles": [
                {"spaces": [self.circles[name].get(face, -1) + 1 for face in range(1, 7)]}
                for name in CIRCLES
            ],
            "tiles": list(self.tiles),
            "agency_face_up": self._face_up(),
            "missions_face_up": self._missions_up(),
            "cubes": [{"city": city, "colours": held} for city, held in self.cubes.items()],
            "agency_deck": self._deck("A"),
            "mission_deck": self._deck("M"),
            "code_decks": self._code_decks(),
            "tokens": _tokens(self.seats[seat].tokens),
        }
        view = View.from_fields(cards, fields)
        for key in count():
            state = view.sample(key)
            if self._as_described(state, seat):
                return TextGame(state)
            if key == WORLDS:
                raise LookupError("no world is as described")
        raise AssertionError

    def _player(self, number: int, eyes: int, all_dice: bool) -> dict[str, Any]:
        seat = self.seats[number]
        everybody = list(range(self.players))
        own = number == eyes

        def places(kind: str) -> list[dict[str, Any]]:
            return [{"card": number, "known_by": everybody} for number in _of(kind, seat.hand)]

        def code(card: int) -> dict[str, Any]:
            if own:
                return {"card": card, "equipment": self._code(card).equipment}
            return {}

        on_board = sum(number + 1 in colours for colours in self.cubes.values())
        on_characters = sum(seat.cubes.count(number + 1) for seat in self.seats)
        idle = len(self.characters) <= number
        folder = seat.folder
        if all_dice:  # until they are resolved, all five lie somewhere
            on_circles = sum(list(value.values()).count(number) for value in self.circles.values())
            folder += max(0, DICE - folder - len(seat.dice) - len(seat.decoder) - on_circles)
        return {
            "character": number + 1,
            "character_uses": 1 if idle else seat.character_uses,
            "reroll_token": seat.reroll_token,
            "dice": sorted(seat.dice),
            "folder_dice": folder,
            "token_draws": folder,
            "decoder_dice": sorted(seat.decoder),
            "agents": seat.agents,
            "supply": CUBES - on_board - on_characters,
            "cubes": sorted(seat.cubes),
            "completed_missions": sorted(_of("M", seat.done)),
            "completed_codes": sorted(_of("C", seat.done)),
            "agency_cards": places("A"),
            "missions": places("M"),
            "codes": [code(card_number) for card_number in _of("C", seat.hand)],
            "tokens": len(seat.tokens),
            "reroll_count": 0 if seat.reroll_token else 1,
        }

    def _code(self, number: int) -> Code:
        return (*self.codes, *HOUSE.codes[len(self.codes) :])[number - 1]

    def _held(self, kind: str) -> list[int]:
        return [number for seat in self.seats for number in _of(kind, [*seat.hand, *seat.done])]

    def _free(self, kind: str, total: int, *elsewhere: list[str]) -> list[int]:
        """Return cards of a kind that the description puts nowhere, the highest numbers first."""
        taken = {*self._held(kind), *(number for names in elsewhere for number in _of(kind, names))}
        return [number for number in range(total, 0, -1) if number not in taken]

    def _face_up(self) -> list[int]:
        named = [name for name in self.face_up.values() if name]
        free = self._free("A", 48, named, self.agency_deck, self.agency_discards)
        return [
            _number_or_none(self.face_up[region.name])
            if region.name in self.face_up
            else free.pop(0)
            for region in HOUSE.regions
        ]

    def _missions_up(self) -> list[int]:
        free = self._free("M", 60, self.missions_up, self.mission_deck, self.mission_discards)
        named = [_number_or_none(number) for number in self.missions_up]
        return named + free[: 3 - len(named)]

    def _deck(self, kind: str) -> dict[str, Any]:
        agency = kind == "A"
        total = 48 if agency else 60
        up = self._face_up() if agency else self._missions_up()
        tops = _of(kind, self.agency_deck if agency else self.mission_deck)
        discards = _of(kind, self.agency_discards if agency else self.mission_discards)
        left = self.agency_left if agency else self.mission_left
        rest = [
            number
            for number in range(1, total + 1)
            if number not in {*self._held(kind), *up, *tops, *discards}
        ]
        size = len(tops) + len(rest) if left is None else left
        discards += rest[: len(tops) + len(rest) - size]
        everybody = list(range(self.players))
        places: list[dict[str, Any]] = [{"card": number, "known_by": everybody} for number in tops]
        places += [{} for _ in range(size - len(tops))]
        lot = 1 if places else 0
        return {"places": places, "lot": lot, "discards": sorted(discards), "shuffles": 1}

    def _code_decks(self) -> list[dict[str, Any]]:
        free = self._free("C", 40)  # on to the two decks by turns
        return [
            {
                "size": len(deck),
                "top_equipment": self._code(deck[0]).equipment if deck else "",
            }
            for deck in (free[0::2], free[1::2])
        ]

    def _as_described(self, state: State, eyes: int) -> bool:
        for number, seat in enumerate(self.seats):
            codes = sorted(_of("C", seat.hand))
            if number == eyes or not (codes or seat.tokens):
                continue
            fields: Any = state.view(number).fields()
            if sorted(code["card"] for code in fields["players"][number]["codes"]) != codes:
                return False
            held = {token["ability"]: token["count"] for token in fields["tokens"]}
            if held != {name: seat.tokens.count(name) for name in seat.tokens}:
                return False
        return True


def all_tokens_but(*abilities: str) -> list[str]:
    """Return two tokens of each ability, but for those of some, which are left in the bag."""
    return [ability for ability in ABILITIES if ability not in abilities for _ in range(2)]


def to_place(*dice: int, **seat: Any) -> Scene:
    """Return a table where seat 0 has these dice to place, and seat 1 has two of its own."""
    return Scene(seats=[Seat(dice=list(dice), **seat), Seat(dice=[6, 6])])


class TextGame:
    """A game from a scene on, played by the texts of actions."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def legal(self) -> list[str]:
        """All legal actions of the seat to decide."""
        return [format_action(action, self.state.cards) for action in self.state.legal_actions()]

    @property
    def to_decide(self) -> int | None:
        return self.state.actor

    @property
    def decision(self) -> str:
        return self.state.decision

    @property
    def phase(self) -> str:
        return self.state.phase

    def play(self, *actions: str) -> TextGame:
        """Play actions one after the other, whoever is to decide."""
        for action in actions:
            self.state.play(parse_action(action, self.state.cards))
        return self

    def can(self, action: str) -> bool:
        """Return True if the seat to decide may do this; an unknown action is an error."""
        return parse_action(action, self.state.cards) in self.state.legal_actions()

    def starting(self, word: str) -> list[str]:
        """Return the legal actions that begin with a word."""
        return [action for action in self.legal if action.startswith(word)]

    def fields(self, eyes: int = 0) -> Any:
        """Return what a seat sees."""
        return self.state.view(eyes).fields()

    def player(self, seat: int, eyes: int | None = None) -> Any:
        """Return what a seat, by default itself, sees of a seat."""
        seen: Any = self.fields(seat if eyes is None else eyes)["players"][seat]
        return seen

    def hand(self, seat: int) -> list[str]:
        """Return the cards of a seat: Agency Cards, missions and codes, each by ascending
        number."""
        player = self.player(seat)
        return [
            f"{kind}{number}"
            for kind, name in (("A", "agency_cards"), ("M", "missions"), ("C", "codes"))
            for number in sorted(place["card"] for place in player[name])
        ]

    def done(self, seat: int) -> list[str]:
        """Return completed missions and codes of a seat, each by ascending number."""
        player = self.player(seat)
        return [f"M{number}" for number in player["completed_missions"]] + [
            f"C{number}" for number in player["completed_codes"]
        ]

    def dice(self, seat: int) -> list[int]:
        """Return the dice of a seat that it has not placed."""
        unplaced: list[int] = self.player(seat)["dice"]
        return unplaced

    def tokens(self, seat: int) -> list[str]:
        """Return the tokens of a seat, by ability."""
        return [
            token["ability"] for token in self.fields(seat)["tokens"] for _ in range(token["count"])
        ]

    def circle(self, name: str) -> dict[int, int]:
        """Return seats whose dice lie on a circle, by face."""
        spaces = self.fields()["circles"][CIRCLES.index(name)]["spaces"]
        return {face: owner - 1 for face, owner in enumerate(spaces, 1) if owner}

    def cubes(self, city: str) -> list[int]:
        """Return colours of the cubes in a city."""
        return next(
            (cube["colours"] for cube in self.fields()["cubes"] if cube["city"] == city), []
        )

    def up(self, region: str) -> str:
        """Return the face-up Agency Card of a region."""
        names = [region.name for region in HOUSE.regions]
        return f"A{self.fields()['agency_face_up'][names.index(region)]}"

    @property
    def missions_up(self) -> list[str]:
        """The face-up missions."""
        return [f"M{number}" for number in self.fields()["missions_face_up"]]

    @property
    def discards(self) -> list[str]:
        """Both discard piles: Agency Cards and missions, each by ascending number."""
        fields: Any = self.fields()
        return [
            f"{kind}{number}"
            for kind, deck in (("A", "agency_deck"), ("M", "mission_deck"))
            for number in fields[deck]["discards"]
        ]

    def left(self, deck: str) -> int:
        """Count the cards in the `agency` or `mission` deck."""
        return len(self.fields()[f"{deck}_deck"]["places"])

    def score(self, seat: int) -> int:
        return self.state.scores()[seat]


@cache
def _card_set(
    missions: tuple[Mission, ...],
    codes: tuple[Code, ...],
    characters: tuple[Character, ...],
    tiles: tuple[int, ...],
    codes_bend: bool,
) -> CardSet:
    return replace(
        HOUSE,
        name="Rules",
        agency=agency_cards(),
        missions=missions + HOUSE.missions[len(missions) :],
        codes=codes + HOUSE.codes[len(codes) :],
        characters=characters
        + tuple(
            replace(IDLE, name=f"Idle agent {number + 1}")
            for number in range(len(characters), len(HOUSE.characters))
        ),
        tiles=tiles,
        options=replace(HOUSE.options, codes_bend=codes_bend),
    )


def _options(changed: dict[str, bool]) -> dict[str, bool]:
    return {**vars(HOUSE.options), **changed}


def _number(name: str) -> int:
    return int(name[1:])


def _number_or_none(name: str) -> int:
    return _number(name) if name else 0


def _of(kind: str, names: list[str]) -> list[int]:
    return [_number(name) for name in names if name.startswith(kind)]


def _tokens(abilities: list[str]) -> list[dict[str, Any]]:
    return [{"ability": name, "count": abilities.count(name)} for name in dict.fromkeys(abilities)]
