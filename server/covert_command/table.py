"""The table on the screen: whole, or the parts that matter for a decision with its choices.

At a terminal a decision is never higher than the terminal: the heading, the choices and the line to
type on stand on one screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from covert_bots.covert.words.board import WIDTH, board, brief_parts, parts_of, shortest_parts
from covert_command.screen import SEAT_NAMES, SEAT_STYLES
from covert_engine.covert import View

__all__ = ["show_decision", "show_lines", "show_table"]

PROMPT_LINES = 1
NEWS_LINES = 2  # of what has happened, at most
# Parts by what they matter for a decision, the most important first; the rest follow in any order.
MATTERS: dict[str, tuple[str, ...]] = {
    "return_mission": ("own_missions", "agents", "cards"),
    "place": ("circles", "own_missions", "cards", "missions", "face_up", "agents"),
    "break": ("circles", "cards"),
    "tile": ("circles", "cards"),
    "draw_code": ("cards", "own_missions", "circles"),
    "resolve": ("own_missions", "agents", "missions", "face_up", "cards", "circles"),
    "last_mission": ("own_missions", "cards", "agents"),
    "step": ("agents", "own_missions", "cards"),
    "agent": ("agents", "own_missions"),
    "reward": ("face_up", "own_missions", "cards", "agents"),
    "first": ("circles", "cards", "own_missions"),
    "espionage": ("seen", "cards", "own_missions"),
    "keep": ("seen", "own_missions", "cards"),
    "bottom": ("seen", "own_missions", "cards"),
}
OTHERS = ("seen", "cards", "own_missions", "agents", "missions", "face_up", "circles")


def show_decision(
    console: Console,
    view: View,
    choices: Sequence[str],
    notes: Sequence[str],
    news: Sequence[str] = (),
) -> int:
    """Prints a decision: the table or as many of its parts as there is room for, notes as far as
    there is room for them too, and the choices. Without a terminal there is room for all.

    `news` are the last lines of what has happened. Where only parts of the table are shown, these
    lines have scrolled away, so some of them come again. Returns how many of the notes it printed.
    """
    names = SEAT_NAMES[: len(view.fields()["players"])]
    width = min(WIDTH, console.width)
    lines = _spaced(list(parts_of(view, names, width).values()))
    wrapped = [wrap(note, width) for note in notes]
    if console.is_terminal:
        room = console.height - PROMPT_LINES - len(choices)
        if len(lines) + sum(map(len, wrapped[:1])) > room:
            parts = brief_parts(view, names, width)
            spare = max(0, room - len(parts["heading"]) - len(wrapped[:1]))
            news = news[-min(NEWS_LINES, spare) :] if spare else ()
            room -= len(news)
            short = shortest_parts(view, names, width)
            lines = _that_fit(parts, short, view.decision or "", room - len(wrapped[:1]))
        else:
            news = ()
        while wrapped and len(lines) + sum(map(len, wrapped)) > room:
            wrapped.pop()
    console.print()
    show_lines(console, lines, names)
    for line in news if console.is_terminal else ():
        console.print(Text.from_ansi(line), soft_wrap=True)
    for line in chain(*wrapped):
        console.print(Text(line, style="dim"), soft_wrap=True)
    for line in choices:
        console.print(Text(line), soft_wrap=True)
    return len(wrapped)


def show_table(console: Console, view: View) -> None:
    """Prints the whole table as the seat of `view` sees it."""
    names = SEAT_NAMES[: len(view.fields()["players"])]
    console.print()
    show_lines(console, board(view, names, min(WIDTH, console.width)), names)


def show_lines(console: Console, lines: Sequence[str], names: Sequence[str] = SEAT_NAMES) -> None:
    """Prints lines of the table, the names and the marks of the seats in their colours."""
    for line in lines:
        text = Text(line)
        for name, style in zip(names, SEAT_STYLES, strict=False):
            text.highlight_words([name], style)
            text.highlight_regex(rf"(?<![\w']){name[0]}[1-3]?(?![\w'])", style)
        console.print(text, soft_wrap=True)


def _that_fit(
    parts: dict[str, list[str]], short: dict[str, list[str]], decision: str, room: int
) -> list[str]:
    """The lines of the parts that fit, in the order of the table.

    First as many parts as possible, then as many as possible of those in their longer form.
    """
    by_matter = ("heading", *dict.fromkeys((*MATTERS.get(decision, ()), *OTHERS)))
    shown: dict[str, list[str]] = {}
    left = room
    for form in ({**parts, **short}, parts):
        for name in by_matter:
            lines = form.get(name, [])
            if lines and len(lines) - len(shown.get(name, ())) <= left:
                left -= len(lines) - len(shown.get(name, ()))
                shown[name] = lines
    chosen = [shown[name] for name in parts if name in shown]
    spaced = _spaced(chosen)
    return spaced if len(spaced) <= room else [line for part in chosen for line in part]


def _spaced(parts: Sequence[Sequence[str]]) -> list[str]:
    """Parts, each followed by an empty line."""
    return [line for part in parts for line in (*part, "")]
