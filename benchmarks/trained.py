"""Bots with the weights of a training of one's own, for matches in the arena.

    cd benchmarks
    TRAINED=../weights covert-bots arena run \\
        --bots trained:ismcts__cpu_seconds_0p01,ismcts:cpu_seconds=0.01

The folder is one that `covert-bots train` filled; the name is one of `bot_names.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

from bot_names import attributes, read
from covert_bots.players.bot import Bot
from covert_engine.covert import HandMade
from covert_engine.covert.evaluation.weights import read_weights


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    bot, figures = read(name)
    if figures:
        raise ValueError(f"{name}: {', '.join(figures)}; expected parameters of the bot alone")
    folder = Path(os.environ["TRAINED"])
    points, policy = (
        read_weights((folder / file).read_text("utf-8")) for file in ("points.json", "policy.json")
    )
    return bot.with_settings(evaluator=HandMade(points, policy))


__getattr__ = attributes(bot_of)
