"""The options of `covert-bots train` whose defaults depend on the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from covert_command.covert import train as covert_train
from covert_command.covert.train import USUAL
from covert_command.covert_action import train as covert_action_train
from covert_command.options.number import Number

_OPTIONS = (
    click.option(
        "--searched",
        metavar="TWO,THREE,FOUR",
        help="Games a generation with long searches, to which the policy is fitted, by number of "
        f"players.  [default: {covert_train.SEARCHED}]",
    ),
    click.option(
        "--games",
        metavar="TWO,THREE,FOUR",
        help="Games a generation with quick searches, to which the value is fitted, by number of "
        "players; in Covert Action one number, the games under each sort of settings.  "
        f"[default: {covert_train.GAMES}; in Covert Action {covert_action_train.GAMES}]",
    ),
    click.option(
        "--drawn",
        type=Number(0, 1),
        help="Share of the games played with card sets drawn at random, a new one for each game.  "
        f"[default: {USUAL.drawn}]",
    ),
    click.option(
        "--generations",
        type=click.IntRange(1),
        help="Generations to train.  "
        f"[default: {USUAL.generations}; in Covert Action {covert_action_train.GENERATIONS}]",
    ),
)


def training_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
