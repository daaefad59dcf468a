"""Bots whose search has other parameters than usual, for matches in the arena.

    cd benchmarks
    covert-bots arena run --bots ismcts:iterations=500,searched:ismcts__iterations_500__confidence_0

The name is one of `bot_names.py`. What is no parameter of the bot is a field of its `SearchParams`.
"""

from __future__ import annotations

import json

from bot_names import attributes, read
from covert_bots.players.bot import Bot


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    bot, figures = read(name)
    return bot.with_settings(**{key: json.loads(figure) for key, figure in figures.items()})


__getattr__ = attributes(bot_of)
