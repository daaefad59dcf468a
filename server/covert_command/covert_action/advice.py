"""Advice on the screen: the ranked actions, the beliefs about every seat, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from covert_bots.covert_action.action_message import ROLES as ROLE_NUMBERS
from covert_bots.covert_action.wire import suggestion_from_message
from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import ROLE_NAMES, seat_names, team_name
from covert_bots.players.suggestion import alike
from covert_command.covert_action.board import TEAM_STYLES
from covert_command.games.suggestion import ALIKE, how_found
from covert_command.terminal.screen import plain_table
from covert_engine.covert_action import View, format_action
from covert_engine.covert_action.rules.names import ROLES
from covertbots.v1 import suggestion_pb2
from covertbots.v1.covert_action_pb2 import CovertActionHint

WIDE = 100  # least columns for actions in notation too
EXPLANATION = (
    "acts: the seat acts as Sniper now. target: your shot at the seat would be good now. win: "
    "chance to win the game if the others choose as `greedy` does. value: what the action is worth "
    f"to you, 0 to 1. {ALIKE}: the search cannot tell the action from the first."
)


def show_advice(
    console: Console,
    message: suggestion_pb2.Suggestion,
    view: View,
    number_of: Callable[[int], int | None] | None = None,
    most: int | None = None,
    *,
    explained: bool = True,
) -> None:
    """Print the actions, best first, at most `most`, with their numbers in the menu; the beliefs
    about the seats; and the reason. With `explained` the columns are explained."""
    hint = message.covert_action
    wide = console.width >= WIDE
    console.print(_ranking(message, view, number_of, most, wide))
    left = 0 if most is None else len(message.moves) - most
    if left > 0:
        more = "and one more action" if left == 1 else f"and {left} more actions"
        console.print(more, style="dim")
    console.print(Text(hint.reason))
    console.print()
    show_beliefs(console, hint.seats, view, hint.win_probability, hint.of_viewer)
    if explained:
        console.print(EXPLANATION, style="dim")
    console.print(how_found(suggestion_from_message(message)), style="dim")


def _ranking(
    message: suggestion_pb2.Suggestion,
    view: View,
    number_of: Callable[[int], int | None] | None,
    most: int | None,
    wide: bool,
) -> Table:
    first = "rank" if number_of is None else "#"
    notation = ["action"] if wide else []
    columns = (first, "value", "win", "visits")
    table = plain_table(first, "value", "", "win", "visits", *notation, "in words", numbers=columns)
    moves = suggestion_from_message(message).moves
    names = seat_names(view.players)
    for rank, move in enumerate(moves[:most], 1):
        number = rank if number_of is None else number_of(move.action)
        chances = message.moves[rank - 1].win_probability
        table.add_row(
            "" if number is None else str(number),
            f"{move.value:.3f}" if move.visits else "-",
            ALIKE if rank > 1 and alike(move, moves[0]) else "",
            f"{chances[view.seat]:.0%}" if chances else "-",
            str(move.visits),
            *([format_action(move.action)] if wide else []),
            advice(move.action, names),
            style="bold" if rank == 1 else "",
        )
    return table


def show_beliefs(
    console: Console,
    seats: Sequence[CovertActionHint.SeatBelief],
    view: View,
    chances: Sequence[float] = (),
    of_viewer: CovertActionHint.SeatBelief | None = None,
) -> None:
    """Print for each seat the probability of each role, of acting as Sniper, of being a good
    target, and its chance to win; and the table's beliefs about the viewer."""
    used = [belief.role for belief in seats[0].roles]
    names = [ROLE_NAMES[ROLES[ROLE_NUMBERS.index(role)]] for role in used]
    last = ("win",) if chances else ()
    columns = (*names, "acts", "target", *last)
    table = plain_table("seat", "team", *columns, numbers=columns)
    players = view.fields()["players"]
    for belief in seats:
        player = players[belief.seat]
        own = belief.seat == view.seat
        figures = [
            *(role.probability for role in belief.roles),
            belief.acts_as_sniper if player["is_in"] else None,
            belief.good_target if player["is_in"] and not own else None,
            *([chances[belief.seat]] if chances else []),
        ]
        table.add_row(
            f"{'>' if own else ' '}{belief.seat + 1:2}",
            Text(team_name(player["team"]), style=TEAM_STYLES[player["team"]]),
            *map(_percent, figures),
            style="dim" if not player["is_in"] else "bold" if own else "",
        )
    console.print(table)
    if of_viewer is not None and players[view.seat]["is_in"]:
        roles = ", ".join(
            f"{name} {_percent(role.probability)}"
            for name, role in zip(names, of_viewer.roles, strict=True)
        )
        acts = _percent(of_viewer.acts_as_sniper)
        console.print(f"What the table believes about you: {roles}; acting as Sniper {acts}.")


def _percent(probability: float | None) -> str:
    return "-" if probability is None else f"{probability:.0%}"
