"""The bots there are for Covert Action."""

from __future__ import annotations

from covert_bots.covert_action.bots import Flat, Greedy, Ismcts, Random
from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import BotDescription, Catalogue

CATALOGUE = Catalogue((Random, Greedy, Flat, Ismcts))


def describe() -> list[BotDescription]:
    """The kinds of bots, the weakest first."""
    return CATALOGUE.describe()


def make(spec: str) -> Bot:
    """The bot of a spec such as `greedy:style=open` or `flat:iterations=200`; BotSpecError if there
    is none."""
    return CATALOGUE.make(spec)
