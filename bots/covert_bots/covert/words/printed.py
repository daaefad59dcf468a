"""What is printed on cards, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from covert_bots.players.amounts import counted, numbered
from covert_engine.covert.cards.card_set import AgencyCard, Character, Code, Mission

ABILITY_WORDS = {
    "plus_one": "+1",
    "minus_one": "-1",
    "move_three": "Move x3",
    "espionage": "Espionage",
    "sneak_attack": "Sneak Attack",
    "first": "First",
    "search": "Search",
    "code_breaker": "Code Breaker",
}

OPTION_WORDS = {  # what an option means where it is on, and where it is off
    "circle_wraps": (
        "6 and 1 are adjacent on an action circle",
        "6 and 1 are not adjacent on an action circle",
    ),
    "either_direction": (
        "codes may also be read right to left",
        "codes are read left to right only",
    ),
    "codes_bend": (
        "a code may run along any path of tiles, up and down too",
        "a code runs along one row",
    ),
    "swaps_first": (
        "no swap and no Code Breaker may follow the first claim",
        "swaps and claims may come in any order",
    ),
    "reroll_decoder": (
        "the reroll token may reroll dice on the Decoder instead",
        "the reroll token never rerolls dice on the Decoder",
    ),
    "distinct_agents": (
        "each city or region symbol needs its own agent",
        "one agent meets all symbols that it fits",
    ),
    "flight_trails": (
        "a flight leaves a cube and takes cubes, like a move",
        "a flight leaves no cube and takes none",
    ),
}


_DECKS = {"agency": "Agency"}  # the deck of Agency Cards has their capital


def points(number: int) -> str:
    """Such as `1 point` or `5 points`."""
    return numbered(number, "point")


def asked_for(mission: Mission) -> Iterator[str]:
    """The symbols of a mission."""
    yield from mission.equipment
    yield from mission.cities
    yield from mission.regions
    if mission.any_cards:
        yield f"{mission.any_cards} any"


def agency_card_words(card: AgencyCard) -> str:
    """The three sides of an Agency Card."""
    return f"{card.equipment}; flight to {card.city}; {ABILITY_WORDS[card.ability]}"


def mission_card_words(mission: Mission) -> str:
    """What a mission is worth, asks for and goes on giving; its title apart."""
    words = f"{counted(mission.points, 'point')}: {', '.join(asked_for(mission)) or 'nothing'}"
    return f"{words}; foot: {mission.foot}" if mission.foot else words


def code_card_words(code: Code) -> str:
    """The two sides of a code."""
    return f"{' '.join(map(str, code.numbers))}; {code.equipment}"


def character_words(character: Character) -> str:
    """The ability of a character."""
    amount = character.amount
    what = {
        "extra_swap": f"{counted(amount, 'extra swap')} in Break Codes",
        "reach": "one die takes a face-up Agency Card of any region",
        "draw_token": f"draws {counted(amount, 'token')}",
        "steps": f"moves {'an agent one step' if amount == 1 else f'agents {amount} steps'}",
        "shift_die": "raises or lowers a die by one",
        "draw_agency": f"draws {counted(amount, 'Agency Card')}",
        "search_deck": f"searches the {_DECKS.get(character.deck, character.deck)} deck",
        "reroll_dice": "rerolls dice",
        "none": "an ability that this program does not play",
        "any_equipment": f"pays {'up to ' if amount > 1 else ''}"
        f"{counted(amount, 'equipment symbol')} of each mission with any Agency Card",
    }[character.effect]
    if not character.when:
        return what
    times = {1: "once", 2: "twice"}.get(character.times, f"{character.times} times")
    period = "every two rounds" if character.period == "two_rounds" else f"a {character.period}"
    return f"{what}, {' or '.join(character.when)}, {times} {period}"
