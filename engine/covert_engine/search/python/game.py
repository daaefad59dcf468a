"""Games in plain Python for the search, without a compiler.

A game's states and views are `bytes` of a fixed length, and `Rules` says how it is played. The
search then works as for any game, only much slower than with rules in C: enough for small games and
for first attempts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from covert_engine.search.python._game import PythonView as PythonView
from covert_engine.search.python.rules import Rules as Rules


@contextmanager
def errors_of(view: PythonView) -> Iterator[None]:
    """Raise, at the end of a search of the view, the first error of its rules. Within the search
    there is no way to raise it: without this its result would mean nothing."""
    try:
        yield
    finally:
        error, view.guard.error = view.guard.error, None
        if error is not None:
            raise error
