"""The options of `covert-bots train` whose defaults depend on the game."""

from __future__ import annotations

import click

from covert_command.games.installed import command_games
from covert_command.options.number import Number
from covert_command.options.with_options import with_options


def _default(option: str) -> str:
    """Return the default of an option in each game that has it, the first one's by itself."""
    first, *others = command_games().values()
    usual = {game.title: game.training_defaults.get(option) for game in others}
    known = [f"in {title} {default}" for title, default in usual.items() if default is not None]
    return "; ".join([str(first.training_defaults[option]), *known])


training_options = with_options(
    click.option(
        "--searched",
        metavar="TWO,THREE,FOUR",
        help="Games per generation with long searches, to which the policy is fitted, by number of "
        f"players.  [default: {_default('searched')}]",
    ),
    click.option(
        "--games",
        metavar="TWO,THREE,FOUR",
        help="Games per generation with quick searches, to which the value is fitted, by number of "
        "players; in Covert Action one number, the games under each sort of settings.  "
        f"[default: {_default('games')}]",
    ),
    click.option(
        "--drawn",
        type=Number(0, 1),
        help="Share of the games played with card sets drawn at random, a new one for each game.  "
        f"[default: {_default('drawn')}]",
    ),
    click.option(
        "--generations",
        type=click.IntRange(1),
        help=f"Generations to train.  [default: {_default('generations')}]",
    ),
)
