"""The bots of a game: their names, what they do, what can be set, and how to get one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from covert_bots.players.bot import Bot
from covert_bots.players.levels import Level
from covert_bots.players.spec import BotSpecError, Parameter, Spec, parse_spec

BOTS_KEPT = 64


@dataclass(frozen=True)
class BotDescription:
    """A kind of bot, as it is described to people."""

    name: str  # as in a spec
    description: str  # in a sentence or two
    parameters: list[Parameter]  # what can be set
    levels: list[Level]  # that it plays at


class Catalogue:
    """Kinds of bots, weakest first, and frozen ones to measure by, which `describe` leaves out; and
    the levels at which they play."""

    def __init__(
        self,
        bots: Sequence[type[Bot]],
        frozen: Sequence[type[Bot]] = (),
        levels: Sequence[Level] = (),
    ) -> None:
        self.levels = tuple(levels)
        self._bots = tuple(bots)
        self._kinds = {bot.name: bot for bot in (*bots, *frozen)}
        self._levels = {level.name: level for level in levels}
        self._kept = lru_cache(BOTS_KEPT)(self._make)  # bots remember nothing

    @property
    def names(self) -> list[str]:
        """What a spec can begin with: the kinds of `describe`, then the levels."""
        return [*(bot.name for bot in self._bots), *self._levels]

    def describe(self) -> list[BotDescription]:
        """The kinds of bots, the weakest first; without those frozen to measure by."""
        return [
            BotDescription(
                bot.name,
                bot.description,
                list(bot.parameters),
                [one for one in self.levels if one.spec.partition(":")[0] == bot.name],
            )
            for bot in self._bots
        ]

    def make(self, spec: str) -> Bot:
        """The bot of a spec such as `greedy` or `ismcts:iterations=2000,lanes=2`, or of a level;
        BotSpecError if there is none."""
        return self._kept(spec)

    def _make(self, spec: str) -> Bot:
        name, colon, _ = spec.partition(":")
        level = self._levels.get(name)
        if level is None:
            parsed = self._parsed(spec)
        elif colon:
            expected = f"{name} alone, or its spec, {level.spec}, with what is to differ"
            raise BotSpecError(spec, "a level has no parameters", expected)
        else:
            parsed = replace(self._parsed(level.spec), level=name)
        return self._kinds[parsed.name](parsed)

    def _parsed(self, spec: str) -> Spec:
        bots = {name: bot.parameters for name, bot in self._kinds.items()}
        return parse_spec(spec, bots, list(self._levels))
