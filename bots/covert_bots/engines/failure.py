"""The failures of an engine, which cost its own game."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """The kind of a failure."""

    ERROR = "error"  # it says so, or what it says is no answer
    ILLEGAL = "illegal"  # an answer that is no legal action
    LATE = "late"  # no answer in time
    DEAD = "dead"  # its process has ended, or has closed its output


LONGEST_TRACE = 4000  # characters shown, from its end


class EngineError(Exception):
    """A failure of an engine."""

    def __init__(self, fault: Fault, detail: str, trace: str = "") -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = printable(detail)
        self.trace = printable(trace[-LONGEST_TRACE:])  # for the engine's author


def printable(text: str) -> str:
    """Return a stranger's text without what a terminal would obey."""
    return "".join(
        character if character.isprintable() or character == "\n" else "?" for character in text
    )
