"""Lines of the log that others can cause as often as they like."""

from __future__ import annotations

import logging
import time
from typing import Any

EVERY = 60.0  # seconds between two lines


class Seldom:
    """Writes a line at most once a minute, and then says how often it could have been written."""

    def __init__(self, log: logging.Logger, words: str) -> None:
        self._log = log
        self._words = words
        self._times = 0
        self._again = 0.0  # as `time.monotonic` reads

    def say(self, **fields: Any) -> None:
        """Writes the line, of what has happened just now, unless it is too soon."""
        self._times += 1
        now = time.monotonic()
        if now >= self._again:
            self._log.info(self._words, extra={"fields": {**fields, "times": self._times}})
            self._times, self._again = 0, now + EVERY
