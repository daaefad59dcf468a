"""The command of an engine, as an operator writes it."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class EngineCommand(NamedTuple):
    """An engine that plays as a bot."""

    name: str  # of the bot
    words: tuple[str, ...]  # a program and its arguments

    @classmethod
    def read(cls, text: str) -> EngineCommand:
        """Read `NAME=COMMAND`; ValueError if the text or the program is wrong."""
        name, equals, command = text.partition("=")
        if not equals:
            raise ValueError(f"{text!r}; expected NAME=COMMAND, such as 'bold=python bold.py'")
        if not NAME.fullmatch(name):
            expected = "1 to 40 lower-case letters, digits, - and _, beginning with a letter"
            raise ValueError(f"{text!r}: {name!r} is not a bot name; expected {expected}")
        try:
            words = shlex.split(command)
        except ValueError as error:
            expected = "a program and its arguments"
            raise ValueError(f"{text!r}: {error}; expected {expected}") from None
        if not words:
            raise ValueError(f"{text!r}: no command; expected a program and its arguments")
        program = shutil.which(words[0])
        if program is None:
            there = "is not executable" if Path(words[0]).exists() else "is not there"
            raise ValueError(f"{text!r}: {words[0]!r} {there}; expected a program")
        return cls(name, (program, *words[1:]))

    @property
    def files(self) -> list[Path]:
        """The files and folders that the command names, which the engine may read anywhere."""
        named = (Path(word) for word in self.words if word not in ("", ".", "..", "/"))
        return [path.absolute() for path in named if path.exists()]
