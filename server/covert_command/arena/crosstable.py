"""The crosstable: each two bots of a tournament, the strongest first."""

from __future__ import annotations

from math import isnan

from rich.console import Console

from covert_bots.arena.head_to_head import Pairing
from covert_bots.arena.report import Tournament
from covert_bots.arena.verdict import how_sure, result_of
from covert_command.terminal.screen import plain_table

SIGNS = {"stronger": "+", "weaker": "-", "open": " "}
PIECE = 14  # columns of bots at most in a table, which 80 columns of a screen hold


def show_crosstable(console: Console, tournament: Tournament) -> None:
    """Show the share of the wins that the bot of a row took against that of a column."""
    order = tournament.order
    names = [f"{place} {tournament.names[bot]}" for place, bot in enumerate(order, 1)]
    pairings = {
        (bot, other): pairing.seen_from(bot)
        for pairing in tournament.head_to_head
        for bot, other in ((pairing.first, pairing.second), (pairing.second, pairing.first))
    }
    for first in range(0, len(order), PIECE):
        columns = order[first : first + PIECE]
        places = [f"{place} " for place in range(first + 1, first + 1 + len(columns))]
        table = plain_table("% of both bots' wins", *places, numbers=tuple(places))
        for name, bot in zip(names, order, strict=True):
            cells = (_cell(pairings.get((bot, other)), tournament) for other in columns)
            table.add_row(name, *cells)
        console.print(table)
    if tournament.is_conclusive:
        console.print("+ stronger, - weaker, else open or never met.")
    console.print(how_sure(tournament.plan, tournament.standings, tournament.test))


def _cell(pairing: Pairing | None, tournament: Tournament) -> str:
    if pairing is None or isnan(pairing.share.mean):
        return "  "
    sign = SIGNS[result_of(pairing)] if tournament.is_conclusive else " "
    return f"{pairing.share.mean * 100:.0f}{sign}"
