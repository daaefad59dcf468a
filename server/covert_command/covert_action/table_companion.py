"""The companion at a real table: its entries, and the advice on the standing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from rich.console import Console

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.hint import beliefs_of
from covert_bots.covert_action.real_table.decisions import decisions
from covert_bots.covert_action.real_table.entries import TableLog
from covert_bots.covert_action.real_table.line_words import is_remark, said_words
from covert_bots.covert_action.real_table.questions import FORMS_OF_ENTRIES, first_say, question
from covert_bots.covert_action.real_table.spoken_lines import remark_words
from covert_bots.covert_action.real_table.standing import EntryError, Standing
from covert_bots.covert_action.wire import view_to_message
from covert_bots.covert_action.words.names import seat_names
from covert_command.covert_action.advice import show_advice, show_beliefs
from covert_command.covert_action.board import board, show_talk
from covert_command.covert_action.choices import OPTIONS_OF_TABLE
from covert_command.covert_action.person import show_rules
from covert_command.games.conversation import Conversation
from covert_command.options.table import read_option
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake, in_file, message_of
from covert_command.terminal.screen import print_rows
from covert_command.terminal.typed_number import DIGITS
from covert_engine.covert_action import CovertError, Settings, View
from covert_engine.input.hints import did_you_mean
from covertbots.client import Client, ServiceError
from covertbots.v1 import suggestion_pb2

VERSION = "covert-action-log 1"
SHOWN = 6  # actions of a hint
COMMANDS = (
    ("hint", "see what to do, the beliefs about every seat, and the reasons"),
    ("beliefs", "see the beliefs about every seat"),
    ("table", "see who has said what"),
    ("said", "see all that was said in this round"),
    ("log", "see all that you have typed, as it is kept"),
    ("undo", "take the last line back"),
    ("rules WORD", "see what a role, a term or a setting means; `rules` lists them"),
    ("save FILE", "write what you know, for `covert-bots suggest`"),
    ("quit", "leave; `covert-bots companion --resume` resumes the table"),
)


def text_of(log: TableLog) -> str:
    """Return the log as the text of a file."""
    settings = log.now.settings.fields()
    head = [f"{name}: {str(value).lower()}" for name, value in settings.items()]
    return "\n".join([VERSION, *head, "", *log.entries]) + "\n"


def read_log(path: str) -> TableLog:
    """Return the log in a file; Mistake names the wrong line."""
    with in_file(path):
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    if not lines or lines[0].strip() != VERSION:
        raise Mistake(f"{path}: line 1: expected {VERSION!r}, as `covert-bots companion` writes it")
    values: dict[str, Any] = {}
    log: TableLog | None = None
    for number, line in enumerate(lines[1:], 2):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if log is None and colon:
            values[name] = _value(name, value, f"{path}: line {number}")
            continue
        if log is None:
            log = TableLog(_settings(values, path))
        if line.strip():
            try:
                log.enter(line)
            except EntryError as error:
                raise Mistake(f"{path}: line {number}: {error}") from None
    return log or TableLog(_settings(values, path))


def _settings(values: dict[str, Any], path: str) -> Settings:
    try:
        return Settings.from_fields(values)
    except CovertError as error:
        raise Mistake(f"{path}: {error}") from None


def _value(name: str, text: str, where: str) -> bool | int | str:
    if name == "players":
        return int(text[:DIGITS]) if text.isascii() and text.isdigit() else text
    known = ("players", *OPTIONS_OF_TABLE)
    if name not in known:
        raise Mistake(f"{where}: unknown setting {name!r}{did_you_mean(name, known)}")
    try:
        return read_option(f"{name}={text}", OPTIONS_OF_TABLE)[1]
    except ValueError as error:
        raise Mistake(f"{where}: {error}") from None


class Companion(Conversation):
    """The conversation with a player at a real table."""

    def __init__(
        self,
        console: Console,
        client: Client,
        log: TableLog,
        adviser: str,
        keep: Callable[[], None],
    ) -> None:
        """`keep` saves the log, after each line."""
        super().__init__(console, "Leave the table now? You can resume it later.")
        self._client = client
        self._log = log
        self._adviser = adviser
        self._keep = keep
        self._explained = False
        self._commands = {
            "hint": self._show_hint,
            "beliefs": lambda: self._paged(self._show_beliefs),
            "table": self._show_table,
            "said": lambda: self._paged(self._show_said),
            "log": lambda: self._paged(self._show_log),
            "undo": self._undo,
            "help": lambda: self._paged(self._show_help),
        }
        self._commands_with_word = {
            "rules": lambda word: show_rules(self._console, word),
            "save": self._save,
        }

    def open(self, file: Path) -> None:
        """Print the kind of table, and its standing."""
        now = self._log.now
        self._console.print(f"Covert Action, {now.settings.players} players", style="bold")
        self._console.print(
            f"Advice comes from {self._adviser}. Type what is said and done as it happens; `help` "
            "lists all that you can type.",
            style="dim",
        )
        self._console.print(f"Saving to {file}", style="dim", soft_wrap=True)
        if now.need == "nothing":
            self._show_table()

    def ask(self) -> None:
        """Take lines until the user leaves, which raises LeavingError."""
        while True:
            typed = self._typed(self._prompt())
            if not typed:
                continue
            before = self._log.now
            try:
                kept = self._log.enter(typed)
            except EntryError as error:
                self._warn(str(error))
                continue
            self._keep()
            self._echo(typed, kept)
            self._notice(before)

    # prompts and answers

    def _prompt(self) -> str:
        now = self._log.now
        asked = question(now)
        if asked:
            return f"Round {now.round}: {asked}> "
        beat = f"Beat {now.t}"
        if now.phase == "talk":
            speaker = now.speaker
            assert speaker is not None
            own = speaker == now.seat
            return f"{beat}, {'you say' if own else f'{self._names[speaker]} says'}> "
        if now.phase == "window":
            return f"{beat}, who shoots?> "
        return "Deadline, who shoots?> "

    def _echo(self, typed: str, kept: str) -> None:
        """Print the kept form of a line if it is not as typed."""
        words = self._in_words(kept)
        if words != typed.casefold():
            self._console.print(f"  {words}", style="dim", soft_wrap=True)

    def _in_words(self, kept: str) -> str:
        """Return kept lines, with the statements in words."""
        return "; ".join(map(self._line_in_words, kept.split(", ")))

    def _line_in_words(self, line: str) -> str:
        noted = " (noted: no statement of the rules, so no evidence)" if is_remark(line) else ""
        return f"{said_words(line, self._names) or line}{noted}"

    @property
    def _names(self) -> list[str]:
        now = self._log.now
        return [name.title() for name in now.names] or seat_names(now.settings.players)

    def _notice(self, before: Standing) -> None:
        """Show the table once the player may be to decide, and other news."""
        now = self._log.now
        if now.need == "over":
            self._console.print("The game is over: you hold all four types, or the deck is empty.")
            return
        if now.need != "nothing":
            return
        moved = (before.need, before.phase, before.t, before.speaker, before.ordered)
        if moved == (now.need, now.phase, now.t, now.speaker, now.ordered):
            return
        if any(position is now for position, _ in decisions(now)):
            self._show_table()
            self._console.print("`hint` says what to do.", style="dim")

    def _view(self) -> View | None:
        """Return the view; if another entry is needed first, say so."""
        view = self._log.now.view()
        if view is None:
            now = self._log.now
            wait = "" if now.need == "over" else "not enough is known yet; "
            self._warn(f"{wait}{first_say(now)}")
        return view

    # commands

    def _undo(self) -> None:
        try:
            taken = self._log.undo()
        except EntryError as error:
            self._warn(str(error))
            return
        self._keep()
        self._console.print(f"Undone: {taken}", style="dim", soft_wrap=True)

    def _show_hint(self) -> None:
        view = self._view()
        if view is None:
            return
        try:
            with self._console.status(f"{self._adviser} is thinking"):
                advice = advice_on(self._log.now, self._client, self._adviser)
        except ServiceError as error:  # the table goes on without it
            self._warn(f"no advice: {message_of(error)}")
            return
        if advice is None:
            self._console.print("You have nothing to decide in this beat. What is believed:")
            self._paged(self._show_beliefs)
            return
        position, suggestion, words = advice
        explained, self._explained = not self._explained, True

        def show() -> None:
            if words:
                self._console.print(words)
            show_advice(self._console, suggestion, position, None, SHOWN, explained=explained)

        self._paged(show)

    def _show_beliefs(self) -> None:
        view = self._view()
        if view is not None:
            hint = beliefs_of(view)
            show_beliefs(self._console, hint.seats, view, (), hint.of_viewer)

    def _show_table(self) -> None:
        view = self._view()
        if view is None:
            return
        room = self._console.height - 2 if self._console.is_terminal else None
        for line in board(view, self._who(view), self._console.width)[:room]:
            self._console.print(line, soft_wrap=True)

    def _who(self, view: View) -> list[str]:
        names = self._names if self._log.now.names else [""] * view.players
        return ["you" if seat == view.seat else name for seat, name in enumerate(names)]

    def _show_said(self) -> None:
        view = self._view()
        if view is not None:
            show_talk(self._console, view, self._who(view))
            for t, seat, text in self._log.now.remarks:
                words = remark_words(text, self._names[seat], self._names)
                self._console.print(f"Beat {t}: {words}", soft_wrap=True)

    def _show_log(self) -> None:
        for entry in self._log.entries:
            self._console.print(entry, soft_wrap=True)
        if not self._log.entries:
            self._console.print("nothing yet")

    def _show_help(self) -> None:
        print_rows(self._console, ("type", "to enter"), FORMS_OF_ENTRIES)
        self._console.print()
        print_rows(self._console, ("type", "to"), COMMANDS)

    def _save(self, path: str) -> None:
        now = self._log.now
        view = next((position for position, _ in decisions(now)), now).view()
        if view is None:
            self._view()
        else:
            self._save_view(view_to_message(view), path)


def advice_on(
    standing: Standing, client: Client, adviser: str
) -> tuple[View, suggestion_pb2.Suggestion, str] | None:
    """Return the position that the bot is asked about, its answer, and the assumption there; None
    if the player has nothing to decide in this beat."""
    decision = next(iter(decisions(standing)), None)
    if decision is None:
        return None
    position, words = decision
    view = position.view()
    assert view is not None
    answer = wait_for(client.suggest_move, view_to_message(view), adviser)
    return view, answer.suggestion, words


def document(log: TableLog, client: Client, adviser: str) -> dict[str, Any]:
    """Return the document of `--json`: entries, view, beliefs and advice."""
    now = log.now
    view = now.view()
    advice = None if view is None else advice_on(now, client, adviser)
    return {
        "game": CovertAction.name,
        "settings": now.settings.fields(),
        "seat": now.seat,
        "round": now.round,
        "enter_first": question(now) or None,
        "entries": log.entries,
        "view": None if view is None else _as_data(view_to_message(view)),
        "beliefs": None if view is None else _as_data(beliefs_of(view)),
        "supposed": None if advice is None else advice[2] or None,
        "suggestion": None if advice is None else _as_data(advice[1]),
    }


def _as_data(message: Any) -> dict[str, Any]:
    data: dict[str, Any] = json_format.MessageToDict(
        message, always_print_fields_with_no_presence=True
    )
    return data
