"""`covert-bots engine`: a bot behind standard input and output, for programs that start it."""

from __future__ import annotations

import sys

import click

from covert_bots.engines.answering import answer, own_pipes
from covert_bots.engines.catalogue_player import CataloguePlayer
from covert_command.games.installed import command_games
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake


@click.command(epilog=examples("covert-bots engine --bot ismcts:iterations=200"))
@click.option(
    "--bot", "spec", default="ismcts", show_default=True, help="Spec of the bot, of either game."
)
def command(spec: str) -> None:
    """Play for a program that starts this one, by lines of JSON.

    They come and go on standard input and output; docs/engine-protocol.md describes them. The
    program says which game is played.
    """
    problems = []
    for game in command_games().values():
        try:
            game.catalogue.make(spec)
        except ValueError as error:
            problems.append(str(error))
    if len(problems) == len(command_games()):
        raise Mistake(f"--bot: {problems[0]}")
    if sys.stdin.isatty():
        click.echo("Waiting for lines of docs/engine-protocol.md; Ctrl-D ends.", err=True)
    with own_pipes() as (incoming, outgoing):
        answer(CataloguePlayer(spec), incoming, outgoing)
