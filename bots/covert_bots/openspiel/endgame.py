"""The last turns of a game of Covert, so small that they can be solved: `covert_endgame`.

Round 60, after which the game is scored as it stands (rules 8.4). One radio, one camera and one
microphone lie face up, each in a region of its own; all other Agency Cards are dossiers. Three
missions of 7 points ask for two of the three each. Each seat holds one of them, which the other
does not know, and one is the deck. The first seat has two dice on Agency Cards and one on Complete
Mission; the second seat leads by a mission of 1 point, and has one die or two on Agency Cards.
Every die reaches every region (the characters' ability).

So the first seat needs two cards, and the second can take one of them, if it guesses which: what
the first seat takes first gives away something, but not to a seat that holds the wrong mission.

The cards are a card set like any other, and the engine plays the position by all its rules. What is
hidden besides (decks of equal cards) makes no difference, and is the same in all deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations, pairwise, permutations
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
DICE = (1, 2)  # on Agency Cards, of the second seat; the first has two
KINDS = ("radio", "camera", "microphone")  # one Agency Card each
REST = "dossier"  # what all others show
MISSIONS = tuple(
    Mission(7, f"{first} and {second}", (first, second)) for first, second in combinations(KINDS, 2)
)
REGIONS = ("purple", "green", "orange", "blue", "yellow", "red")
CITIES = ("Lisbon", "Madrid", "Geneva", "Vienna", "Warsaw", "Moscow")
LEFT = 12  # cards in the Agency deck
ENDGAME = game_type("covert_endgame", "Covert, the last turns", (SEATS,), {"dice": 1})


class EndgameGame(SeatsGame):
    """The last turns of Covert, with all chance in one node of six deals. The parameter is `dice`,
    1 or 2: how many the second seat has on Agency Cards."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**ENDGAME.parameter_specification, **(params or {})}
        if given["dice"] not in DICE:
            raise ValueError(f"dice: {given['dice']!r}; expected 1 or 2")
        rules = covert_rules(Covert(card_set()), SEATS)
        self._positions = positions(given["dice"])
        longest = 2 + given["dice"] + 8  # all dice; each seat names a mission and pays for it
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
    return CardSet(
        name="Endgame",
        equipment=(*KINDS, REST),
        regions=tuple(Region(name, (city,)) for name, city in zip(REGIONS, CITIES, strict=True)),
        connections=tuple(pairwise(CITIES)),
        agency=tuple(
            AgencyCard(kind, CITIES[0], ABILITIES[0])
            for kind in (*KINDS, *[REST] * (48 - len(KINDS)))
        ),
        missions=(*MISSIONS, *[Mission(1, "", (REST,))] * (60 - len(MISSIONS))),
        codes=(Code((2, 2), REST),) * 40,
        tokens=(16,) + (0,) * (len(ABILITIES) - 1),
        characters=tuple(Character(f"Agent {number}", "reach") for number in range(1, 5)),
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
    agency = [1, 1, *[2] * dice, *[0] * (4 - dice)]
    rest = list(range(shown + 1, 49))
    known = len(MISSIONS) + 1  # the last of them is completed
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
        "players": [_player(0, 3, []), _player(1, 2 * dice - 1, [known])],
        "circles": [
            {"spaces": [1, *[2] * (dice - 1), *[0] * (6 - dice)]},
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
        "code_decks": [{"size": 18, "top_equipment": REST}] * 2,
    }


def _player(seat: int, placed: int, completed: list[int]) -> dict[str, Any]:
    """Return a player whose other dice lie on the folder, and whose hand is one mission."""
    own = seat == 0
    return {
        "character": seat + 1,
        "reroll_token": False,
        "reroll_count": 1,
        "folder_dice": 5 - placed,
        "token_draws": 5 - placed,
        "agents": [CITIES[0]] * 3,
        "supply": 15,
        "completed_missions": completed,
        "missions": [{"card": 1, "known_by": [0]} if own else {"known_by": [1]}],
        "codes": [{"card": card, "equipment": REST} if own else {} for card in (39, 40)],
    }
