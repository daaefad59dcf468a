"""Paths of fields in a request, such as `view.covert.players[1].dice`."""

from __future__ import annotations


def is_in(path: str, home: str) -> bool:
    """Whether a path is another, or leads on from it."""
    return path == home or path.startswith((f"{home}.", f"{home}["))
