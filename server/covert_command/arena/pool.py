"""`covert-bots arena pool`: ledgers of the same conditions as a single tournament."""

from __future__ import annotations

from contextlib import ExitStack

import click

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.report import ledger_tournament
from covert_bots.arena.standings import NoBlockError
from covert_command.arena.ledgers import several_ledgers, views
from covert_command.arena.report import check_can_report, write
from covert_command.arena.screen import show_tournament
from covert_command.options import json_output
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, print_json
from covert_server.build import build


@click.command(epilog=examples("covert-bots arena pool here.ledger there.ledger"))
@several_ledgers
@views
@json_output.as_json
def pool(
    ledgers: tuple[str, ...],
    report: str | None,
    crosstable: bool,
    simultaneous: bool,
    as_json: bool,
) -> None:
    """Show ledgers as a single tournament.

    They must have the same game, number of players, cards, setup and budget, other seeds, and the
    same code of this program and of each bot. The bots may differ.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(Ledger(path, reading=True)) for path in ledgers]
        try:
            tournament = ledger_tournament.tournament_of_all(
                opened, build(), simultaneous=simultaneous
            )
        except NoBlockError as error:
            raise Mistake(f"{', '.join(ledgers)}: {error}") from None
    if report is not None:
        check_can_report(report, [tournament.plan.settings])
    if as_json:
        print_json(tournament.figures())
    else:
        show_tournament(output(), tournament, crosstable=crosstable)
    if report is not None:
        write(report, [tournament])
