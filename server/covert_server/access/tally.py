"""Counts of frequent events, logged once a second."""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import Any

EVERY = 1.0  # seconds between two lines about one kind


class Tally:
    """Counts events by kind, such as a port and a reason. The first of a kind is logged at once;
    later ones share a line with their number."""

    def __init__(self, log: logging.Logger, words: str, names: tuple[str, ...]) -> None:
        """`names` are the log's names for the parts of a kind."""
        self.counts: Counter[tuple[str, ...]] = Counter()
        """Numbers since the start."""
        self._log = log
        self._words = words
        self._names = names
        self._said: dict[tuple[str, ...], tuple[float, int]] = {}  # time and number, as logged
        self._fields: dict[tuple[str, ...], dict[str, Any]] = {}  # of the latest event not logged

    def add(self, *kind: str, **fields: Any) -> None:
        """Count an event, with fields for the log."""
        self.counts[kind] += 1
        self._fields[kind] = fields
        self._say(kind)

    def flush(self) -> None:
        """Write the lines that are due; called about once a second."""
        for kind in list(self._fields):
            self._say(kind)

    def _say(self, kind: tuple[str, ...]) -> None:
        now = time.monotonic()
        at, before = self._said.get(kind, (-EVERY, 0))
        if now - at >= EVERY:
            parts = dict(zip(self._names, kind, strict=True))
            number = self.counts[kind]
            fields = {**parts, **self._fields.pop(kind), "number": number - before}
            self._said[kind] = now, number
            self._log.info(self._words, extra={"fields": fields})
