"""The catalogue of Covert's bots."""

from __future__ import annotations

from pathlib import Path

from covert_bots.covert.bots import Flat, Greedy, Ismcts, Random
from covert_bots.covert.frozen import FirstFlat, FirstGreedy, FirstIsmcts, Textbook
from covert_bots.covert.person import Person
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription, Catalogue, read_levels

LEVELS = Path(__file__).parent / "data" / "levels.json"
CATALOGUE = Catalogue(
    (Random, Greedy, Person, Flat, Ismcts),
    (FirstGreedy, FirstFlat, FirstIsmcts, Textbook),
    read_levels(LEVELS),
)


def describe() -> list[BotDescription]:
    """Return the kinds of bots, weakest first, without the frozen ones."""
    return CATALOGUE.describe()


def make(spec: str) -> Bot:
    """Return the bot of a spec such as `greedy` or `ismcts:iterations=2000,lanes=2`, or of a level
    such as `easy`; BotSpecError if there is none.

    >>> str(make("ismcts:lanes=2,iterations=2000"))
    'ismcts:iterations=2000,lanes=2'
    """
    return CATALOGUE.make(spec)
