"""Bots whose search has other parameters than usual, for matches in the arena.

    cd benchmarks
    covert-bots arena run --bots ismcts:iterations=500,searched:ismcts__iterations_500__confidence_0

The name is one of `bot_names.py`. What is no parameter of the bot is a field of its `SearchParams`.
"""

from __future__ import annotations

import json

from bot_names import attributes, read
from covert_bots.players.bot import Bot

SET_BY_PARAMETERS = {
    "simulation_uniform": "uniform",
    "flat_candidates": "candidates",
    "greedy_worlds": "worlds",
}
"""Fields that a parameter of the bot sets in any case."""


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    bot, figures = read(name)
    for field in figures:
        if field in SET_BY_PARAMETERS:
            other = SET_BY_PARAMETERS[field]
            raise ValueError(f"{name}: {field} would change nothing; expected {other}")
    return bot.with_settings(**{key: json.loads(figure) for key, figure in figures.items()})


__getattr__ = attributes(bot_of)
