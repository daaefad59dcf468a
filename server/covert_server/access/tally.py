"""Counts of events that clients can cause as often as they like, and their lines in the log."""

from __future__ import annotations

import logging
from asyncio import TimerHandle, get_running_loop
from collections import Counter
from typing import Any

EVERY = 1.0  # seconds between two lines about one kind


class Tally:
    """Counts events by kind, such as a port and a reason, on the event loop. The first of a kind is
    logged at once; later ones share a line, with their number, at the end of the period."""

    def __init__(
        self,
        log: logging.Logger,
        words: str,
        names: tuple[str, ...] = (),
        counted: str = "number",
        every: float = EVERY,
    ) -> None:
        """`names` are the log's names for the parts of a kind, and `counted` its name for the
        number of events; a line is written every so many seconds."""
        self.counts: Counter[tuple[str, ...]] = Counter()
        """Numbers since the start."""
        self._log = log
        self._words = words
        self._names = names
        self._counted = counted
        self._every = every
        self._unsaid: dict[tuple[str, ...], tuple[int, dict[str, Any]]] = {}  # with latest fields
        self._timers: dict[tuple[str, ...], TimerHandle] = {}

    def add(self, *kind: str, **fields: Any) -> None:
        """Count an event, with fields for the log."""
        self.counts[kind] += 1
        self._unsaid[kind] = self._unsaid.get(kind, (0, {}))[0] + 1, fields
        if kind not in self._timers:
            self._end_period(kind)

    def close(self) -> None:
        """Write the lines that wait for the end of their period."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for kind in list(self._unsaid):
            self._say(kind)

    def _end_period(self, kind: tuple[str, ...]) -> None:
        self._timers.pop(kind, None)
        if kind in self._unsaid:
            self._say(kind)
            timer = get_running_loop().call_later(self._every, self._end_period, kind)
            self._timers[kind] = timer

    def _say(self, kind: tuple[str, ...]) -> None:
        number, fields = self._unsaid.pop(kind)
        parts = dict(zip(self._names, kind, strict=True))
        fields = {**parts, **fields, self._counted: number}
        self._log.info(self._words, extra={"fields": fields})
