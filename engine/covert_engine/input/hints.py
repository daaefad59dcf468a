"""Hints for slips: the word that was probably meant, and libraries to install."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable

ALIKE = 0.65  # ratio of difflib from which on a word counts as a slip of another


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return a hint for an unknown word: the nearest choice, or all if they are few."""
    names = list(choices)
    near = nearest(word, names)
    if near is not None:
        return f"; did you mean {near!r}?"
    return f"; expected one of {', '.join(names)}" if 0 < len(names) <= 20 else ""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like the word, in any case; None if none is near."""
    names = {name.casefold(): name for name in choices}
    near = difflib.get_close_matches(word.casefold(), names, 1, ALIKE)
    return names[near[0]] if near else None


def not_installed(library: str, extra: str) -> str:
    """Return the command that installs the missing library of an extra, for the running Python."""
    command = f"{sys.executable} -m pip install 'covert-bots[{extra}]'"
    return f"{library} is not installed; expected the extra `{extra}`: {command}"


def and_more(mistakes: int) -> str:
    """Return the end of a message that names only the first mistake."""
    return f"; and {mistakes} more problem{'' if mistakes == 1 else 's'}"
