"""`covert-bots arena show` and `verify`: commands that read ledgers."""

from __future__ import annotations

from typing import Any

import click

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.report import Tournament
from covert_bots.arena.verify import SAMPLE
from covert_bots.arena.verify import verify as verify_games
from covert_command.arena.games import game_of_ledger
from covert_command.arena.report import check_can_report, check_comparable, write
from covert_command.arena.screen import show_tournament
from covert_command.arena.tournament import plan_of, tournament_of
from covert_command.options import file_path, json_output
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath
from covert_command.options.with_options import with_options
from covert_command.terminal.command_line import examples
from covert_command.terminal.screen import output, print_json

several_ledgers = click.argument(
    "ledgers",
    metavar="LEDGER...",
    nargs=-1,
    required=True,
    type=file_path.ExistingFile(),
)

views = with_options(
    click.option(
        "--report", type=FilePath(dir_okay=False), help="HTML file to write the report to."
    ),
    click.option("--crosstable", is_flag=True, help="Head to head as a crosstable."),
    click.option(
        "--simultaneous",
        is_flag=True,
        help="Let the intervals of all bots and seats hold together, not each for itself.",
    ),
)


@click.command(epilog=examples("covert-bots arena verify games.ledger"))
@click.argument("ledger", type=file_path.ExistingFile())
@click.option(
    "--games",
    type=click.IntRange(1),
    default=SAMPLE,
    show_default=True,
    help="Number of games, drawn at random, the same ones each time.",
)
@click.option("--all", "everything", is_flag=True, help="Replay all games.")
@card_set
@json_output.as_json
def verify(ledger: str, games: int, everything: bool, card_set: Any, as_json: bool) -> int:
    """Replay games from a ledger and check the results.

    Each record is replayed; bots without a time limit also choose their moves again.
    """
    with Ledger(ledger, reading=True) as opened:
        plan = plan_of(opened, ledger)
        game = game_of_ledger(plan.settings, card_set, ledger)
        verified = verify_games(plan, opened, game, None if everything else games)
    if as_json:
        print_json(verified.as_json())
    else:
        output().print(verified.summary)
    return 1 if verified.differences else 0


@click.command(epilog=examples("covert-bots arena show games.ledger --report report.html"))
@several_ledgers
@views
@json_output.as_json
def show(
    ledgers: tuple[str, ...],
    report: str | None,
    crosstable: bool,
    simultaneous: bool,
    as_json: bool,
) -> None:
    """Show the standings of a tournament from its ledger.

    Several ledgers must have the same bots and different numbers of players; the report then
    compares them.
    """
    tournaments = []
    for path in ledgers:
        with Ledger(path, reading=True) as ledger:
            plan = plan_of(ledger, path)
            tournaments.append(tournament_of(plan, ledger, simultaneous=simultaneous))
    check_comparable(tournaments, ledgers)
    if report is not None:
        check_can_report(report, [tournament.plan.settings for tournament in tournaments])
    if as_json:
        documents = [tournament.figures() for tournament in tournaments]
        print_json(documents[0] if len(documents) == 1 else {"tournaments": documents})
    else:
        _show_all(tournaments, crosstable)
    if report is not None:
        write(report, tournaments)


def _show_all(tournaments: list[Tournament], crosstable: bool) -> None:
    for place, tournament in enumerate(tournaments):
        if len(tournaments) > 1:
            output().print(
                f"{'' if place == 0 else chr(10)}{tournament.plan.settings.players} players\n"
            )
        show_tournament(output(), tournament, crosstable=crosstable)
