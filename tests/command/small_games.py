"""Games played once for several tests: a tournament, and a demo."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BOT", "DEMO", "RUN", "Demo"]

RUN = ("arena", "run", "--bots", "greedy,random", "--seed", "1", "--blocks", "3", "--workers", "2")
BOT = ("--bot", "ismcts:iterations=20")
DEMO = ("demo", "--seed", "3", *BOT)


class Demo(NamedTuple):
    """A demo that was shown, without a wrapped line."""

    record: str  # its file
    shown: str

    @property
    def course(self) -> str:
        """The course of the game, without the server's address before it and the seconds after
        it."""
        return self.shown[self.shown.index("  North  The") : self.shown.index("\nseat ")]
