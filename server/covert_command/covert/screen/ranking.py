"""A suggestion on the screen: the ranked moves, and the whole turn in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.clauses import sentence
from covert_bots.covert.words.narration import phrase
from covert_bots.covert.words.plans import plan_in_words
from covert_bots.covert.words.turn_story import turn_of
from covert_bots.players.suggestion import Suggestion, alike
from covert_command.covert.screen.choices import Choice, going_on
from covert_command.covert.screen.menu import Item
from covert_command.games.suggestion import ALIKE, how_found
from covert_command.terminal.screen import plain_table
from covert_engine.covert import View, format_action
from covert_engine.covert.rules.actions import Kind, unpack
from covert_engine.search import ActionResult

WIDE = 100  # least columns for moves in notation too
EXPLANATION = (
    "score: the final score you can expect, in points. win: your chance to win against equals. "
    f"{ALIKE}: the search cannot tell the move from the first. visits: how often the search tried "
    "the move. value: how good it is at least, from 0 to 1; few visits make it low. The first move "
    "is the one to play, and the others are in the order of this value."
)
ENDING = {"stop": "stop", "end": "end the turn"}
MOST_TYPED = 4  # numbers that a hint names for one line
ENDS = {Kind.STOP: "stop", Kind.END: "end"}  # in notation; they need no number


def show_ranking(
    console: Console,
    suggestion: Suggestion,
    view: View,
    choices: Mapping[int, tuple[str, str]] | None = None,
    most: int | None = None,
    *,
    explained: bool = True,
    against: str = "",
) -> None:
    """Print the moves, best first, at most `most`.

    `choices` has, by first move, the number to type and its meaning; moves without one are left
    out. With `explained` the columns are explained. `against` is the chance to win against the bots
    at the table, in a sentence.
    """
    moves = [move for move in suggestion.moves if choices is None or move.action in choices]
    console.print(_table(moves[:most], view, choices, console.width >= WIDE))
    left = 0 if most is None else len(moves) - most
    if left > 0:
        console.print("and one more move" if left == 1 else f"and {left} more moves", style="dim")
    if explained:
        console.print(EXPLANATION, style="dim")
    console.print()
    turn = turn_of(view, suggestion.principal_variation).decided if choices else ()
    plays = (" `do hint` plays it.", "dim") if len(turn) > 1 else ""
    console.print(Text.assemble(("The turn: ", "bold"), suggestion.turn_in_words, plays))
    plan = plan_in_words(view)
    if plan:
        console.print(plan)
    chances = list(_chances(suggestion.moves[0]))
    if chances:
        console.print(f"Chances to win against equals: {', '.join(chances)}")
    if against:
        console.print(Text(against))
    console.print(how_found(suggestion), style="dim")


def numbered_by_move(
    choices: Mapping[int, tuple[Choice, Item]], turn: Sequence[int], view: View
) -> dict[int, tuple[str, str]]:
    """Return, for each first move, the numbers to type and their meaning.

    A move's number is its own, if it can be chosen alone, or else that of the first choice that it
    begins. For the first move of `turn` it is all numbers that play the turn, as far as the choices
    on the screen go: "4, 9, stop".
    """
    numbered: dict[int, tuple[str, str]] = {}
    fields, cards = view.fields(), view.cards.source
    for number, (choice, _) in choices.items():
        first = choice.actions[0]
        if first not in numbered or len(choice.actions) == 1:
            numbered[first] = str(number), sentence(choice.all_actions, cards, fields)
    typed, actions = _along(choices, turn)
    if typed:
        ends = typed[-1] if typed[-1] in ENDS.values() else ""
        words = sentence(actions[:-1] if ends else actions, cards, fields)
        words += f", and {ENDING[ends]}" if ends else ""
        numbered[turn[0]] = ", ".join(typed), words
    return numbered


def _along(
    choices: Mapping[int, tuple[Choice, Item]], turn: Sequence[int]
) -> tuple[list[str], list[int]]:
    """Return the numbers to type for `turn` as far as the choices go, the longest choices first,
    and their actions."""
    typed: list[str] = []
    actions: list[int] = []  # with forced actions in between
    done = 0
    while done < len(turn) and len(typed) < MOST_TYPED:
        fitting = [
            (len(left), -number)
            for number, (choice, _) in choices.items()
            if (left := going_on(choice.actions, turn[:done]))
            and tuple(left) == tuple(turn[done : done + len(left)])
        ]
        word = ENDS.get(Kind(unpack(turn[done]).kind))
        if done and word:
            typed.append(word)
            actions.append(turn[done])
            done += 1
        elif fitting:
            length, number = max(fitting)
            typed.append(str(-number))
            actions += going_on(choices[-number][0].all_actions, turn[:done])
            done += length
        else:
            break
    return typed, actions


def _table(
    moves: list[ActionResult],
    view: View,
    choices: Mapping[int, tuple[str, str]] | None,
    wide: bool,
) -> Table:
    columns = ("rank" if choices is None else "#", "score", "win", "visits", "value")
    notation = ["move"] if wide else []
    table = plain_table(*columns[:3], "", *columns[3:], *notation, "in words", numbers=columns)
    fields = view.fields()
    first = moves[0]
    for rank, move in enumerate(moves, 1):
        words = phrase(move.action, view.cards.source, fields).advice
        number, words = (str(rank), words) if choices is None else choices[move.action]
        cells = [
            number,
            f"{move.expected_score[view.seat]:.1f}" if move.expected_score else "-",
            f"{move.win_probability[view.seat]:.0%}" if move.win_probability else "-",
            ALIKE if rank > 1 and alike(move, first) else "",
            str(move.visits),
            f"{max(0.0, move.lower_bound):.3f}" if move.visits else "-",
        ]
        if wide:
            cells.append(format_action(move.action, view.cards))
        cells.append(words)
        table.add_row(*cells, style="bold" if rank == 1 else "")
    return table


def _chances(move: ActionResult) -> Iterator[str]:
    for seat, chance in enumerate(move.win_probability):
        yield f"{SEAT_NAMES[seat]} {chance:.0%}"
