"""The bots there are: their names, what they do, what can be set, and how to get one."""

from __future__ import annotations

from dataclasses import dataclass

from covert_bots.players.bot import Bot
from covert_bots.players.bots import Flat, Greedy, Ismcts, Random
from covert_bots.players.frozen import FirstFlat, FirstGreedy, FirstIsmcts
from covert_bots.players.spec import BotSpecError, Parameter, parse_spec

__all__ = ["Bot", "BotDescription", "BotSpecError", "Parameter", "describe", "make"]

_BOTS: tuple[type[Bot], ...] = (Random, Greedy, Flat, Ismcts)  # weakest first
_FROZEN: tuple[type[Bot], ...] = (FirstGreedy, FirstFlat, FirstIsmcts)


@dataclass(frozen=True)
class BotDescription:
    """A kind of bot, as people are told of it."""

    name: str  # as in a spec
    description: str  # in a sentence or two
    parameters: list[Parameter]  # what can be set


def describe() -> list[BotDescription]:
    """The kinds of bots, the weakest first; without those frozen to measure by."""
    return [BotDescription(bot.name, bot.description, list(bot.parameters)) for bot in _BOTS]


def make(spec: str) -> Bot:
    """The bot of a spec such as `greedy` or `ismcts:iterations=2000,lanes=2`; BotSpecError if there
    is none.

    >>> str(make("ismcts:lanes=2,iterations=2000"))
    'ismcts:iterations=2000,lanes=2'
    """
    kinds = {bot.name: bot for bot in (*_BOTS, *_FROZEN)}
    parsed = parse_spec(spec, {name: bot.parameters for name, bot in kinds.items()})
    return kinds[parsed.name](parsed)
