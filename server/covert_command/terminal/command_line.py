"""The command that was typed, so that it can be typed again."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

NAME = "covert-bots"
TOKEN, HIDDEN = "--token", "TOKEN"


def this_command() -> str:
    """The command with its arguments, quoted for a shell: pasted there, it runs again. A token is
    left out, for what is printed may be kept by others."""
    typed = sys.argv[1:]
    words = [
        HIDDEN if before == TOKEN else re.sub(f"^{TOKEN}=.*", f"{TOKEN}={HIDDEN}", word)
        for before, word in zip(["", *typed], typed, strict=False)
    ]
    return shlex.join([*_program(), *words])


def with_this_program(*arguments: str) -> str:
    """A command of this program, as it was started: pasted into a shell, it runs."""
    return shlex.join([*_program(), *arguments])


def _program() -> list[str]:
    """The words that start this program: its name where a shell finds it by that."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [sys.executable, "-m", started.parent.name]
    found = shutil.which(NAME)
    if not started.is_file() or (found is not None and started.samefile(found)):
        return [NAME]
    return [str(started)]
