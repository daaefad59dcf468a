"""Command lines in text: the typed one, in a form that can be typed again, and examples."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

NAME = "covert-bots"
TOKEN, HIDDEN = "--token", "TOKEN"


def examples(*lines: str) -> str:
    """Return the end of a command's help."""
    return "\n".join(
        ["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)]
    )


def this_command() -> str:
    """Return the command with its arguments, quoted for a shell to run it again. A token is left
    out, because others may keep the output."""
    typed = sys.argv[1:]
    words = [
        HIDDEN if before == TOKEN else re.sub(f"^{TOKEN}=.*", f"{TOKEN}={HIDDEN}", word)
        for before, word in zip(["", *typed], typed, strict=False)
    ]
    return shlex.join([*_program(), *words])


def with_this_program(*arguments: str) -> str:
    """Return a command of this program, as it was started, that runs when pasted into a shell."""
    return shlex.join([*_program(), *arguments])


def _program() -> list[str]:
    """Return the words that start this program: its name, if a shell finds it."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [sys.executable, "-m", started.parent.name]
    in_path = shutil.which(NAME)
    if not started.is_file() or (in_path is not None and started.samefile(in_path)):
        return [NAME]
    return [str(started)]
