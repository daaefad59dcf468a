"""Bots with other figures in their hand-made value, for matches in the arena.

    cd benchmarks
    covert-bots arena sprt weighted:ismcts__mission_0p6__held_code_2 weighted:ismcts

A name is a kind of bot and what is to be other than usual, joined by two underscores; p stands for
the point of a fraction, and for what has no point a spec would do. `iterations`, `cpu_seconds`,
`uniform` and `horizon` are parameters of the bot; `policy_0` is the policy set by hand; other names
are weights of the value, as factors on those of the first bots. The best weights found by hand are
those of `weighted:ismcts__policy_0__mission_0p6__held_code_2`.
"""

from __future__ import annotations

from collections.abc import Callable

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot
from covert_engine.covert import HandMade
from covert_engine.covert.evaluation.weights import (
    FIRST_POLICY_WEIGHTS,
    FIRST_VALUE_WEIGHTS,
    Weight,
)

PARAMETERS = ("iterations", "cpu_seconds", "uniform", "horizon")


def scaled(weight: Weight, factor: float) -> Weight:
    """A weight times a factor."""
    return tuple(factor * one for one in weight) if isinstance(weight, tuple) else factor * weight


def bot_of(name: str) -> Bot:
    """The bot a name of this module stands for."""
    kind, *parts = name.split("__")
    weights = dict(FIRST_VALUE_WEIGHTS)
    policy = HandMade().policy_weights
    parameters = []
    for part in parts:
        key, _, figure = part.rpartition("_")
        value = figure.replace("p", ".")
        if key in PARAMETERS:
            parameters.append(f"{key}={value}")
        elif part == "policy_0":
            policy = dict(FIRST_POLICY_WEIGHTS)
        else:
            weights[key] = scaled(weights[key], float(value))
    bot = make(f"{kind}:{','.join(parameters)}" if parameters else kind)
    return bot.with_settings(evaluator=HandMade(weights, policy))


def __getattr__(name: str) -> Callable[[], Bot]:
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda: bot_of(name)
