"""A template of a position, to fill in."""

from __future__ import annotations

from textwrap import wrap

from covert_bots.covert.position.keys import SEATS
from covert_bots.covert.words.printed import ABILITY_WORDS
from covert_engine.covert.cards.card_set import CardSet

WIDTH = 100


def template(players: int, card_set: CardSet) -> str:
    """Return an empty position for so many players, with comments; the hint is for North."""
    seats = [SEATS[seat] for seat in range(players)]
    lines = [
        *_comment(
            "A position of Covert. Type behind the names; what stays empty is none. Names may be "
            "short (rad Lon), seats too (N). Lines may come in any order; after # is a comment."
        ),
        *_comment(
            "now: the round, the phase (placing, codes, resolving, last mission), and who decides: "
            "that seat is yours. order: who has taken a turn order token, lowest first. started: "
            "who placed first this round. tiles: both rows, 544211 / 536326."
        ),
        f"now: round , , {seats[0]}",
        "order:",
        "started:",
        "tiles:",
        *_comment(
            "face up: equipment and city of each card, in the order of the regions "
            f"{', '.join(region.name for region in card_set.regions)}; - is an empty space. "
            "missions up: points, what it asks for, /foot: 9 radio Paris any /blue. code decks: "
            "the equipment on top of each."
        ),
        "face up:",
        "missions up:",
        "code decks:",
        *_comment("circles: face and owner of each die: complete 3N 4E."),
        "circles: complete ; missions ; agency ; movement",
    ]
    if players == 2:
        lines += [
            *_comment("The cities with cubes of the two colours that nobody plays."),
            "colour 3:",
            "colour 4:",
        ]
    lines += _comment(
        "You first. cubes: the cities with your cubes. took: the owners of cubes you hold. dice: "
        "those not placed. done: completed missions, points and foot are enough: 9 /blue. broken: "
        "equipment of broken codes. codes: numbers and equipment: 164 radio. tokens: "
        f"{', '.join(ABILITY_WORDS.values())}. Add `rerolled` once the reroll token is "
        "spent, `used 1` if the character's ability has been used this round."
    )
    lines += [
        f"{seats[0]}: character ; agents ; cubes ; took ; dice ; decoder ; folder",
        "  cards ; missions ; codes ; tokens ; done ; broken",
        *_comment(
            "The others: how many cards, missions and tokens they hold; behind a number, after a "
            "comma, cards you know: cards 3, radio London."
        ),
    ]
    for seat in seats[1:]:
        lines += [
            f"{seat}: character ; agents ; cubes ; took ; dice ; decoder ; folder",
            "  cards ; missions ; tokens ; done ; broken",
        ]
    lines += _comment("The discard piles; leave these out to have them shuffled into the decks.")
    lines += ["discards:", "mission discards:"]
    names = {
        "Equipment": ", ".join(card_set.equipment),
        "Cities": ", ".join(card_set.cities),
        "Characters": ", ".join(
            character.name.removeprefix("The ") for character in card_set.characters
        ),
    }
    for kind, listed in names.items():
        lines += _comment(f"{kind}: {listed}.")
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, WIDTH - 2, break_on_hyphens=False)]
