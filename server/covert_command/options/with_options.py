"""Options as groups that a command takes as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Command = Callable[..., Any]


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that gives a command all these options."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
