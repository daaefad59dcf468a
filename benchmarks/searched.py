"""Bots whose search has other parameters than usual, for matches in the arena.

    cd benchmarks
    covert-bots arena run --bots ismcts:iterations=500,searched:ismcts__iterations_500__confidence_0

A name is a kind of bot and what is to be other than usual, joined by two underscores; p stands for
the point of a fraction. What is no parameter of the bot is a field of its `SearchParams`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    kind, *parts = name.split("__")
    known = {parameter.name for parameter in make(kind).parameters}
    named = (part.rpartition("_") for part in parts)
    figures = {key: figure.replace("p", ".") for key, _, figure in named}
    given = ",".join(f"{key}={figure}" for key, figure in figures.items() if key in known)
    bot = make(f"{kind}:{given}" if given else kind)
    fields: dict[str, Any] = {
        key: json.loads(figure) for key, figure in figures.items() if key not in known
    }
    return bot.with_settings(**fields)


def __getattr__(name: str) -> Callable[[], Bot]:
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda: bot_of(name)
