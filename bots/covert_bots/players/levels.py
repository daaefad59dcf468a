"""Levels of play: named strengths, their specs, and their measured ratings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True)
class LevelRating:
    """The rating of a level at tables of one size."""

    elo: float  # relative to the file's anchor, which has 0
    margin: float  # half of the 95 % interval of the difference to the anchor


@dataclass(frozen=True)
class Level:
    """A named strength; the name is a spec of its own."""

    name: str  # as in a spec
    spec: str  # of the bot that plays at it
    ratings: Mapping[int, LevelRating]  # by the number of players, as far as measured


def read_levels(file: Path) -> tuple[Level, ...]:
    """Read the levels of a file, in its order. `benchmarks/levels.py` writes the ratings."""
    tree = json.loads(file.read_text(encoding="utf-8"))
    ratings = {
        spec: {int(players): LevelRating(**figures) for players, figures in sizes.items()}
        for spec, sizes in tree["ratings"].items()
    }
    return tuple(
        Level(name, spec, MappingProxyType(ratings.get(spec, {})))
        for name, spec in tree["levels"].items()
    )
