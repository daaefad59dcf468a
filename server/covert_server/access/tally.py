"""What happens to many at once: all of it counted, and named in the log once a second."""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import Any

EVERY = 1.0  # seconds between two lines about one kind


class Tally:
    """Counts by kind, such as a port and a reason. The first of a kind has its line at once; those
    after it share one, which says how many there were."""

    def __init__(self, log: logging.Logger, words: str, names: tuple[str, ...]) -> None:
        """`names` are what the parts of a kind are called in the log."""
        self.counts: Counter[tuple[str, ...]] = Counter()
        """Since the start."""
        self._log = log
        self._words = words
        self._names = names
        self._said: dict[tuple[str, ...], tuple[float, int]] = {}  # when, and how many there were
        self._fields: dict[tuple[str, ...], dict[str, Any]] = {}  # of the last that has no line yet

    def add(self, *kind: str, **fields: Any) -> None:
        """Counts one, of which the log may say some more."""
        self.counts[kind] += 1
        self._fields[kind] = fields
        self._say(kind)

    def flush(self) -> None:
        """Writes the lines that are due; called about once a second."""
        for kind in list(self._fields):
            self._say(kind)

    def _say(self, kind: tuple[str, ...]) -> None:
        now = time.monotonic()
        at, before = self._said.get(kind, (-EVERY, 0))
        if now - at >= EVERY:
            named = dict(zip(self._names, kind, strict=True))
            number = self.counts[kind]
            fields = {**named, **self._fields.pop(kind), "number": number - before}
            self._said[kind] = now, number
            self._log.info(self._words, extra={"fields": fields})
