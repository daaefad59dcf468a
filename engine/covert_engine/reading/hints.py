"""Hints for slips: the word that was probably meant, and what is to be installed."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable

ALIKE = 0.65  # of difflib: from here on a word is taken for a slip of another


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint for a word that is not among the choices: the nearest, or all if they are few."""
    names = list(choices)
    near = nearest(word, names)
    if near is not None:
        return f"; did you mean {near!r}?"
    return f"; expected one of {', '.join(names)}" if 0 < len(names) <= 20 else ""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that looks like the word, whatever its case; None if there is none."""
    names = {name.casefold(): name for name in choices}
    near = difflib.get_close_matches(word.casefold(), names, 1, ALIKE)
    return names[near[0]] if near else None


def not_installed(library: str, extra: str) -> str:
    """What to type where a library of an extra is missing, whatever `pip` the shell finds."""
    command = f"{sys.executable} -m pip install 'covert-bots[{extra}]'"
    return f"{library} is not installed; expected the extra `{extra}`: {command}"
