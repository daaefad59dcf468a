"""How the table stands before the first decision: characters, agents, cubes and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from covert_bots.covert.words.narration import Fields, listed
from covert_bots.covert.words.printed import OPTION_WORDS, character_words
from covert_engine.covert.cards.card_set import CardSet, Options


def opening_of(seat: int, fields: Fields, cards: CardSet) -> list[str]:
    """A seat's character with its ability, and where its agents start (rules 2.1, 2.2)."""
    player = fields["players"][seat]
    character = cards.characters[player["character"] - 1]
    return [
        f"{character.name}: {character_words(character)}",
        f"agents in {listed(player['agents'])}",
    ]


def opening_of_table(fields: Fields, cards: CardSet) -> list[str]:
    """The cubes of colours nobody plays (2.3), and the options that are not the usual ones."""
    seats = len(fields["players"])
    lines = []
    for colour, name in zip(range(seats + 1, seats + 3), ("first", "second"), strict=True):
        cities = [one["city"] for one in fields["cubes"] if colour in one["colours"]]
        if cities:
            lines.append(f"Cubes of the {name} colour nobody plays: {_sorted(cities, cards)}")
    usual = asdict(Options())
    for option, words in OPTION_WORDS.items():
        if fields["options"][option] != usual[option]:
            on = fields["options"][option]
            lines.append(f"{option} {'on' if on else 'off'}: {words[not on]}")
    return lines


def _sorted(cities: Sequence[str], cards: CardSet) -> str:
    return listed(sorted(cities, key=cards.cities.index))
