"""Bots with the weights of a training of one's own, for matches in the arena.

    cd benchmarks
    TRAINED=../weights covert-bots arena run \\
        --bots trained:ismcts__cpu_seconds_0p01,ismcts:cpu_seconds=0.01

The folder is one that `covert-bots train` filled. A name is a kind of bot and its parameters,
joined by two underscores; p stands for the point of a fraction.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot
from covert_engine.covert import HandMade


def weights_of(name: str) -> dict[str, Any]:
    """Those of a file of the folder; numbers of a list become a tuple."""
    text = (Path(os.environ["TRAINED"]) / name).read_text(encoding="utf-8")
    weights = json.loads(text)["weights"]
    return {key: tuple(one) if isinstance(one, list) else one for key, one in weights.items()}


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    kind, *parts = name.split("__")
    named = (part.rpartition("_") for part in parts)
    given = ",".join(f"{key}={figure.replace('p', '.')}" for key, _, figure in named)
    bot = make(f"{kind}:{given}" if given else kind)
    evaluator = HandMade(weights_of("points.json"), weights_of("policy.json"))
    return bot.with_settings(evaluator=evaluator)


def __getattr__(name: str) -> Callable[[], Bot]:
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda: bot_of(name)
