"""`covert-bots play`: you, at the terminal, against bots."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from covert_bots.players.game import Facts
from covert_bots.players.installed import served_name
from covert_command.games.installed import by_game, command_games, game_of_record
from covert_command.games.kept_game import (
    LATEST,
    YOU,
    file_of,
    games_kept,
    name_of,
    refuse_with,
)
from covert_command.games.play import TablePlace, play
from covert_command.options import file_path, game_choice, seeds
from covert_command.options.cards import card_set
from covert_command.options.server import ServerAddress, Tls, server_or_table_options
from covert_command.options.setup import setup_options
from covert_command.servers.address import server_of
from covert_command.tables.calls import TableCalls
from covert_command.tables.game import TableGame
from covert_command.tables.link import read_link
from covert_command.tables.play import play_at_table
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake, message_of, one_line
from covert_command.terminal.screen import between_words, need_width, output, print_rows
from covert_engine.input.errors import CovertError

DECIDED = {  # parameters fixed by a kept game
    "game": "--game",
    "players": "--players",
    "bots": "--bot",
    "seat": "--seat",
    "seed": "--seed",
    "switches": "--option",
    "characters": "--characters",
    "first_player": "--first-player",
    "record": "--record",
}
AT_A_TABLE = {**DECIDED, "setup": "--option", "resume": "--resume", "overwrite": "--overwrite"}
ASKED = ""  # stands for a link that is asked for


@click.command(
    epilog=examples(
        "covert-bots play --bot easy",
        "covert-bots play --game covert-action --players 6",
        "covert-bots play --resume",
        "covert-bots play --table",
    )
)
@game_choice.game
@game_choice.players
@game_choice.bots
@click.option(
    "--seat",
    type=game_choice.A_SEAT,
    metavar="NUMBER",
    help=f"Your seat: {by_game(lambda game: game.seat_numbers)}.  [default: the first]",
)
@click.option(
    "--adviser",
    type=game_choice.later_spec,
    metavar="SPEC",
    help=f"Bot that gives the hints.  [default: {by_game(lambda game: game.usual_adviser)}]",
)
@seeds.seed
@card_set
@setup_options
@click.option(
    "--table",
    is_flag=False,
    flag_value=ASKED,
    is_eager=True,
    metavar="[LINK]",
    help="Join the table of a server, or come back to it, by its link; without one it is asked "
    "for. Other users can see command lines in the process list.",
)
@click.option("--name", metavar="NAME", help="Your name at the table.  [default: asked for]")
@server_or_table_options
@game_choice.record_file
@file_path.overwrite
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Resume the game in this file or with this name; without either, the latest.",
)
@click.option("--list", "lists", is_flag=True, help="List the saved games and exit.")
def command(
    game: str,
    players: int | None,
    bots: tuple[str, ...],
    seat: int | None,
    adviser: str | None,
    seed: int | None,
    card_set: Any,
    setup: Facts,
    table: str | None,
    name: str | None,
    server: ServerAddress | None,
    tls: Tls | None,
    token: str | None,
    record: str | None,
    overwrite: bool,
    resume: str | None,
    lists: bool,
) -> None:
    """Play against bots, or with `--table` at a table with others.

    Type the number of a move, or its notation. `hint` ranks the moves, `rules WORD` explains a word
    on the screen, `undo` takes back your last decision; `help` lists all commands.

    The game is saved as it goes. After `quit`, Ctrl-C or a crash, `--resume` resumes it.
    """
    console = output()
    if lists:
        _list_games(console, card_set)
        return
    if table is not None:
        _play_at_table(console, table, name, (tls, token), adviser, card_set)
        return
    if name is not None:
        raise Mistake("--name: only for a table; expected --table too")
    if resume is not None:
        refuse_with(DECIDED, "a resumed game keeps its own")
        kept = file_of(resume, "--resume")
        game = game_of_record(kept)
        adviser = game_choice.adviser_of(game, adviser)
        need_width(console, command_games()[game].least_width, conversation=True)
        start = command_games()[game].resumed(kept, card_set)
    else:
        adviser = game_choice.adviser_of(game, adviser)
        need_width(console, command_games()[game].least_width, conversation=True)
        specs = game_choice.seats_of(game, bots, players, people=1)
        first = command_games()[game].first_seat
        own = game_choice.seat_in(first, first if seat is None else seat, len(specs) + 1)
        specs.insert(own, YOU)
        seed = seeds.seed_of(seed)
        file = None if record is None else Path(record)
        start = command_games()[game].start(
            specs, own, seed, setup, card_set, file, overwrite=overwrite
        )
    play(console, start, server, adviser)


def _play_at_table(
    console: Console,
    asked: str,
    name: str | None,
    access: tuple[Tls | None, str | None],
    adviser: str | None,
    cards: Any,
) -> None:
    refuse_with(AT_A_TABLE, "the table has its own")
    link = read_link(asked)

    def seated(
        game: TableGame, calls: TableCalls, seats: Sequence[str], file: Path
    ) -> tuple[TablePlace, str]:
        at = game.table.game
        here = [name for name in command_games() if served_name(name) == at]
        if not here:
            raise Mistake(f"--table: a game of {one_line(at)}, which is not installed here")
        bot = game_choice.adviser_of(here[0], adviser)
        of = command_games()[here[0]]
        need_width(console, of.least_width, conversation=True)
        names = [seat.name for seat in game.table.seats]
        view = game.views[game.seat]
        place = of.at_table(view, seats, names, file, cards, calls.card_set)
        return place, bot

    with closing(server_of(link.address, *access)()) as called:
        play_at_table(console, TableCalls(called, link.address, console), link, name, seated)


def _list_games(console: Console, cards: Any) -> None:
    rows, unread = [], []
    for file in games_kept():
        try:
            game = game_of_record(str(file))
            stage, seats = command_games()[game].stage(str(file), cards)
        except (Mistake, CovertError, OSError) as error:  # such as of cards that are lost
            unread.append(message_of(error))
            continue
        rows.append((name_of(file), game, stage, _sitting(seats)))
    if rows:
        print_rows(console, ("name", "game", "status", "seats"), rows)
    elif not unread:
        console.print("There are no saved games yet.")
    for why in unread:
        console.print(between_words(f"Cannot be read: {why}", console.width), soft_wrap=True)


def _sitting(seats: Sequence[str]) -> str:
    """Return the seats' players; equal neighbours are named once, with their number."""
    counts = ((player, len(list(equal))) for player, equal in groupby(seats))
    return ", ".join(f"{player} x{count}" if count > 1 else player for player, count in counts)
