"""The standings and the final score."""

from __future__ import annotations

from collections.abc import Sequence

from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.first_and_last import POINTS_OF_A_CODE
from covert_command.covert.screen.seats import seat_text
from covert_command.terminal.screen import plain_table
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_view_pb2 import CovertView


def standings(
    view: CovertView, players: Sequence[str], cards: CardSet, thinking: int | None
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
    view: CovertView, players: Sequence[str], cards: CardSet, result: referee_pb2.Result
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


def score_table(view: CovertView, cards: CardSet) -> Table:
    """The points of each seat so far, and where they come from."""
    columns = ("missions", "points", "codes", "score")
    table = plain_table("seat", *columns, "completed", numbers=columns)
    for seat, player in enumerate(view.players):
        points, codes = _points(player, cards), len(player.completed_codes)
        missions = (
            f"M{number} ({cards.missions[number - 1].points})"
            for number in player.completed_missions
        )
        table.add_row(
            seat_text(seat),
            str(len(player.completed_missions)),
            str(points),
            str(codes),
            str(points + POINTS_OF_A_CODE * codes),
            ", ".join(missions),
        )
    return table


def _points(player: CovertView.Player, cards: CardSet) -> int:
    return sum(cards.missions[number - 1].points for number in player.completed_missions)
