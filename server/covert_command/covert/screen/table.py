"""The table on the screen: whole, or the parts that matter for a decision with its choices.

At a terminal a decision is never higher than the terminal: the heading, the choices and the input
line share one screen. Parts without room are named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from covert_bots.covert.words.change import SEAT_NAMES
from covert_command.covert.screen.board import WIDTH, board, forms_of, hand, parts_of
from covert_command.covert.screen.menu import Item, menu
from covert_command.covert.screen.seats import SEAT_STYLES
from covert_engine.covert import View
from covert_engine.covert.rules.actions import Kind, unpack

PROMPT_LINES = 1
TIGHTEST = 2  # of menus
MOST_LEFT_OUT = 2  # lines that name what is not shown
MOST_NEWS = 3  # lines of events, if the table is not whole
# Parts by their importance for a decision, the most important first.
MATTERS: dict[str, tuple[str, ...]] = {
    "return_mission": ("own_missions", "agents", "cards"),
    "place": ("circles", "own_missions", "cards"),
    "reroll": ("circles", "own_missions", "cards"),
    "die": ("circles", "own_missions", "cards"),
    "break": ("tiles", "cards", "dice", "own_missions"),
    "tile": ("tiles", "cards", "dice", "own_missions"),
    "draw_code": ("own_missions", "cards", "tiles"),
    "resolve": ("own_missions", "agents", "cards"),
    "last_mission": ("own_missions", "cards", "agents"),
    "payment": ("cards", "own_missions"),
    "code_order": ("cards",),
    "step": ("agents", "own_missions", "cards"),
    "agent": ("agents", "own_missions"),
    "reward": ("face_up", "own_missions", "cards"),
    "first": ("dice", "circles", "tiles", "cards", "own_missions"),
    "espionage": ("seen", "cards", "own_missions"),
    "keep": ("seen", "own_missions", "cards"),
    "bottom": ("seen", "own_missions", "cards"),
    "discard": ("cards", "own_missions"),
    "mission_discard": ("own_missions", "agents", "cards"),
}
OFFERED = {  # parts shown because a choice names them
    Kind.TAKE_MISSION: "missions",
    Kind.TAKE_AGENCY: "face_up",
    Kind.STEP: "agents",
    Kind.FLY: "agents",
}
OTHERS = (
    "seen",
    "dice",
    "cards",
    "own_missions",
    "agents",
    "circles",
    "tiles",
    "missions",
    "face_up",
    "order",
    "players",
)
# The longest form of a part that is worth the room while other parts are missing.
GOOD = {"heading": 1, "cards": 1, "own_missions": 2, "agents": 1, "face_up": 1, "missions": 1}
MAPS = {"return_mission", "resolve", "step", "agent", "mission_discard", "last_mission"}
DRAWN_FIRST = ("circles", "tiles")  # in full, before the events
LEFT_OUT = {  # the commands for parts that are not shown, the parts, and the same in short forms
    "agents": ("map", "agents, cubes", "others' agents, cubes"),
    "dice": ("hand", "your placed dice", ""),
    "cards": ("hand", "your cards", ""),
    "own_missions": ("hand", "your missions", ""),
    "seen": ("table", "the cards you look at", ""),
    "circles": ("table", "circles", ""),
    "tiles": ("table", "tiles", ""),
    "missions": ("table", "face-up missions", ""),
    "face_up": ("table", "face-up cards", ""),
    "order": ("table", "turn order", ""),
    "players": ("table", "players", "characters"),
}


def show_decision(
    console: Console,
    view: View,
    items: Mapping[int, Item],
    notes: Sequence[str],
    news: Sequence[Sequence[str]] = (),
) -> int:
    """Print a decision: the table, or as many of its parts as there is room for, notes as far as
    there is room, and the choices. Without a terminal there is room for all.

    `news` has the lines of each event entry. If only parts of the table are shown, these have
    scrolled away, so the last entries are repeated. Returns the number of printed notes.
    """
    names = SEAT_NAMES[: len(view.fields()["players"])]
    width = min(WIDTH, console.width)
    whole = _spaced(list(parts_of(view, names, width).values()))
    choices = menu(items, console.width)
    wrapped = [wrap(note, width) for note in notes]
    fits = not console.is_terminal
    if not fits:
        room = console.height - PROMPT_LINES - len(choices)
        fits = len(whole) + sum(map(len, wrapped[:1])) <= room
        while fits and len(whole) + sum(map(len, wrapped)) > room:
            wrapped.pop()
    if fits:
        console.print()
        page = Page(whole, [], wrapped, [])
    else:
        forms = forms_of(view, names, width)
        page, choices = _page(console, view, items, forms, wrapped, news)
        console.print()
    show_lines(console, page.lines, names)
    for line in page.news:
        console.print(Text.from_ansi(line), soft_wrap=True)
    for line in (line for note in page.notes for line in note):
        console.print(Text(line, style="dim"), soft_wrap=True)
    for line in page.left_out:
        console.print(Text(line, style="dim"), soft_wrap=True)
    for line in choices:
        console.print(Text(line), soft_wrap=True)
    return len(page.notes)


class Page:
    """The lines above the choices, in their order."""

    def __init__(
        self,
        lines: list[str],
        news: list[str],
        notes: list[list[str]],
        left_out: list[str],
    ) -> None:
        self.lines = lines
        self.news = news
        self.notes = notes
        self.left_out = left_out


def _page(
    console: Console,
    view: View,
    items: Mapping[int, Item],
    forms: Mapping[str, list[list[str]]],
    notes: Sequence[list[str]],
    news: Sequence[Sequence[str]],
) -> tuple[Page, list[str]]:
    """Return as much as there is room for, and the choices, tight enough to save the important
    parts."""
    matters = _matters(view)
    good = GOOD | ({"agents": 0} if view.decision in MAPS else {})

    def filled(tight: int) -> tuple[_Sheet, bool, bool, list[str]]:
        choices = menu(items, console.width, tight=tight)
        sheet = _Sheet(forms, console.height - PROMPT_LINES - len(choices))
        if tight == TIGHTEST:  # something is left out, which a line has to say
            sheet.reserve()
        has_all = sheet.put(matters) and sheet.reserve(MOST_LEFT_OUT)
        sheet.lengthen([name for name in DRAWN_FIRST if name in matters], good)
        has_told = sheet.tell(news)
        sheet.note(notes[:1])
        return sheet, has_all, sheet.lengthen(matters, good) and has_told, choices

    for tight in range(TIGHTEST + 1):
        sheet, has_all, is_good, choices = filled(tight)
        if is_good or (has_all and tight == TIGHTEST - 1):
            break
    sheet.reserve(MOST_LEFT_OUT)
    sheet.put(OTHERS)
    sheet.lengthen((*matters, *OTHERS))
    sheet.left_out(console.width)
    sheet.lengthen((*matters, *OTHERS))
    left_out = sheet.left_out(console.width)
    sheet.note(notes)
    return Page(sheet.lines(), sheet.news, sheet.notes, left_out), choices


def _matters(view: View) -> tuple[str, ...]:
    """Return the parts that matter for the decision and its offers, the most important first."""
    kinds = {unpack(action).kind for action in view.legal_actions()}
    offered = (part for kind, part in OFFERED.items() if kind in kinds)
    first, *others = MATTERS.get(view.decision or "", OTHERS)
    return tuple(dict.fromkeys(("heading", first, *offered, *others)))


class _Sheet:
    """The lines of a screen above the choices, filled with the most important parts first."""

    def __init__(self, forms: Mapping[str, list[list[str]]], room: int) -> None:
        self._forms = forms
        self._room = room  # lines left
        self._reserved = 0
        self._shown: dict[str, list[str]] = {}
        self.news: list[str] = []
        self.notes: list[list[str]] = []

    def put(self, parts: Sequence[str]) -> bool:
        """Put down these parts, each in its shortest form, and return True if there was room for
        all."""
        new = [name for name in parts if name in self._forms and name not in self._shown]
        fit = [self._fits(name, self._forms[name][-1]) for name in new]
        return all(fit)

    def lengthen(self, parts: Sequence[str], longest: Mapping[str, int] | None = None) -> bool:
        """Give each part on the sheet the longest form that there is room for.

        `longest` has, by part, the number of the longest form to try. Returns True if all parts are
        on the sheet in that form.
        """
        all_have = True
        for name in (part for part in parts if part in self._forms):
            forms = self._forms[name][(longest or {}).get(name, 0) :]
            for form in forms if name in self._shown else ():
                if len(form) >= len(self._shown[name]) and self._fits(name, form):
                    break
            all_have &= self._is_shown(name) and self._shown.get(name, forms[0]) == forms[0]
        return all_have

    def _fits(self, name: str, form: list[str]) -> bool:
        if name == "tiles" and self._has_tiles_beside_circles():
            return True
        more = len(form) - len(self._shown.get(name, ()))
        if more > self._room:
            return False
        self._shown[name] = form
        self._room -= more
        if self._has_tiles_beside_circles():
            self._room += len(self._shown.pop("tiles", ()))
        return True

    def _has_tiles_beside_circles(self) -> bool:
        return self._shown.get("circles") is self._forms.get("circles", [None])[0]

    def tell(self, news: Sequence[Sequence[str]]) -> bool:
        """Put down the last entries of the news, each whole, and return True if there was room for
        as many lines as are worth it."""
        for entry in reversed(news):
            if len(self.news) + len(entry) > MOST_NEWS:
                return True
            if len(entry) > self._room:
                return False
            self.news = [*entry, *self.news]
            self._room -= len(entry)
        return True

    def note(self, notes: Sequence[list[str]]) -> None:
        """Put down as many notes as there is room for."""
        for note in notes[len(self.notes) :]:
            if len(note) > self._room:
                return
            self.notes.append(note)
            self._room -= len(note)

    def reserve(self, most: int = 1) -> bool:
        """Keep lines for `left_out`, and return True if there is room for so many."""
        lines = max(0, min(self._room, most - self._reserved))
        self._reserved += lines
        self._room -= lines
        return self._reserved >= most

    def left_out(self, width: int) -> list[str]:
        """Return the lines that name what is not shown, and the commands for it, and give the other
        reserved lines back."""
        missing: dict[str, list[str]] = {}
        for name, (command, words, in_short) in LEFT_OUT.items():
            if name not in self._forms:
                continue
            if not self._is_shown(name):
                missing.setdefault(command, []).append(words)
            elif in_short and self._shown.get(name) != self._forms[name][0]:
                missing.setdefault(command, []).append(in_short)
        by_command = "; ".join(f"{', '.join(words)} (`{name}`)" for name, words in missing.items())
        lines = wrap(f"Not shown: {by_command}", width, subsequent_indent="  ") if missing else []
        if len(lines) > self._reserved:
            typed = " or ".join(f"`{name}`" for name in missing)
            lines = [f"Not shown: parts of the table; type {typed}"][: self._reserved]
        self._room += self._reserved - len(lines)
        self._reserved = len(lines)
        return lines

    def _is_shown(self, name: str) -> bool:
        return name in self._shown or (name == "tiles" and self._has_tiles_beside_circles())

    def lines(self) -> list[str]:
        """Return the parts in the order of the table, with empty lines between them if they fit."""
        chosen = [self._shown[name] for name in self._forms if name in self._shown]
        spaced = _spaced(chosen)
        plain = [line for part in chosen for line in part]
        return spaced if len(spaced) - len(plain) <= self._room else plain


def show_table(console: Console, view: View) -> None:
    """Print the whole table as the seat of `view` sees it."""
    names = SEAT_NAMES[: len(view.fields()["players"])]
    console.print()
    show_lines(console, board(view, names, min(WIDTH, console.width)), names)


def show_hand(console: Console, view: View) -> None:
    """Print the dice, cards and missions of the seat of `view`."""
    names = SEAT_NAMES[: len(view.fields()["players"])]
    show_lines(console, hand(view, names, min(WIDTH, console.width)), names)


def show_lines(console: Console, lines: Sequence[str], names: Sequence[str] = SEAT_NAMES) -> None:
    """Print lines of the table, with the seats' names and marks in their colours."""
    styles = dict(zip((name[0] for name in names), SEAT_STYLES, strict=False))
    for line in lines:
        text = Text(line)
        for name, style in zip(names, SEAT_STYLES, strict=False):
            text.highlight_words([name], style)
        for run in re.finditer(rf"(?<![\w'])(?:[{''.join(styles)}][1-3]?|[xyz])+(?![\w'])", line):
            for mark in re.finditer(r"[A-Z][1-3]?", run[0]):
                start = run.start() + mark.start()
                text.stylize(styles[mark[0][0]], start, start + len(mark[0]))
        console.print(text, soft_wrap=True)


def _spaced(parts: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of parts, each followed by an empty line."""
    return [line for part in parts for line in (*part, "")]
