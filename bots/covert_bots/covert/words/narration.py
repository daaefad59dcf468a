"""Actions in words for people: "Place a 3 on Movement".

Each action becomes a phrase: a verb and its object. A phrase makes advice or a sentence with a
subject. An action does not contain face-up cards (the mission at place 2); with the fields of the
view before the action, the phrase names them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from covert_bots.covert.words.printed import ABILITY_WORDS, points
from covert_bots.players.amounts import counted
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import (
    Ability,
    Action,
    CharacterPlay,
    Deck,
    Kind,
    Payment,
    Source,
    unpack,
)

TARGET_WORDS = (
    "Complete Mission",
    "Mission Cards",
    "Agency Cards",
    "Movement",
    "the Special Operations folder",
    "the Decoder",
)
DECK_WORDS = ("the Agency deck", "the mission deck")
ANY_CARD = "any Agency Card"
YOUR_CHARACTER = "your character"  # in the second person, for advice
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")

Fields = Mapping[str, Any]  # of a view, as `View.fields()` returns them


class Phrase(NamedTuple):
    """A verb, in its basic form, and the rest of its clause."""

    verb: str
    rest: str = ""

    @property
    def advice(self) -> str:
        """The phrase as advice: "Place a 3 on Movement"."""
        return f"{self.verb[0].upper()}{self.verb[1:]} {self.rest}".rstrip()

    def sentence(self, who: str) -> str:
        """Return a sentence with a subject: "Ruth places a 3 on Movement"; "You" takes the second
        person."""
        if who == "You":
            return f"{who} {self.verb} {self.rest}".rstrip()
        rest = self.rest.replace(YOUR_CHARACTER, "their character")
        return f"{who} {_third_person(self.verb)} {rest}".rstrip()


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


# Names of cards.


def agency_words(card: int, cards: CardSet) -> str:
    """Name an Agency Card (from 0) by number and equipment: "A7 (radio)"."""
    return f"A{card + 1} ({cards.agency[card].equipment})"


def code_words(code: int, cards: CardSet) -> str:
    """Name a code (from 0) by number and equipment: "C3 (passport)"."""
    return f"C{code + 1} ({cards.codes[code].equipment})"


def mission_words(mission: int, cards: CardSet) -> str:
    """Name a mission (from 0) by its title in quotes, or by number if it has none."""
    title = cards.missions[mission].title
    return f"'{title}'" if title else f"M{mission + 1}"


def code_on_tiles(code: int, path: Sequence[int], tiles: Sequence[int], cards: CardSet) -> str:
    """Describe a code (from 0) on a path of tiles (from 1, in reading order), and the dice on it.

    `tiles` are the numbers on the tiles; without them dice are left out.
    """
    numbers = cards.codes[code].numbers
    words = f"{code_words(code, cards)}, {' '.join(map(str, numbers))}, on {_tiles(path)}"
    covered = [
        f"a die of {number} on tile {tile}"
        for number, tile in zip(numbers, path, strict=False)
        if tiles and tiles[tile - 1] != number
    ]
    return f"{words}, with {listed(covered)}" if covered else words


def _tiles(path: Sequence[int]) -> str:
    return f"tile {path[0]}" if len(path) == 1 else f"tiles {listed(map(str, path))}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Join words to a list: "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def dice_words(count: int) -> str:
    """Write a number of dice: "two dice"."""
    return f"{NUMBER_WORDS[count]} {'die' if count == 1 else 'dice'}"


def _source(source: int, cards: CardSet) -> str:
    if source == Source.BY_TOKEN:
        return "with a token"
    if source == Source.BY_CHARACTER:
        return f"with {YOUR_CHARACTER}"
    return f"with {agency_words(source, cards)}"


def _card(card: int, deck: int, cards: CardSet) -> str:
    words = agency_words if deck == Deck.AGENCY_DECK else mission_words
    return words(card, cards)


# Phrases for every kind of action.


def phrase(action: int, cards: CardSet, fields: Fields | None = None) -> Phrase:
    """Return the phrase of an action; `fields` are those of the view just before it."""
    parts = unpack(action)
    return _PHRASES[parts.kind](parts, cards, fields or {})


def observed_phrase(
    action: int, seat: int, observer: int, cards: CardSet, fields: Fields | None = None
) -> Phrase | None:
    """Return the phrase of an action of `seat` as `observer` may see it; None if it must not show.

    Some operands are hidden from others: the mission returned, the card that a Search kept and the
    places of the other cards. Such phrases have only numbers of cards. A refusal does not show at
    all (rules 10.9).
    """
    kind, _, _, deck = unpack(action)
    if seat != observer:
        if kind == Kind.REFUSE:
            return None
        if kind == Kind.RETURN_MISSION:
            return Phrase("put", "one mission under the mission deck")
        if kind == Kind.KEEP:
            return Phrase("keep", f"one card of {DECK_WORDS[deck]}")
        if kind == Kind.BOTTOM:
            return Phrase("keep", f"one card and put two under {DECK_WORDS[deck]}")
    return phrase(action, cards, fields)


def _return_mission(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("put", f"{mission_words(action.first, cards)} under the mission deck")


def _place(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("place", f"a {action.first} on {TARGET_WORDS[action.second]}")


def _pass(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    if "order" in fields:
        return Phrase("take", f"turn order token #{len(fields['order']) + 1}")
    return Phrase("take", "the lowest turn order token")


def _stop(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    doing = {"place": "placing dice", "break": "breaking codes", "step": "moving"}
    return Phrase("stop", doing.get(fields.get("decision", ""), ""))


def _end(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("end", "the turn")


def _reroll(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    means = f" with {YOUR_CHARACTER}" if action.second == Source.BY_CHARACTER else ""
    return Phrase("choose", f"a {action.first}{where_rerolled(fields)} to reroll{means}")


def where_rerolled(fields: Fields) -> str:
    """Return the words for dice on the Decoder, which an option lets a token reroll (rules 3.8)."""
    return "" if fields.get("phase", "placing") == "placing" else " on the Decoder"


def _roll(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("reroll", "the dice chosen")


def _use(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    if action.first == CharacterPlay.TOKEN_PLAY:
        return Phrase("use", f"{YOUR_CHARACTER} to draw {_drawn('token', cards, fields)}")
    if action.first == CharacterPlay.AGENCY_PLAY:
        return Phrase("use", f"{YOUR_CHARACTER} to draw {_drawn('Agency Card', cards, fields)}")
    if action.first == Ability.MOVE_THREE and action.second == Source.BY_CHARACTER:
        return Phrase("use", f"{YOUR_CHARACTER} to move agents")
    ability = tuple(ABILITY_WORDS.values())[action.first]
    where = f" on {DECK_WORDS[action.third]}" if action.first == Ability.SEARCH else ""
    return Phrase("use", f"{ability}{where} {_source(action.second, cards)}")


def _drawn(noun: str, cards: CardSet, fields: Fields) -> str:
    """Count the cards or tokens that the character of the seat on turn draws: "a token"."""
    if "on_turn" not in fields:
        return f"{noun}s"
    player = fields["players"][fields["on_turn"]]
    return counted(cards.characters[player["character"] - 1].amount, noun)


def _die(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("change", f"a die showing {action.first}")


def _fly(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    city = cards.agency[action.first].city
    return Phrase("fly", f"to {city} with {agency_words(action.first, cards)}")


def _agent(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    used = fields.get("use", {}).get("agency_cards", ())
    where = f" to {cards.agency[used[0] - 1].city}" if used else ""
    return Phrase("send", f"agent {action.first + 1}{where}")


def _step(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("move", f"agent {action.first + 1} to {cards.cities[action.second]}")


def _swap(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    tiles = fields.get("tiles")
    tile, other = action.first, action.second
    if not tiles:
        return Phrase("swap", f"tiles {tile + 1} and {other + 1}")
    return Phrase(
        "swap", f"the {tiles[tile]} on tile {tile + 1} with the {tiles[other]} on tile {other + 1}"
    )


def _claim(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    first = action.second + 1
    if fields.get("options", {}).get("codes_bend"):
        code = f"{code_words(action.first, cards)}, {_numbers_of(action.first, cards)}"
        return Phrase("claim", f"code {code}, from tile {first} on")
    path = list(range(first, first + len(cards.codes[action.first].numbers)))
    read = path[::-1] if action.third else path
    words = code_on_tiles(action.first, read, fields.get("tiles", ()), cards)
    return Phrase("break", f"code {words}")


def _numbers_of(code: int, cards: CardSet) -> str:
    return " ".join(map(str, cards.codes[code].numbers))


def _tile(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    tile = action.first + 1
    claim = fields.get("claim")
    if claim is None:
        return Phrase("read", f"the next number of the code on tile {tile}")
    code = claim["code"] - 1
    number = cards.codes[code].numbers[len(claim["tiles"])]
    covered = "" if fields["tiles"][tile - 1] == number else ", with a die on it"
    return Phrase("read", f"the {number} of {code_words(code, cards)} on tile {tile}{covered}")


def _draw_code(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    decks = fields.get("code_decks")
    top = f", with {decks[action.first]['top_equipment']} on top" if decks else ""
    return Phrase("draw", f"a code from code deck {action.first + 1}{top}")


def _complete(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    worth = points(cards.missions[action.first].points)
    return Phrase("complete", f"{mission_words(action.first, cards)} for {worth}")


def _pay(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    use = fields.get("use")
    if use is None or not use["mission"]:
        return Phrase("pay", payment_words(action, cards))
    symbol = symbols_to_pay(use["mission"], cards)[use["symbols_paid"]]
    completed = fields["players"][use["seat"]]["completed_missions"]
    return Phrase("pay", payment_words(action, cards, symbol, completed))


def symbols_to_pay(mission: int, cards: CardSet) -> list[str]:
    """Return the symbols of a mission (from 1) to be paid, in order (docs/notation.md, 5.8)."""
    asked = cards.missions[mission - 1]
    equipment = sorted(asked.equipment, key=cards.equipment.index)
    return [*equipment, *[ANY_CARD] * asked.any_cards]


def payment_words(
    action: Action, cards: CardSet, symbol: str = "", completed: Sequence[int] = ()
) -> str:
    """Name the payment of a PAY action; `symbol` is the symbol paid for, if known.

    `completed` are the completed missions of the payer. If only one of them has the foot that pays,
    it is named; between several it makes no difference.
    """
    if action.first == Payment.PAY_FOOT:
        feet = [number for number in completed if cards.missions[number - 1].foot == symbol]
        mission = mission_words(feet[0] - 1, cards) if len(feet) == 1 else "a completed mission"
        return f"{f'the {symbol} ' if symbol else ''}with the foot of {mission}"
    if action.first == Payment.PAY_CODE:
        return code_words(action.second, cards)
    card = agency_words(action.second, cards)
    if symbol == ANY_CARD:
        return f"{card} as any Agency Card"
    shown = cards.agency[action.second].equipment
    return card if symbol in ("", shown) else f"{card} for the {symbol}, as the character may"


def _return_code(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("shuffle", f"{code_words(action.first, cards)} back into a code deck")


def _take_mission(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    if action.first == 3:
        return Phrase("draw", "a mission from the deck")
    number = _open_card(fields, "missions_face_up", action.first)
    if number:
        return Phrase("take", f"the mission {mission_words(number - 1, cards)}")
    return Phrase("take", f"the face-up mission at place {action.first + 1}")


def _take_agency(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    price = dice_words(action.second)
    if action.first == len(cards.regions):
        return Phrase("draw", f"an Agency Card from the deck for {price}")
    region = cards.regions[action.first].name
    number = _open_card(fields, "agency_face_up", action.first)
    card = agency_words(number - 1, cards) if number else "the Agency Card"
    return Phrase("take", f"{card}, face up in {region}, for {price}")


def _open_card(fields: Fields, row: str, place: int) -> int:
    return int(fields[row][place]) if row in fields else 0


def _move(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("move", f"with {dice_words(action.first)}")


def _forfeit(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("take", f"a die back from {TARGET_WORDS[action.first]} without its action")


def _reward(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    if action.first == 1:
        return Phrase("draw", "from the Agency deck for a pair of cubes")
    if "pairs" not in fields:
        return Phrase("take", "the face-up Agency Card for a pair of cubes")
    region = fields["pairs"]["region"]
    place = [other.name for other in cards.regions].index(region)
    number = _open_card(fields, "agency_face_up", place)
    card = agency_words(number - 1, cards) if number else "the Agency Card"
    return Phrase("take", f"{card}, face up in {region}, for a pair of cubes")


def _discard(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("discard", agency_words(action.first, cards))


def _discard_mission(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("discard", mission_words(action.first, cards))


def _keep(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    return Phrase("keep", _card(action.first, action.third, cards))


def _bottom(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    search, deck = fields.get("search"), action.third
    if search is None:
        card = _card(action.first, deck, cards)
        return Phrase("put", f"{card} under {DECK_WORDS[deck]}, above the last card")
    looked_at = {place["card"] - 1 for place in search["cards"]}
    others = looked_at - {action.first, search["kept"] - 1}
    last = listed(_card(card, deck, cards) for card in others)
    return Phrase("make", f"{last} the bottom card of {DECK_WORDS[deck]}")


def _spy(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    taken = agency_words(action.second, cards)
    return Phrase("take", f"{taken} through Espionage {_source(action.first, cards)}")


def _refuse(action: Action, cards: CardSet, fields: Fields) -> Phrase:
    window = {"espionage": "Espionage", "first": "First"}.get(fields.get("decision", ""), "it")
    return Phrase("decline", window)


_PHRASES: dict[int, Callable[[Action, CardSet, Fields], Phrase]] = {
    Kind.RETURN_MISSION: _return_mission,
    Kind.PLACE: _place,
    Kind.PASS: _pass,
    Kind.STOP: _stop,
    Kind.END: _end,
    Kind.REROLL: _reroll,
    Kind.ROLL: _roll,
    Kind.USE: _use,
    Kind.DIE: _die,
    Kind.FLY: _fly,
    Kind.AGENT: _agent,
    Kind.STEP: _step,
    Kind.SWAP: _swap,
    Kind.CLAIM: _claim,
    Kind.DRAW_CODE: _draw_code,
    Kind.COMPLETE: _complete,
    Kind.PAY: _pay,
    Kind.RETURN_CODE: _return_code,
    Kind.TAKE_MISSION: _take_mission,
    Kind.TAKE_AGENCY: _take_agency,
    Kind.MOVE: _move,
    Kind.FORFEIT: _forfeit,
    Kind.REWARD: _reward,
    Kind.DISCARD: _discard,
    Kind.DISCARD_MISSION: _discard_mission,
    Kind.KEEP: _keep,
    Kind.BOTTOM: _bottom,
    Kind.SPY: _spy,
    Kind.REFUSE: _refuse,
    Kind.TILE: _tile,
}
