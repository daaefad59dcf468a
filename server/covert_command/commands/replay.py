"""`covert-bots replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from covert_bots.arena.ledger_file import is_ledger
from covert_command.games.installed import by_game, command_game, command_games, game_of_record
from covert_command.games.kept_game import LATEST, file_of
from covert_command.games.ledger_game import named_game
from covert_command.games.local_server import client_of
from covert_command.games.play import play
from covert_command.games.reel import Reel
from covert_command.games.replay import Replayed
from covert_command.games.saved_view import save_view
from covert_command.options import game_choice, json_output
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import need_width, output, print_json


@click.command(
    epilog=examples(
        "covert-bots replay game.record", "covert-bots replay games.ledger 0.1 --seat 1"
    )
)
@click.argument("file", metavar="[RECORD|LEDGER]", default=LATEST, type=click.Path(dir_okay=False))
@click.argument("game", required=False)
@click.option(
    "--seat",
    "typed_seat",
    type=click.IntRange(
        min(game.first_seat for game in command_games().values()),
        max(game.first_seat + game.players[-1] - 1 for game in command_games().values()),
    ),
    metavar="NUMBER",
    help=f"Show only what this seat saw: {by_game(lambda game: f'from {game.first_seat}', ', ')}.",
)
@click.option("--at", type=click.IntRange(0), help="Print the table after this many decisions.")
@click.option(
    "--save",
    "view_file",
    type=FilePath(dir_okay=False),
    help="With --at: save the view of the seat to decide in this new file, for `suggest`.",
)
@card_set
@json_output.as_json
def command(
    file: str,
    game: str | None,
    typed_seat: int | None,
    at: int | None,
    view_file: str | None,
    card_set: Any,
    as_json: bool,
) -> None:
    """Step through a recorded game.

    The game is a record, or GAME of an arena ledger; without either, the latest game of
    `covert-bots play`.

    Without a terminal, the whole game is printed at once. A game that ended in a forfeit is shown
    up to that point, and then why it ended.
    """
    file = file_of(file, "RECORD")
    of = _game_of(file, game)
    replayed = command_game(of).replayed(file, game, card_set)
    players, decisions = replayed.message.players, len(replayed.message.actions)
    seat = None
    if typed_seat is not None:
        seat = game_choice.seat_in(replayed.first_seat, typed_seat, players)
    if as_json and at is not None:
        raise Mistake("--at cannot be used with --json, which prints the whole game")
    if at is not None and at > decisions:
        raise Mistake(f"--at: {at}, in a game of {decisions} decisions; expected 0 to {decisions}")
    if view_file is not None and at is None:
        raise Mistake("--save: which position? expected --at too")
    if view_file is not None and at is not None:
        _check_decides(replayed, at, seat)
    if as_json:
        document = replayed.document()
        if seat is None:
            thoughts = replayed.ledger_game and replayed.ledger_game.thoughts
            document |= {
                "seed": replayed.message.seed,
                "actions": replayed.actions(),
                "microseconds": list(thoughts.microseconds) if thoughts else None,
                "iterations": list(thoughts.iterations) if thoughts else None,
            }
        else:
            with client_of(None, replayed.server_settings) as (_, client):
                moments = replayed.moments(client, seat)
            document |= {"seat": seat, "moments": moments}
        forfeit = replayed.forfeit_for(seat)
        print_json({**document, "forfeit": forfeit and asdict(forfeit)})
        return
    console = output()
    need_width(console, replayed.least_width)
    with client_of(None, replayed.server_settings) as (_, client):
        reel = Reel(console, client, command_game(of), replayed, seat, replayed.card_set)
        if replayed.seats is not None:
            sitting = enumerate(replayed.seats)
            names = (f"{replayed.seat_name(number)}: {bot}" for number, bot in sitting)
            console.print(", ".join(names), soft_wrap=True)
        begun = None
        if at is not None:
            reel.go_to(at)
            if view_file is not None:  # first: the user may leave while reading
                try:
                    save_view(reel.view, view_file)
                except FileExistsError:
                    raise Mistake(f"{view_file}: the file exists; choose another name") from None
            reel.show_position()
        elif sys.stdin.isatty() and console.is_terminal:
            begun = reel.ask()
        else:
            reel.show(decisions)
            reel.show_score()
    if begun is not None:
        console.print("You play on from here, in a game of its own.")
        chosen = command_game(of)
        play(console, chosen.resumed(str(begun), card_set), None, chosen.usual_adviser)


def _game_of(file: str, game: str | None) -> str:
    """Return the name of the game in a file, or of the named game of a ledger."""
    if game is not None or is_ledger(file):
        ledger_game = named_game(file, game)
        return ledger_game.settings.game if ledger_game is not None else ""
    return game_of_record(file)


def _check_decides(replayed: Replayed, at: int, seat: int | None) -> None:
    """Raise Mistake unless the seat decides: other views cannot be asked about."""
    decider = replayed.decider(at)
    if decider is None:
        raise Mistake(
            "--at: the game is over there; expected an earlier decision, to --save its view"
        )
    if seat not in (None, decider):
        first, name = replayed.first_seat, replayed.seat_name(decider)
        raise Mistake(
            f"--seat: {seat + first}; expected {decider + first}, since there {name} decides"
        )
