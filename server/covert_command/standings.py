"""The table, the standings and the final score."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.board import WIDTH, board
from covert_command.screen import SEAT_NAMES, plain_table, seat_text
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import referee_pb2, view_pb2

__all__ = ["final_table", "show_table", "standings"]


def show_table(console: Console, view: View, parts: int | None = None) -> None:
    """Prints the table as the seat of `view` sees it, or its first parts, from the heading on."""
    names = SEAT_NAMES[: len(view.fields()["players"])]
    lines = board(view, names, min(WIDTH, console.width))
    ends = [number for number, line in enumerate(lines) if not line]  # an empty line divides parts
    console.print()
    for line in lines if parts is None else lines[: ends[parts - 1]]:
        console.print(Text(line), soft_wrap=True)


def standings(
    view: view_pb2.View, players: Sequence[str], cards: CardSet, thinking: int | None
) -> Table:
    """What each seat has reached; `players` names who sits in each seat."""
    columns = ("missions", "points", "codes", "cards", "tokens", "dice")
    table = plain_table("", "seat", "bot", *columns, numbers=columns)
    for seat, player in enumerate(view.players):
        table.add_row(
            Spinner("dots") if seat == thinking else " ",
            seat_text(seat),
            players[seat],
            str(len(player.completed_missions)),
            str(_points(player, cards)),
            str(len(player.completed_codes)),
            str(len(player.agency_cards)),
            str(player.tokens),
            str(len(player.dice)),
        )
    return table


def final_table(
    view: view_pb2.View, players: Sequence[str], cards: CardSet, result: referee_pb2.Result
) -> Table:
    """The score of a game that is over."""
    columns = ("missions", "points", "codes", "score")
    table = plain_table("seat", "bot", *columns, "", numbers=columns)
    for seat, player in enumerate(view.players):
        won = seat in result.winners
        table.add_row(
            seat_text(seat),
            players[seat],
            str(len(player.completed_missions)),
            str(_points(player, cards)),
            str(len(player.completed_codes)),
            str(result.scores[seat]),
            Text(("wins" if len(result.winners) == 1 else "shares the win") if won else ""),
            style="bold" if won else "",
        )
    return table


def _points(player: view_pb2.Player, cards: CardSet) -> int:
    return sum(cards.missions[number - 1].points for number in player.completed_missions)
