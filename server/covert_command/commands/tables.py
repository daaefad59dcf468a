"""`covert-bots tables`: the tables of a server, moved to another one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from covert_bots.players.amounts import numbered
from covert_command.options import json_output
from covert_command.options.cards import card_set_file
from covert_command.options.file_path import FilePath, opened
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages, print_json
from covert_server.games import Games
from covert_server.installed import installed_games
from covert_server.settings import Settings
from covert_server.tables import stores
from covert_server.tables.kept import ChangedError, GoneError, Store, StoreError, TakenError
from covert_server.tables.moving import MovingError, all_tables, read, written

T = TypeVar("T")

place = click.option(
    "--tables",
    "place",
    metavar="PLACE",
    required=True,
    help="Where the server keeps its tables, as for `serve --tables`.",
)


@click.group(
    epilog=examples(
        "covert-bots tables export tables.jsonl --tables tables.db",
        "covert-bots tables import tables.jsonl --tables new.db",
    )
)
def command() -> None:
    """Move the tables of a server to another one.

    The commands work on the place where tables are kept, a file or a database. So they are for
    whoever runs the server: the text they write holds all hidden cards of games in progress.
    """


@command.command(
    "export",
    epilog=examples(
        "covert-bots tables export tables.jsonl --tables tables.db",
        "covert-bots tables export one.jsonl --tables tables.db --table NAME --forget",
    ),
)
@click.argument("file", type=FilePath(dir_okay=False, path_type=Path))
@place
@click.option(
    "--table",
    "names",
    metavar="NAME",
    multiple=True,
    help="The table of this name alone; may be repeated.  [default: all]",
)
@click.option(
    "--forget", is_flag=True, help="Remove the tables from the place once they are written."
)
@json_output.as_json
def export_tables(
    file: Path, place: str, names: tuple[str, ...], forget: bool, as_json: bool
) -> None:
    """Write tables to a new file, for its owner alone to read.

    A file of SQLite can be read only while no server uses it. In a database of PostgreSQL games may
    go on meanwhile; with --forget they go on at the new place alone.
    """

    if not stores.is_shared(place) and not Path(place).exists():  # it would be made
        raise Mistake(f"--tables: {place}: there is no such file")
    try:
        tables = _with_store(place, lambda store: all_tables(store, names))
    except GoneError:
        raise Mistake(f"--table: {', '.join(names)}: there is no table of this name") from None
    versions = {kept.name: kept.version for kept, _ in tables}
    try:
        with opened(file, private=True, new=True) as output:
            try:
                output.write(written(tables))
                output.flush()
                os.fsync(output.fileno())
                if forget:
                    _with_store(place, lambda store: store.remove(versions))
            except BaseException:
                file.unlink()
                raise
    except FileExistsError:
        raise Mistake(f"{file}: the file exists already; expected a new one") from None
    except ChangedError as error:
        wrong = "the table has gone on meanwhile; nothing was removed, so try again"
        raise Mistake(f"--forget: {error}: {wrong}") from None
    _report(file, len(tables), "written to", as_json)


@command.command(
    "import", epilog=examples("covert-bots tables import tables.jsonl --tables new.db")
)
@click.argument("file", type=FilePath(exists=True, dir_okay=False, path_type=Path))
@place
@click.option(
    "--cards",
    type=card_set_file,
    multiple=True,
    metavar="FILE",
    help="File of a card set with which tables are played; may be repeated.",
)
@json_output.as_json
def import_tables(file: Path, place: str, cards: tuple[Any, ...], as_json: bool) -> None:
    """Take up tables from a file, all or none.

    Links of seats and invitations stay good: only the address of the server before `#` changes.
    """
    settings = Settings(card_sets=(*Settings().card_sets, *cards))
    _, refereed = installed_games(settings)
    try:
        tables = read(file.read_text(encoding="utf-8"), Games(refereed))
    except UnicodeDecodeError:
        raise Mistake(f"{file}: is not in UTF-8") from None
    except MovingError as error:
        raise Mistake(f"{file}: {error}") from None
    try:
        _with_store(place, lambda store: store.take_up(tables))
    except TakenError as error:
        raise Mistake(f"{file}: table {error}: is kept at this place already") from None
    _report(file, len(tables), "taken up from", as_json)


def _with_store(place: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Return the result of work with the store at a place; Mistake if it cannot be used."""

    async def run() -> T:
        store = stores.opened(place)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StoreError, ImportError) as error:
        raise Mistake(f"--tables: {error}") from None


def _report(file: Path, count: int, done: str, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file), "tables": count})
    else:
        messages().print(f"{numbered(count, 'table')} {done} {file}", soft_wrap=True)
