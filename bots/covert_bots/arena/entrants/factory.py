"""The check of a bot factory, in a process of its own because it imports the module.

`python -m covert_bots.arena.entrants.factory MODULE FACTORY` ends with 1 if not, and its last line
says why.
"""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from covert_bots.engines.answers import text_of


def problem(module: str, factory: str) -> str:
    """Describe the problem of a factory and the expectation; empty if it makes a bot."""
    try:
        imported = import_module(module)
    except (Exception, SystemExit) as error:  # the module may raise anything
        return f"{_told(error)}; expected a module with the factory {factory}"
    if not hasattr(imported, factory):
        near = get_close_matches(factory, vars(imported), 1)
        hint = f"; did you mean {module}:{near[0]}?" if near else ""
        return f"module {module} has no {factory}; expected a factory of bots{hint}"
    make = getattr(imported, factory)
    if not callable(make):
        kind = type(make).__name__
        return f"{factory} is of type {kind}; expected a factory, which returns a new bot"
    try:
        bot = make()
    except (Exception, SystemExit) as error:
        return f"{factory}() raises {_told(error)}; expected a factory, which returns a new bot"
    if bot is None:
        return f"{factory}() returns None; expected a bot (a path without return?)"
    if not callable(getattr(bot, "choose", None)):
        kind = type(bot).__name__
        return f"{factory}() returns a {kind}; expected a bot, with a method choose(view, seed)"
    return ""


def _told(error: BaseException) -> str:
    """Describe an error with the line that raised it, or that is not valid Python."""
    problem = f"{type(error).__name__}: {text_of(str, error)}"
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{_place(error.filename, error.lineno)}: {type(error).__name__}: {error.msg}"
    for frame in reversed(extract_tb(error.__traceback__)):
        if not frame.filename.startswith("<") and frame.filename != __file__ and frame.lineno:
            return f"{_place(frame.filename, frame.lineno)}: {problem}"
    return problem


def _place(file: str, line: int) -> str:
    path = Path(file)
    here = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{here}, line {line}"


if __name__ == "__main__":
    wrong = problem(*sys.argv[1:3])
    if wrong:
        print(f"\n{' '.join(wrong.split())}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(bool(wrong))  # at once, whatever the module has started
