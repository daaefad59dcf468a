"""The file of a report."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from covert_bots.arena.report.tournament import Tournament
from covert_bots.players.pieces import write
from covert_engine.input.hints import not_installed


def need_matplotlib() -> None:
    """Raise ImportError, which says what to install, if the plots cannot be made."""
    try:
        import_module("matplotlib")
    except ImportError:
        raise ImportError(not_installed("matplotlib", "report")) from None


def write_reports(path: Path, tournaments: Sequence[Tournament]) -> None:
    """Write a page for tournaments of the same bots with other numbers of players, whole or not
    at all.

    The same ledgers give the same bytes. ImportError if matplotlib is missing.
    """
    need_matplotlib()
    from covert_bots.arena.report.page import page  # draws

    content = page(tournaments).encode()
    if path.exists() and not path.is_file():  # a pipe or a device, such as /dev/stdout
        path.write_bytes(content)
        return
    write(path.resolve(), content)  # a link stays one
