"""The catalogue of Covert Action's bots."""

from __future__ import annotations

from covert_bots.covert_action.bots import Flat, Greedy, Ismcts, Random
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription, Catalogue, Level

CHARACTERS = (
    Level(
        "quiet",
        "greedy:style=mute",
        {},
        "Never says a word. It listens, and shoots when that is likelier right than wrong.",
    ),
    Level(
        "honest",
        "greedy:style=open",
        {},
        "Says which card it holds, apart from slips. Only as the Mole does it claim another.",
    ),
    Level(
        "schemer",
        "greedy:style=posing",
        {},
        "Claims what serves it at a trusting table: as the Sniper it hides, as a Bodyguard it "
        "poses as the Sniper.",
    ),
    Level(
        "bluffer",
        "greedy:style=bluffing",
        {},
        "As a Bodyguard, Cleaner or Saboteur it calls itself the Sniper; as the Sniper it "
        "never does.",
    ),
    Level(
        "accuser",
        "greedy:style=pointing",
        {},
        "Says nothing about itself and names the seat that it takes for another team's Sniper; "
        "as the Mole, the least likely one.",
    ),
    Level(
        "thinker",
        "ismcts",
        {},
        "Weighs every word and every shot by a search, and sticks to its story.",
    ),
)
"""Opponents with a character for people. How strong they are has not been measured."""

CATALOGUE = Catalogue((Random, Greedy, Flat, Ismcts), levels=CHARACTERS)


def describe() -> list[BotDescription]:
    """Return the kinds of bots, weakest first."""
    return CATALOGUE.describe()


def make(spec: str) -> Bot:
    """Return the bot of a spec such as `greedy:style=open` or `flat:iterations=200`; BotSpecError
    if there is none."""
    return CATALOGUE.make(spec)
