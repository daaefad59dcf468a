"""A conversation: lines typed at the prompt until the user leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os.path import expanduser
from pathlib import Path

from rich.console import Console

from covert_command.games.kept_game import games_folder
from covert_command.games.played_game import RefusalError
from covert_command.games.saved_view import save_view
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.dialogue import LeavingError, agreed, paged, typed_line
from covert_command.terminal.mistakes import message_of
from covertbots.v1 import view_pb2

OTHER_WORDS_TO_LEAVE = ("q", "exit", "bye")


@contextmanager
def saved(
    console: Console, file: Path, keep: Callable[[], None], command: str, noun: str, more: str = ""
) -> Iterator[None]:
    """Save a game when the player leaves or anything else ends it, and print how `command` resumes
    it; `more` are further options."""
    try:
        yield
    except LeavingError:
        keep()  # before the message
        console.print(_how_to_resume(file, command, noun, more), soft_wrap=True)
    except BaseException:
        keep()
        console.print(f"\n{_how_to_resume(file, command, noun, more)}", soft_wrap=True)
        raise


def _how_to_resume(file: Path, command: str, noun: str, more: str) -> str:
    if not file.is_file():  # such as a pipe
        return f"Nothing is saved in {file}, so the {noun} cannot be resumed."
    name = () if file.parent == games_folder() else (str(file),)
    resume = with_this_program(command, "--resume", *name)
    return f"The {noun} is saved. To resume: {resume}{more}"


class Conversation:
    """The commands that can be typed, and the reading of lines."""

    def __init__(self, console: Console, leaving: str) -> None:
        """`leaving` is the question that `quit` asks."""
        self._console = console
        self._leaving = leaving
        self._read_line: Callable[[str], str] = typed_line
        self._ahead = ""  # typed between two pages
        self._commands: dict[str, Callable[[], None]] = {}
        self._commands_with_word: dict[str, Callable[[str], None]] = {}

    def _typed(self, prompt: str) -> str:
        """Return a typed line that is no command, without surplus blanks. A command, in upper or
        lower case, is run, and gives an empty line. LeavingError at `quit`."""
        line = self._ahead or self._read_line(prompt)
        self._ahead = ""
        typed = " ".join(line.split())
        if typed == "?":
            typed = "help"
        folded = typed.casefold()
        command, word = folded.partition(" ")[0], typed.partition(" ")[2]
        if folded == "quit":
            if self._leaves():
                raise LeavingError
        elif folded in OTHER_WORDS_TO_LEAVE:
            self._warn("`quit` leaves")
        elif folded in self._commands:
            self._run(self._commands[folded])
        elif command in self._commands_with_word:
            self._run(partial(self._commands_with_word[command], word))
        else:
            return typed
        return ""

    def _run(self, command: Callable[[], None]) -> None:
        """Run a command, or say why it is refused."""
        try:
            command()
        except RefusalError as error:
            self._warn(str(error))

    def read_by(self, read: Callable[[str], str]) -> None:
        """Read lines by a function of the prompt."""
        self._read_line = read

    def _leaves(self) -> bool:
        """Return True if the user confirms; without a terminal, always."""
        return not sys.stdin.isatty() or agreed(self._leaving)

    def _warn(self, text: str, *, whole: bool = False) -> None:
        self._console.print(text, style="red", soft_wrap=whole)

    def _paged(self, show: Callable[[], None]) -> None:
        self._ahead = paged(self._console, show)

    def _save_view(
        self,
        view: view_pb2.View,
        path: str,
        position: Callable[[view_pb2.View], str] | None = None,
    ) -> None:
        """Write a view to a new file, as `save_view` does, and say so. The file's name may be in
        quotes, as for a shell."""
        if len(path) > 2 and path[0] == path[-1] and path[0] in "\"'":
            path = path[1:-1]
        if not path:
            self._warn("`save` needs a file: `save position.json`")
            return
        try:
            save_view(view, expanduser(path), position)
        except FileExistsError:
            self._warn(f"{path}: the file exists already; expected a new one", whole=True)
        except OSError as error:
            self._warn(message_of(error), whole=True)
        except ValueError:  # such as for a NUL character
            self._warn(f"{path!r}: no file can have this name", whole=True)
        else:
            self._console.print(f"Saved in {path}", soft_wrap=True)
