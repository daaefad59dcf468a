"""A suggestion on the screen: the ranked moves, and the whole turn in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.narration import phrase
from covert_bots.covert.words.printed import counted
from covert_bots.players.suggestion import Suggestion
from covert_command.screen import SEAT_NAMES, plain_table
from covert_engine.covert import View, format_action
from covert_engine.search import ActionResult

__all__ = ["show_ranking"]

WIDE = 100  # columns at least, for moves in words too
ENDED = {  # what ended the search, by its stop reason
    "iterations": "all of them done",
    "time": "time up",
    "clock": "share of the clock used up",
    "deadline": "deadline reached",
    "ceiling": "at the server's limit",
    "memory": "memory full",
    "stopped": "stopped",
    "one_move": "only one move",
    "no_search": "no search",
    "cpu_time": "CPU time used up",
}


def show_ranking(
    console: Console,
    suggestion: Suggestion,
    view: View,
    numbers: Mapping[int, int] | None = None,
    most: int | None = None,
) -> None:
    """Prints the moves, best first, at most `most`; `numbers` gives each move its number."""
    console.print(_table(suggestion.moves[:most], view, numbers, console.width >= WIDE))
    left = 0 if most is None else len(suggestion.moves) - most
    if left > 0:
        console.print("and one more move" if left == 1 else f"and {left} more moves", style="dim")
    console.print()
    console.print(Text.assemble(("The turn: ", "bold"), suggestion.turn_in_words))
    chances = list(_chances(suggestion.moves[0]))
    if chances:
        console.print(f"Chances to win: {', '.join(chances)}")
    console.print(_found(suggestion), style="dim")


def _table(
    moves: list[ActionResult], view: View, numbers: Mapping[int, int] | None, wide: bool
) -> Table:
    columns = ("#", "win", "value", "visits", "score")
    table = plain_table(*columns, "move", *(["in words"] if wide else []), numbers=columns)
    fields = view.fields()
    for rank, move in enumerate(moves, 1):
        cells = [
            str(rank if numbers is None else numbers[move.action]),
            f"{move.win_probability[view.seat]:.0%}" if move.win_probability else "-",
            f"{move.value:.3f} ±{move.standard_error:.3f}" if move.visits else "-",
            str(move.visits),
            f"{move.expected_score[view.seat]:.1f}" if move.expected_score else "-",
            format_action(move.action, view.cards),
        ]
        if wide:
            cells.append(phrase(move.action, view.cards.source, fields).advice)
        table.add_row(*cells, style="bold" if rank == 1 else "")
    return table


def _chances(move: ActionResult) -> Iterator[str]:
    for seat, chance in enumerate(move.win_probability):
        yield f"{SEAT_NAMES[seat]} {chance:.0%}"


def _found(suggestion: Suggestion) -> str:
    """How the ranking was found."""
    ended = ENDED.get(suggestion.stop_reason, suggestion.stop_reason)
    return (
        f"{counted(suggestion.iterations, 'iteration')}, "
        f"{counted(suggestion.distinct_worlds, 'different world')}, "
        f"{ended}, seed {suggestion.seed}"
    )
