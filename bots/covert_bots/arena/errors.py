"""Errors of a tournament that are not a bot's fault."""

from __future__ import annotations


class LedgerError(ValueError):
    """A file that is no ledger, has another plan, or cannot be read or written."""


class OutageError(RuntimeError):
    """No game can be played, or none of a bot, with no bot to blame; says why the last one failed
    and what to do."""

    def __init__(self, said: str, bot: str, remedy: str) -> None:
        super().__init__(said)
        self.bot = bot  # that cannot be asked; empty if no game can be played
        self.remedy = remedy  # in words


class PlanError(ValueError):
    """Invalid settings of a tournament; names the setting."""
