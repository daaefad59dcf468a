"""The human player: what the screen shows them, and what they may type."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

from covert_bots.covert.wire import suggestion_from_message, view_from_message
from covert_bots.covert.words.narration import phrase
from covert_bots.covert.words.turn_story import expectation
from covert_bots.players.suggestion import Suggestion
from covert_command.hosting import HostedGame
from covert_command.mistakes import Mistake, message_of
from covert_command.ranking import show_ranking
from covert_command.saved_view import save_view
from covert_command.screen import SEAT_NAMES, print_rows
from covert_command.standings import show_table
from covert_command.transcript import Transcript
from covert_command.waiting import wait_for
from covert_engine.covert import CompiledSet, NotationError, View, format_action, parse_action
from covertbots.client import Client

with contextlib.suppress(ImportError):  # with it, `input` lets a line be edited and called back
    import readline  # noqa: F401

__all__ = ["LeavingError", "Person"]

SHOWN = 8  # moves of a hint
YES = ("y", "yes")
ALWAYS = 2  # parts of the table that are shown before each decision: its heading, the circles
HELP = (
    ("a number", "play the move with that number in the list"),
    ("a move", "play it, in notation, such as `place 3 movement`"),
    ("hint", "see the best moves, your chances to win, and the whole turn in words"),
    ("do hint", "play the turn that the hint recommends, as far as nobody else decides"),
    ("why", "see how the adviser expects the game to continue"),
    ("undo", "go back to your previous decision"),
    ("table", "see the whole table"),
    ("moves", "see the list of moves"),
    ("save FILE", "write what you know to a file, for `covert-bots suggest`"),
    ("quit", "leave the game, which is kept: `covert-bots play --resume` goes on with it"),
)

SIGNS = (
    ("Oslo N", "North has an agent in Oslo"),
    ("Oslo +Ex", "Oslo holds a cube of East and one of x, a colour nobody plays"),
    ("taken Ex", "the player has taken such cubes"),
    ("A7 recorder/Oslo/First", "an Agency Card: its equipment, city and ability"),
)


class LeavingError(Exception):
    """The player leaves the game."""


class Person:
    """The human player's side of the game."""

    def __init__(
        self,
        console: Console,
        client: Client,
        game: HostedGame,
        seat: int,
        cards: CompiledSet,
        adviser: str,
    ) -> None:
        self._console = console
        self._client = client
        self._game = game
        self._seat = seat
        self._cards = cards
        self._adviser = adviser
        self._transcript = Transcript(console)
        self._transcript.at(game.views[seat].phase)
        self._decided_at: list[int] = []  # lengths of the record at the player's decisions
        self._stage = (-1, 0)  # round and phase in which the whole table was last shown
        self._hint: Suggestion | None = None
        self._hints_explained = False
        self._commands: dict[str, Callable[[], None]] = {
            "hint": self._show_hint,
            "do hint": self._do_hint,
            "why": self._show_why,
            "undo": self._undo,
            "table": self._show_table,
            "moves": self._show_moves,
            "help": self._show_help,
        }

    def open(self, decided_at: Sequence[int]) -> None:
        """Prints how the game begins, or goes on after so many actions at each decision made."""
        self._decided_at = list(decided_at)
        if self._game.decisions == 0:
            self._transcript.open(self._view)

    def watch(self) -> None:
        """Prints what another seat has just done, as far as this one saw it."""
        self._transcript.show(self._game.now, self._seat)

    def decide(self) -> None:
        """Asks until a move is made or taken back."""
        self._hint = None
        message = self._game.views[self._seat]
        if self._stage != (message.round, message.phase):
            self._show_table()
        else:
            show_table(self._console, self._view, parts=ALWAYS)
        self._show_moves()
        before = self._game.decisions
        while self._game.decisions == before:
            typed = _typed(f"{SEAT_NAMES[self._seat]}> ").split()
            if typed == ["quit"]:
                if self._leaves():
                    raise LeavingError
            elif len(typed) == 2 and typed[0] == "save":
                self._save(typed[1])
            elif " ".join(typed) in self._commands:
                self._commands[" ".join(typed)]()
            elif typed:
                self._play(" ".join(typed))

    def _leaves(self) -> bool:
        """Whether the player means to; what does not come from a terminal does."""
        return not sys.stdin.isatty() or _typed("Leave the game? It is kept. (y or n) ") in YES

    @property
    def _view(self) -> View:
        return view_from_message(self._game.views[self._seat], self._cards)

    def _play(self, typed: str) -> None:
        move = self._move(typed)
        if move is None:
            return
        self._decided_at.append(self._game.decisions)
        self._game.play(move)
        self.watch()

    def _move(self, typed: str) -> str | None:
        """The move that was typed; if it is none, prints why and returns None."""
        legal = self._game.legal
        if typed.isascii() and typed.isdigit():
            if 1 <= int(typed) <= len(legal):
                return legal[int(typed) - 1]
            self._warn(f"{typed} is not one of the moves 1 to {len(legal)}")
            return None
        try:
            move = format_action(parse_action(typed, self._cards), self._cards)
        except NotationError:
            self._warn(f"{typed!r} is neither a move nor a command (`moves` and `help` list them)")
            return None
        if move not in legal:
            self._warn(f"{move!r} is not legal here (`moves` lists the legal moves)")
            return None
        return move

    def _warn(self, text: str) -> None:
        self._console.print(text, style="red")

    # what can be typed

    def _show_table(self) -> None:
        message = self._game.views[self._seat]
        self._stage = (message.round, message.phase)
        show_table(self._console, self._view)

    def _show_moves(self) -> None:
        fields = self._view.fields()
        rows = []
        for number, text in enumerate(self._game.legal, 1):
            action = parse_action(text, self._cards)
            rows.append((str(number), text, phrase(action, self._cards.source, fields).advice))
        self._console.print()
        print_rows(self._console, ("#", "move", "in words"), rows, numbers=("#",))

    def _asked(self) -> Suggestion:
        if self._hint is None:
            with self._console.status(f"{self._adviser} is thinking"):
                answer = wait_for(
                    self._client.suggest_move, self._game.views[self._seat], self._adviser
                )
            self._hint = suggestion_from_message(answer.suggestion, self._cards)
        return self._hint

    def _show_hint(self) -> None:
        legal = (parse_action(text, self._cards) for text in self._game.legal)
        numbers = {action: number for number, action in enumerate(legal, 1)}
        explained = not self._hints_explained
        show_ranking(self._console, self._asked(), self._view, numbers, SHOWN, explained=explained)
        self._hints_explained = True

    def _do_hint(self) -> None:
        """Plays what is recommended until another seat decides, or something else is possible."""
        for action in self._asked().principal_variation:
            move = format_action(action, self._cards)
            if self._game.over or self._game.seat != self._seat or move not in self._game.legal:
                return
            self._decided_at.append(self._game.decisions)
            self._game.play(move)
            self.watch()

    def _show_why(self) -> None:
        hint = self._asked()
        line, chances = hint.principal_variation, hint.moves[0].win_probability
        self._console.print(expectation(self._view, line, chances, SEAT_NAMES))

    def _undo(self) -> None:
        if not self._decided_at:
            self._warn("there is nothing to take back")
            return
        self._game.go_back(self._decided_at.pop())
        self._transcript.at(self._game.views[self._seat].phase)
        self._stage = (-1, 0)

    def _save(self, path: str) -> None:
        try:
            save_view(self._game.views[self._seat], path)
        except OSError as error:
            self._warn(message_of(error))

    def _show_help(self) -> None:
        print_rows(self._console, ("type", "to"), HELP)
        print_rows(self._console, ("on the table", "means"), SIGNS)


def _typed(prompt: str) -> str:
    """A line from the player."""
    try:
        line = input(prompt)
    except (EOFError, RuntimeError) as error:  # RuntimeError: there is no standard input at all
        raise Mistake("the input ended before the game did") from error
    if not sys.stdin.isatty():
        print(line)  # a terminal has shown it already
    return line
