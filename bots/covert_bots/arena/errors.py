"""Errors of a tournament that are not a bot's fault."""

from __future__ import annotations


class LedgerError(ValueError):
    """A file that is no ledger, has another plan, or cannot be read or written."""


class OutageError(RuntimeError):
    """No game can be played, with no bot to blame; says why the last one failed."""


class PlanError(ValueError):
    """Invalid settings of a tournament; names the setting."""
