"""A ledger that another program writes, read again after each change."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report.ledger_tournament import tournament_of
from covert_bots.arena.standings import NoBlockError
from covert_server.arena.figures import add_figures, progress_message
from covert_server.build import build
from covert_server.ledger_source import LedgerSource
from covertbots.v1 import arena_pb2 as v1

OFTEN = 1.0  # seconds between two looks at the file
REST = 10  # times as long as it took to read, a ledger is not read again


class Look(NamedTuple):
    """The contents of a ledger when it was read."""

    number: int = 0  # of the look at which it was read
    tournament: v1.Tournament | None = None
    ended: tuple[Attempt, ...] = ()  # without actions, the latest of the schedule first
    bots: tuple[str, ...] = ()


class WatchedLedger:
    """The ledger of a server. One thread at a time may use it."""

    def __init__(self, source: LedgerSource) -> None:
        self._source = source
        self._seen: tuple[int, int, int] | None = None
        self._look = Look()
        self._next = 0.0  # time of the next look at the file

    def look(self) -> Look:
        """Return what the ledger holds, or held a moment ago; LedgerError if it cannot be read."""
        if time.monotonic() < self._next:
            return self._look
        try:
            stat = os.stat(self._source.path)
            state = stat.st_ino, stat.st_size, stat.st_mtime_ns
        except OSError:
            state = None  # opening it says why
        begun = time.monotonic()
        if state is None or state != self._seen:
            self._read()
            self._seen = state
        now = time.monotonic()
        self._next = now + max(OFTEN, REST * (now - begun))
        return self._look

    def game(self, block: int, rotation: int) -> Attempt | None:
        """Return a game that has ended, with its actions; None if there is none. In a league all
        games of its deal must have ended: their bots may see it."""
        with Ledger(self._source.path, reading=True) as ledger:
            settings = ledger.settings()
            if settings is None:
                return None
            plan = Plan(settings)
            turns = [rotation] if self._source.league is None else range(plan.rotations)
            ended = {turn: ledger.final_attempt(plan, block, turn) for turn in turns}
            return None if None in ended.values() else ended.get(rotation)

    def _read(self) -> None:
        with Ledger(self._source.path, reading=True) as ledger:
            settings = ledger.settings()
            if settings is None:
                self._look = Look(self._look.number + 1, v1.Tournament(build=build()))
                return
            settings = self._source.shown(settings)
            plan = Plan(settings)
            try:
                tournament = tournament_of(plan, ledger, build())
                attempts = tuple(tournament.attempts)
            except NoBlockError:
                tournament, attempts = None, tuple(ledger.attempts(plan, actions=False))
        message = progress_message(plan, attempts, build())
        if tournament is not None:
            add_figures(message, tournament)
        ended = (attempt for attempt in attempts if attempt.outcome is not Outcome.VOID)
        self._look = Look(
            self._look.number + 1, message, tuple(reversed(list(ended))), settings.bots
        )
