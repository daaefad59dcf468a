r"""Bots with the weights of a training of one's own, for matches in the arena.

    cd benchmarks
    TRAINED=../weights covert-bots arena run \
        --bots trained:ismcts__cpu_seconds_0p01,ismcts:cpu_seconds=0.01

The folder is one that `covert-bots train` filled, and has the policy and the hand-made value; the
belief is that of the package. The name is one of `bot_names.py`. Beside the
bot's parameters it can name a generation, to hold it against the one before:
`trained:ismcts__iterations_250__generation_2,trained:ismcts__iterations_250__generation_1`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from bot_names import attributes, read
from covert_bots.players.bot import Bot
from covert_engine.covert import HandMade
from covert_engine.covert.evaluation.weights import Weight, read_weights


def weights(file: Path) -> Mapping[str, Weight]:
    """Return the weights in a file, which says more if they are the last."""
    text = file.read_text("utf-8")
    values: Mapping[str, Weight] = json.loads(text)
    return read_weights(text) if "weights" in values else values


def bot_of(name: str) -> Bot:
    """Return the bot a name of this module stands for."""
    bot, figures = read(name)
    generation = figures.pop("generation", None)
    if "TRAINED" not in os.environ:
        raise ValueError("TRAINED: it is not set; expected the folder of a training")
    if bot.spec.values.get("evaluator") != "hand-made":
        raise ValueError(f"{name}: evaluator; expected hand-made, for the weights are of that")
    if figures:
        unknown = ", ".join(figures)
        raise ValueError(f"{name}: {unknown}; expected parameters of the bot, and generation")
    folder, of = Path(os.environ["TRAINED"]), "" if generation is None else f"-{generation}"
    points, policy = (weights(folder / f"{part}{of}.json") for part in ("points", "policy"))
    return bot.with_settings(evaluator=HandMade(points, policy))


__getattr__ = attributes(bot_of)
