"""The bots of a game: their names, what they do, what can be set, and how to get one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covert_bots.players.bot import Bot
from covert_bots.players.spec import Parameter, parse_spec

__all__ = ["BotDescription", "Catalogue"]


@dataclass(frozen=True)
class BotDescription:
    """A kind of bot, as it is described to people."""

    name: str  # as in a spec
    description: str  # in a sentence or two
    parameters: list[Parameter]  # what can be set


class Catalogue:
    """Kinds of bots, weakest first, and frozen ones to measure by, which `describe` leaves out."""

    def __init__(self, bots: Sequence[type[Bot]], frozen: Sequence[type[Bot]] = ()) -> None:
        self._bots = tuple(bots)
        self._kinds = {bot.name: bot for bot in (*bots, *frozen)}

    def describe(self) -> list[BotDescription]:
        """The kinds of bots, the weakest first; without those frozen to measure by."""
        return [
            BotDescription(bot.name, bot.description, list(bot.parameters)) for bot in self._bots
        ]

    def make(self, spec: str) -> Bot:
        """The bot of a spec such as `greedy` or `ismcts:iterations=2000,lanes=2`; BotSpecError if
        there is none."""
        parsed = parse_spec(spec, {name: bot.parameters for name, bot in self._kinds.items()})
        return self._kinds[parsed.name](parsed)
