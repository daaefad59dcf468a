"""`covert-bots table`: the page in a browser, with all that it needs, for this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from covert_command.games.kept_game import games_folder
from covert_command.games.local_page import serve_page
from covert_command.options import browser, json_output
from covert_command.options.cards import card_set_file
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import print_json
from covert_server.settings import Settings
from covert_server.tables.kept import StoreError

# Fixed, because the browser stores seats under the address of the page.
USUAL_PORT = 8220
FILE = "tables.sqlite"
GRACE = 1.0  # seconds that a bot has to end its move; a table goes on where it stopped


@click.command(epilog=examples("covert-bots table", "covert-bots table --port 8000 --no-browser"))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=USUAL_PORT,
    show_default=True,
    help="Port of the page; 0 picks a free one.",
)
@browser.no_browser
@click.option(
    "--cards",
    type=card_set_file,
    multiple=True,
    metavar="FILE",
    help="File of a card set to play with; may be repeated. The first is the usual one.",
)
@json_output.as_json
def command(port: int, no_browser: bool, cards: tuple[Any, ...], as_json: bool) -> None:
    """Play in a browser, against bots and with others.

    Serves the page, with both games, on this machine alone until Ctrl-C, prints its address and
    opens it. Tables are kept, and go on next time. Needs the extra `web`.
    """
    file = _file()
    settings = Settings(tables=str(file), card_sets=(*cards, *Settings().card_sets), grace=GRACE)

    def announce(address: str) -> None:
        if as_json:
            print_json({"address": address, "tables": str(file)})
        else:
            click.echo(f"Play at {address} (Ctrl-C ends it)")

    try:
        serve_page(settings, port, announce, no_browser=no_browser)
    except StoreError as error:
        raise Mistake(str(error)) from error


def _file() -> Path:
    """Return the file of the tables, beside other saved games."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{folder}: tables cannot be kept there ({error.strerror})") from error
    return folder / FILE
