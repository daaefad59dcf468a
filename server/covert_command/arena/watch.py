"""`covert-bots arena watch`: a tournament in a browser, while another program plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from covert_bots.arena.ledger import Ledger
from covert_command.arena.games import game_of_ledger
from covert_command.arena.tournament import plan_of
from covert_command.games.local_page import no_browser_option, serve_page
from covert_command.options import file_path, json_output
from covert_command.options.cards import card_set
from covert_command.terminal.command_line import examples
from covert_command.terminal.screen import print_json
from covert_server.ledger_source import LedgerSource
from covert_server.settings import Settings

VIEW = "#/watch"


@click.command(epilog=examples("covert-bots arena watch games.ledger"))
@click.argument("ledger", type=file_path.ExistingFile())
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port of the page; 0 picks a free one.  [default: 0]",
)
@no_browser_option
@card_set
@json_output.as_json
def watch(ledger: str, port: int, no_browser: bool, card_set: Any, as_json: bool) -> None:
    """Watch a tournament in a browser, while it is played or afterwards.

    Shows how the bots stand, and every game that has ended. Serves the page on this machine alone
    until Ctrl-C, prints its address and opens it. The ledger does not change. Needs the extra
    `web`.
    """
    with Ledger(ledger, reading=True) as opened:
        game = game_of_ledger(plan_of(opened, ledger).settings, card_set, ledger)
    sets = Settings().card_sets if card_set is None else (card_set, *Settings().card_sets)
    settings = Settings(ledger=LedgerSource(Path(ledger), game), card_sets=sets)

    def announce(address: str) -> None:
        if as_json:
            print_json({"address": address, "ledger": ledger})
        else:
            click.echo(f"Watch {ledger} at {address} (Ctrl-C ends it)")

    serve_page(settings, port, announce, view=VIEW, no_browser=no_browser)
