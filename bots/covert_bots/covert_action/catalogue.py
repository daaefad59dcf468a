"""The catalogue of Covert Action's bots."""

from __future__ import annotations

from covert_bots.covert_action.bots import Flat, Greedy, Ismcts, Random
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription, Catalogue

CATALOGUE = Catalogue((Random, Greedy, Flat, Ismcts))


def describe() -> list[BotDescription]:
    """Return the kinds of bots, weakest first."""
    return CATALOGUE.describe()


def make(spec: str) -> Bot:
    """Return the bot of a spec such as `greedy:style=open` or `flat:iterations=200`; BotSpecError
    if there is none."""
    return CATALOGUE.make(spec)
