"""`covert-bots companion`: beliefs and advice for one player at a real table."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.real_table.entries import TableLog
from covert_command.covert_action.board import LEAST_WIDTH
from covert_command.covert_action.choices import (
    DEFAULT_ADVISER,
    DEFAULT_PLAYERS,
    OPTIONS_OF_TABLE,
    settings_with,
)
from covert_command.covert_action.table_companion import Companion, document, read_log, text_of
from covert_command.games.conversation import saved
from covert_command.games.kept_game import LATEST, begun, file_of, new_file, refuse_with
from covert_command.games.local_server import client_of
from covert_command.games.record_file import kept_in
from covert_command.options import game_choice, json_output
from covert_command.options.file_path import FilePath
from covert_command.options.server import ServerAddress, server_options
from covert_command.options.table import TableOption, by_name
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import need_width, output, print_json

ENDING = ".log"
IN_THE_LOG = {"players": "--players", "settings": "--option", "seat": "--seat", "log": "--log"}


@click.command(
    epilog=examples(
        "covert-bots companion --players 6",
        "covert-bots companion --players 9 --option teams=3 --seat 4",
        "covert-bots companion --resume",
    )
)
@click.option(
    "--players",
    type=click.IntRange(CovertAction.players[0], CovertAction.players[-1]),
    default=DEFAULT_PLAYERS,
    show_default=True,
    help="Players at the table.",
)
@click.option(
    "--option",
    "settings",
    type=TableOption(lambda _: OPTIONS_OF_TABLE),
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the table, such as saboteurs=on; may be repeated.  [default: the game's "
    "defaults]",
)
@click.option(
    "--seat",
    type=click.IntRange(1, CovertAction.players[-1]),
    metavar="NUMBER",
    help="Your seat, from 1.  [default: you are asked]",
)
@click.option(
    "--adviser",
    type=game_choice.later_spec,
    metavar="SPEC",
    default=DEFAULT_ADVISER,
    show_default=True,
    help="Bot that gives the advice.",
)
@server_options
@click.option(
    "--log",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Save what you type to this new file. [default: one beside the saved games of `play`]",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Resume the table in this file or with this name; without either, the latest.",
)
@json_output.as_json
def command(
    players: int,
    settings: tuple[tuple[str, bool | int | str], ...],
    seat: int | None,
    adviser: str,
    server: ServerAddress | None,
    log: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Get advice in a face-to-face game of Covert Action.

    Type who says what as it is said: `4 am mole`, `2 urge 5`, `pass`. If you leave a statement out,
    that seat counts as having said nothing. `hint` says what to do and what to believe about every
    seat, `undo` takes a line back, and a second claim of a seat begins the next beat;
    `help` lists all that you can type.

    Everything is saved as you type. With --json the command asks nothing and prints what is known,
    believed and advised at the end of the log.
    """
    adviser = game_choice.spec_of(CovertAction.name, adviser, "adviser")
    if resume is not None:
        refuse_with(IN_THE_LOG, "a resumed table keeps its own")
        file: Path | None = Path(file_of(resume, "--resume", ENDING))
        table = read_log(str(file))
    else:
        table = TableLog(settings_with(by_name(settings), players))
        if seat is not None:
            if seat > players:
                raise Mistake(f"--seat: {seat}, in a game for {players}; expected 1 to {players}")
            table.enter(f"seat {seat}")
        file = None if log is None else Path(log)
    if as_json:
        if log is not None:
            raise Mistake("--log cannot be used with --json, which saves nothing")
        with client_of(server) as (_, client):
            print_json(document(table, client, adviser))
        return
    console = output()
    need_width(console, LEAST_WIDTH, conversation=True)
    file = file or new_file(ENDING)
    with (
        begun(file),
        client_of(server) as (_, client),
        kept_in(
            file,
            lambda: text_of(table),
            overwrite=resume is not None,
            instead=f"--resume {shlex.quote(str(file))}",
        ) as keep,
    ):
        companion = Companion(console, client, table, adviser, keep)
        companion.open(file)
        with saved(console, file, keep, "companion", "table"):
            companion.ask()
