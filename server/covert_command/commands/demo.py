"""`covert-bots demo`: a whole game between bots, through RPCs of a server of its own."""

from __future__ import annotations

from typing import Any

import click

from covert_bots.players.game import Facts
from covert_command.games.installed import command_games
from covert_command.options import file_path, game_choice, json_output, seeds
from covert_command.options.cards import card_set
from covert_command.options.setup import setup_options
from covert_command.terminal.command_line import examples


@click.command(
    epilog=examples(
        "covert-bots demo --players 3 --bot greedy --seed 7",
        "covert-bots demo --game covert-action --players 6",
        "covert-bots demo --game covert-action --option deadline=void",
    )
)
@game_choice.game
@game_choice.players
@game_choice.bots
@seeds.seed
@card_set
@setup_options
@game_choice.record_file
@file_path.overwrite
@json_output.as_json
def command(
    game: str,
    players: int | None,
    bots: tuple[str, ...],
    seed: int | None,
    card_set: Any,
    setup: Facts,
    record: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Watch bots play a whole game.

    Starts a server on a free port; each seat is a client of it. The same bots and the same seed
    always play the same game, unless time ends their searches.
    """
    from covert_command.games.demo import play  # gRPC takes long to import

    seats = game_choice.seats_of(game, bots, players)
    demo = command_games()[game].demo(len(seats), setup, card_set)
    play(demo, seats, seeds.seed_of(seed), record, overwrite=overwrite, as_json=as_json)
