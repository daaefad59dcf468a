"""A template of a position, to fill in."""

from __future__ import annotations

from textwrap import wrap

from covert_bots.covert.position.keys import SEATS
from covert_bots.covert.words.printed import ABILITY_WORDS
from covert_engine.covert.cards.card_set import CardSet

WIDTH = 100


def template(players: int, card_set: CardSet, own: int = 0) -> str:
    """Return an empty position for so many players, with comments; `own` is who asks."""
    others = [SEATS[seat] for seat in range(players) if seat != own]
    lines = [
        *_comment(
            "A position of Covert. Type behind the names; what stays empty is none, unless it "
            "says otherwise below. Names may be short (rad Lon), seats too (N). A comma goes "
            "between two cards, missions, codes, tokens or decks; blanks between cities, seats and "
            "dice; a ; between the parts of a line. Lines may come in any order; after # is a "
            "comment."
        ),
        *_comment(
            "now: the round, the phase (placing, codes, resolving, last mission), and who decides: "
            "that seat is yours. order: who has taken a turn order token, lowest first. started: "
            "who placed first this round; you, if it stays empty. tiles: both rows, 544211 / "
            "536326."
        ),
        f"now: round , , {SEATS[own]}",
        "order:",
        "started:",
        "tiles:",
        *_comment(
            "face up: equipment and city of each card, in the order of the regions "
            f"{', '.join(region.name for region in card_set.regions)}; - is an empty space. "
            "missions up: points, what it asks for, /foot: 9 radio Paris yellow 2 any /blue. code "
            "decks: the equipment on top of each; how many cards they have is not needed."
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
        "You first. character: counts as one without an ability if it stays empty. cubes: the "
        "cities with your cubes. took: the owners of cubes you hold. dice: those not placed. "
        "folder: how many dice. done: completed missions, points and foot are enough: 9 /blue. "
        "broken: equipment of broken codes, numbers are not needed: rad, pis. codes: numbers and "
        f"equipment: 164 radio. tokens: {', '.join(ABILITY_WORDS.values())}. "
        "Add `; rerolled` once the reroll token is spent, `; used 1` if the character's ability "
        "has been used (in this round, or in what period the character names)."
    )
    lines += [
        f"{SEATS[own]}: character ; agents ; cubes ; took ; dice ; decoder ; folder",
        "  cards ; missions ; codes ; tokens ; done ; broken",
        *_comment(
            "The others: how many cards, missions, codes and tokens they hold (codes: 2, if it "
            "stays empty); behind the number, after a comma, what you know of them: cards 3, radio "
            "London; codes 2, radio, pistols."
        ),
    ]
    for seat in others:
        lines += [
            f"{seat}: character ; agents ; cubes ; took ; dice ; decoder ; folder",
            "  cards ; missions ; codes ; tokens ; done ; broken",
        ]
    lines += _comment(
        "The discard piles; - if there is none. If a line stays empty, its cards count as in the "
        "deck."
    )
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
