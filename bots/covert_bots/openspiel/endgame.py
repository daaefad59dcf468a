"""The last turns of a game of Covert, so small that they can be solved: `covert_endgame`.

Round 60, after which the game is scored as it stands (rules 8.4). Nobody has completed a mission,
and each seat has one die on Complete Mission and some on Agency Cards. One region shows the only
radio, another the only camera, all other Agency Cards are dossiers. Three missions ask for a radio,
a camera or a dossier; each seat holds one of them, which the other does not know, and one is the
deck. All agents are in the radio's region, so that it takes one die, every other card two.

The cards are a card set like any other, and the engine plays the position by all its rules. What is
hidden besides (decks of equal cards) makes no difference, and is the same in all deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise, permutations
from typing import Any

from covert_bots.covert.game import Covert
from covert_bots.openspiel.game import SeatsGame, game_type
from covert_bots.openspiel.position import Position
from covert_bots.openspiel.rules import covert_rules
from covert_engine.covert import State, View
from covert_engine.covert.cards.card_set import (
    ABILITIES,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Region,
)

SEATS = 2
DICE = (1, 2, 3)  # on Agency Cards, of each seat
MISSIONS = (
    Mission(7, "The Radio", ("radio",)),
    Mission(6, "The Camera", ("camera",)),
    Mission(4, "The Dossier", ("dossier",)),
)
REGIONS = ("purple", "green", "orange", "blue", "yellow", "red")
CITIES = ("Lisbon", "Madrid", "Geneva", "Vienna", "Warsaw", "Moscow")
LEFT = 12  # cards in the Agency deck
ENDGAME = game_type("covert_endgame", "Covert, the last turns", (SEATS,), {"dice": 2})


class EndgameGame(SeatsGame):
    """The last turns of Covert, with all chance in one node of six deals. The parameter is `dice`,
    1 to 3: how many each seat has on Agency Cards."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**ENDGAME.parameter_specification, **(params or {})}
        if given["dice"] not in DICE:
            raise ValueError(f"dice: {given['dice']!r}; expected 1, 2 or 3")
        rules = covert_rules(Covert(card_set()), SEATS)
        self._positions = positions(given["dice"])
        longest = SEATS * (given["dice"] + 1) * 2  # dice, and what each buys is named and paid for
        super().__init__(ENDGAME, rules, len(self._positions), params or {}, longest)

    def dealt(self, number: int) -> Position:
        """Return the position of a deal."""
        return Position.first(self.rules, self._positions[number])

    def deal_text(self, number: int) -> str:
        """Return a deal in words: the missions of the two seats."""
        return " against ".join(MISSIONS[card].title for card in DEALS[number][:SEATS])


DEALS = tuple(permutations(range(len(MISSIONS))))
"""The missions of the two seats and of the deck in each deal, all alike."""


@cache
def card_set() -> CardSet:
    """Return the cards. What they show besides equipment has no effect in the last turns."""
    kinds = ("radio", "camera", "dossier")
    special = kinds[:2]
    return CardSet(
        name="Endgame",
        equipment=kinds,
        regions=tuple(Region(name, (city,)) for name, city in zip(REGIONS, CITIES, strict=True)),
        connections=tuple(pairwise(CITIES)),
        agency=tuple(
            AgencyCard(kind, CITIES[0], ABILITIES[0])
            for kind in (*special, *["dossier"] * (48 - len(special)))
        ),
        missions=(*MISSIONS, *[Mission(1, "", ("dossier",))] * (60 - len(MISSIONS))),
        codes=(Code((2, 2), "dossier"),) * 40,
        tokens=(16,) + (0,) * (len(ABILITIES) - 1),
        characters=tuple(Character(f"Agent {number}", "extra_swap") for number in range(1, 5)),
        tiles=(12, 0, 0, 0, 0, 0),
    )


@cache
def positions(dice: int) -> tuple[State, ...]:
    """Return the position of each deal. They are not changed: play on copies."""
    view = View.from_fields(covert_rules(Covert(card_set()), SEATS).game.cards, _view(dice))
    return tuple(_dealt(view))


def _dealt(view: View) -> Iterator[State]:
    """Yield a state for each deal, equal in all but the missions of the seats and the deck."""
    fields: Any = view.sample(0).fields()
    for deal in DEALS:
        own, other, left = (card + 1 for card in deal)
        changed = deepcopy(fields)
        changed["hands"][0]["missions"], changed["hands"][1]["missions"] = [own], [other]
        changed["mission_deck"] = [left]
        for card, seats in ((own, [0]), (other, [1]), (left, [])):
            changed["mission_known_by"][card - 1] = seats
        changed["view"]["players"][0]["missions"] = [{"card": own, "known_by": [0], "lot": 1}]
        changed["view"]["mission_deck"]["unseen"] = [{"lot": 1, "cards": sorted([other, left])}]
        yield State.from_fields(view.cards, changed)


def _view(dice: int) -> dict[str, Any]:
    """Return the view of the first seat in the first deal."""
    source = card_set()
    shown, faces = len(REGIONS), range(1, 7)
    agency = [place % SEATS + 1 if place < SEATS * dice else 0 for place in range(6)]
    rest = list(range(shown + 1, 49))
    known = len(MISSIONS)
    return {
        "card_set": source.digest,
        "options": vars(source.options),
        "seat": 0,
        "round": 60,
        "phase": "resolving",
        "decision": "resolve",
        "to_decide": 0,
        "on_turn": 0,
        "starter": 0,
        "order": [0, 1],
        "had_break_turn": [0, 1],
        "players": [_player(seat, dice) for seat in range(SEATS)],
        "circles": [
            {"spaces": [1, 2, 0, 0, 0, 0]},
            {"spaces": [0] * 6},
            {"spaces": agency},
            {"spaces": [0] * 6},
        ],
        "tiles": [1] * 12,
        "agency_face_up": list(faces),
        "missions_face_up": [known + 1, known + 2, known + 3],
        "agency_deck": {
            "places": [{}] * LEFT,
            "lot": 1,
            "discards": rest[LEFT:],
            "shuffles": 1,
        },
        "mission_deck": {
            "places": [{}],
            "lot": 1,
            "discards": list(range(known + 4, 61)),
            "shuffles": 1,
        },
        "code_decks": [{"size": 18, "top_equipment": "dossier"}] * 2,
    }


def _player(seat: int, dice: int) -> dict[str, Any]:
    """Return a player whose other dice lie on the folder, and whose hand is one mission."""
    own = seat == 0
    folder = 5 - 1 - dice
    return {
        "character": seat + 1,
        "reroll_token": False,
        "reroll_count": 1,
        "folder_dice": folder,
        "token_draws": folder,
        "agents": [CITIES[0]] * 3,
        "supply": 15,
        "missions": [{"card": 1, "known_by": [0]} if own else {"known_by": [1]}],
        "codes": [{"card": card, "equipment": "dossier"} if own else {} for card in (39, 40)],
    }
