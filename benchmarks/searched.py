"""Bots whose search has other parameters than usual, for matches in the arena.

    cd benchmarks
    covert-bots arena run --bots ismcts:iterations=500,searched:ismcts__iterations_500__confidence_0

The name is one of `bot_names.py`. What is no parameter of the bot is a field of its `SearchParams`.
"""

from __future__ import annotations

import json
from dataclasses import fields

from bot_names import attributes, read
from covert_bots.players.bot import Bot
from covert_engine.search import SearchParams

SET_BY_PARAMETERS = {
    "simulation_uniform": "uniform",
    "flat_candidates": "candidates",
    "greedy_worlds": "worlds",
}
"""Fields that a parameter of the bot sets in any case."""

FIELDS = {field.name for field in fields(SearchParams) if field.type in (int, float, bool)}


def bot_of(name: str) -> Bot:
    """Return the bot a name of this module stands for."""
    bot, figures = read(name)
    for field in figures:
        if field in SET_BY_PARAMETERS:
            other = SET_BY_PARAMETERS[field]
            raise ValueError(f"{name}: {field} would change nothing; expected {other}")
        if field not in FIELDS:
            raise ValueError(f"{name}: {field}; expected a parameter of the bot or of its search")
    try:
        changed = {field: json.loads(figure) for field, figure in figures.items()}
    except ValueError:
        raise ValueError(f"{name}: {', '.join(figures.values())}; expected numbers") from None
    return bot.with_settings(**changed)


__getattr__ = attributes(bot_of)
