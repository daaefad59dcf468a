"""Bots with other figures in their hand-made value, for matches in the arena.

    cd benchmarks
    covert-bots arena sprt weighted:ismcts__mission_0p6__held_code_2 weighted:ismcts

The name is one of `bot_names.py`. What is no parameter of the bot is a weight of the value, as a
factor on that of the first bots; `first_policy_1` is the policy set by hand. The best weights found
by hand are those of `weighted:ismcts__first_policy_1__mission_0p6__held_code_2`.
"""

from __future__ import annotations

from bot_names import attributes, read
from covert_bots.players.bot import Bot
from covert_engine.covert import HandMade
from covert_engine.covert.evaluation.weights import (
    FIRST_POLICY_WEIGHTS,
    FIRST_VALUE_WEIGHTS,
    Weight,
)


def scaled(weight: Weight, factor: float) -> Weight:
    """Return a weight times a factor."""
    return tuple(factor * part for part in weight) if isinstance(weight, tuple) else factor * weight


def bot_of(name: str) -> Bot:
    """Return the bot a name of this module stands for."""
    bot, figures = read(name)
    by_hand = figures.pop("first_policy", None) == "1"
    policy = dict(FIRST_POLICY_WEIGHTS) if by_hand else HandMade().policy_weights
    if unknown := sorted(figures.keys() - FIRST_VALUE_WEIGHTS.keys()):
        expected = ", ".join(FIRST_VALUE_WEIGHTS)
        raise ValueError(
            f"{name}: {unknown[0]}; expected a parameter of the bot, or one of {expected}"
        )
    changed = {key: scaled(FIRST_VALUE_WEIGHTS[key], float(text)) for key, text in figures.items()}
    return bot.with_settings(evaluator=HandMade({**FIRST_VALUE_WEIGHTS, **changed}, policy))


__getattr__ = attributes(bot_of)
