"""Levels of play: bots with a name for how strong they are, and their measured ratings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True)
class LevelRating:
    """How strong a level is at tables of one size."""

    elo: float  # the scale is that of the file's anchor
    margin: float  # half of the 95 % interval of its difference to the anchor, which has 0


@dataclass(frozen=True)
class Level:
    """A strength with a name, which is a spec of its own."""

    name: str  # as in a spec
    spec: str  # of the bot that plays at it
    ratings: Mapping[int, LevelRating]  # by the number of players; none where none is measured


def read_levels(file: Path) -> tuple[Level, ...]:
    """The levels of a file, in its order. `benchmarks/levels.py` writes the ratings into it."""
    tree = json.loads(file.read_text(encoding="utf-8"))
    ratings = {
        spec: {int(players): LevelRating(**figures) for players, figures in sizes.items()}
        for spec, sizes in tree["ratings"].items()
    }
    return tuple(
        Level(name, spec, MappingProxyType(ratings.get(spec, {})))
        for name, spec in tree["levels"].items()
    )
