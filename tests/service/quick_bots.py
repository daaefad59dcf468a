"""Every bot of the catalogue, with a budget small enough for tests."""

from __future__ import annotations

from covert_bots.covert.catalogue import describe
from covert_bots.players.catalogue import BotDescription

ITERATIONS = 16


def quick(bot: BotDescription) -> str:
    """Return the spec of a bot; one that counts iterations makes a few."""
    counts = any(parameter.name == "iterations" for parameter in bot.parameters)
    return f"{bot.name}:iterations={ITERATIONS}" if counts else bot.name


def quick_specs() -> list[str]:
    """Return the specs of all bots, so that a new one is asked too, and one with a learned
    belief."""
    return [*(quick(bot) for bot in describe()), f"ismcts:iterations={ITERATIONS},belief=learned"]
