"""The bots of a game: their names, descriptions, parameters and levels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from covert_bots.players.bot import Bot
from covert_bots.players.spec import BotSpecError, Parameter, Spec, parse_spec

BOTS_KEPT = 64


@dataclass(frozen=True)
class LevelRating:
    """The rating of a level at tables of one size."""

    elo: float  # relative to the file's anchor, which has 0
    margin: float  # half of the 95% interval of the difference to the anchor


@dataclass(frozen=True)
class Level:
    """A named strength; the name is a spec of its own."""

    name: str  # as in a spec
    spec: str  # of the bot that plays at it
    ratings: Mapping[int, LevelRating]  # by the number of players, as far as measured
    description: str = ""  # how it plays, for people; empty for a level meant for programs


def read_levels(file: Path) -> tuple[Level, ...]:
    """Read the levels of a file, in its order. `benchmarks/levels.py` writes the ratings."""
    tree = json.loads(file.read_text(encoding="utf-8"))
    ratings = {
        spec: {int(players): LevelRating(**figures) for players, figures in sizes.items()}
        for spec, sizes in tree["ratings"].items()
    }
    return tuple(
        Level(
            name,
            spec,
            MappingProxyType(ratings.get(spec, {})),
            tree.get("descriptions", {}).get(name, ""),
        )
        for name, spec in tree["levels"].items()
    )


@dataclass(frozen=True)
class BotDescription:
    """The description of a kind of bot, for people."""

    name: str  # as in a spec
    description: str  # in a sentence or two
    parameters: list[Parameter]
    levels: list[Level]  # of this kind


class Catalogue:
    """Kinds of bots, weakest first; frozen bots for measurements, which `describe` omits; and
    levels."""

    def __init__(
        self,
        bots: Sequence[type[Bot]],
        frozen: Sequence[type[Bot]] = (),
        levels: Sequence[Level] = (),
    ) -> None:
        self.levels = tuple(levels)
        self._bots = tuple(bots)
        self._frozen = tuple(frozen)
        self._kinds = {bot.name: bot for bot in (*bots, *frozen)}
        self._levels = {level.name: level for level in levels}
        self._kept = lru_cache(BOTS_KEPT)(self._make)  # bots keep no state

    def with_bots(self, bots: Sequence[type[Bot]]) -> Catalogue:
        """Return a catalogue with these kinds of bots added at its end."""
        return Catalogue((*self._bots, *bots), self._frozen, self.levels)

    @property
    def kinds(self) -> list[str]:
        """All possible first words of a spec, those of frozen bots too."""
        return [*self._kinds, *self._levels]

    @property
    def names(self) -> list[str]:
        """The possible first words of a spec: the kinds of `describe`, then the levels."""
        return [*(bot.name for bot in self._bots), *self._levels]

    def describe(self) -> list[BotDescription]:
        """Return the kinds of bots, weakest first, without the frozen ones."""
        return [
            BotDescription(
                bot.name,
                bot.description,
                list(bot.parameters),
                [level for level in self.levels if level.spec.partition(":")[0] == bot.name],
            )
            for bot in self._bots
        ]

    def rating(self, spec: str, players: int) -> float | None:
        """Return the measured rating of a level, or of the bot that plays at one, at tables of this
        size or else in games of two; None if there is none."""
        for level in self.levels:
            rating = level.ratings.get(players, level.ratings.get(2))
            if spec in (level.name, level.spec) and rating is not None:
                return rating.elo
        return None

    def make(self, spec: str) -> Bot:
        """Return the bot of a spec such as `greedy` or `ismcts:iterations=2000,lanes=2`, or of a
        level; BotSpecError if there is none."""
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
