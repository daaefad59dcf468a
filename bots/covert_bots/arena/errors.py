"""What goes wrong with a tournament by no fault of a bot."""

from __future__ import annotations


class LedgerError(ValueError):
    """A file that is no ledger, is another plan's, or cannot be read or written."""


class OutageError(RuntimeError):
    """No game can be played, and no bot is to blame; says why the last one failed."""


class PlanError(ValueError):
    """Settings that make no tournament; names the setting."""
