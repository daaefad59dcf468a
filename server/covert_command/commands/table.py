"""`covert-bots table`: the page in a browser, with all that it needs, for this machine."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import Any

import click

from covert_command.covert import choices
from covert_command.games.kept_game import games_folder
from covert_command.options import json_output
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import print_json
from covert_server.app import serve
from covert_server.calls.call_log import LogStyle, start_log
from covert_server.settings import Settings
from covert_server.tables.kept import StoreError

HOST = "127.0.0.1"
# The same each time: a browser keeps the seats of its person by this address.
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
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--cards",
    type=choices.card_set_file,
    multiple=True,
    metavar="FILE",
    help="File of a card set to play with; may be repeated. The first is the usual one.",
)
@json_output.as_json
def command(port: int, no_browser: bool, cards: tuple[Any, ...], as_json: bool) -> None:
    """Play in a browser: Covert and Covert Action, against bots and with others.

    Serves the page on this machine alone until Ctrl-C, prints its address and opens it. Tables are
    kept, and go on next time. Needs the extra `web`.
    """
    file = _file()
    usual = Settings()
    settings = Settings(
        address=f"{HOST}:0",
        http_address=f"{HOST}:{port}",
        page=True,
        tables=str(file),
        card_sets=(*cards, *usual.card_sets),
        grace=GRACE,
    )
    start_log(LogStyle("warning", False))

    def ready(_port: int, http_port: int | None) -> None:
        address = f"http://{HOST}:{http_port}/"
        try:
            _announce(address, file, as_json)
        except OSError as error:
            raise Mistake(f"standard output: {error.strerror or error}") from error
        if not no_browser and _has_display():
            # Not every browser comes back before it is closed.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        number = asyncio.run(serve(settings, ready))
    except (ImportError, StoreError) as error:
        raise Mistake(str(error)) from error
    except OSError as error:
        cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
        why = cause.strerror or str(error)
        raise Mistake(f"--port: {port}: {why}; expected a free port, or 0 for any") from error
    if number == signal.SIGINT:
        raise KeyboardInterrupt


def _file() -> Path:
    """Return the file of the tables, beside other saved games."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{folder}: tables cannot be kept there ({error.strerror})") from error
    return folder / FILE


def _announce(address: str, file: Path, as_json: bool) -> None:
    if as_json:
        print_json({"address": address, "tables": str(file)})
    else:
        click.echo(f"Play at {address} (Ctrl-C ends it)")
    sys.stdout.flush()


def _has_display() -> bool:
    """Return True if a browser can have a window of its own."""
    return sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
