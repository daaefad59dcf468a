"""The log's way to standard error, which may have a reader that is stuck.

A full pipe makes whoever writes wait. So the event loop only leaves its lines here, and a thread
writes them. What finds no room is left out, and the log says how many lines that were.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from select import select

STANDARD_ERROR = 2
MOST_LINES, MOST_TEXT = 10_000, 4 << 20  # that wait to be written
PATIENCE = 1.0  # seconds for the rest to be written when the program ends


class LogWriter(logging.Handler):
    """Writes lines in a thread of its own."""

    def __init__(self, descriptor: int = STANDARD_ERROR) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._lines: deque[str] = deque()
        self._size = 0
        self._lost = 0
        self._ends = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Leave a line for the thread, if there is room."""
        line = f"{self.format(record)}\n"
        with self._changed:
            fits = self._size + len(line) <= MOST_TEXT
            if len(self._lines) >= MOST_LINES or not fits:
                self._lost += 1
                return
            if self._lost:
                self._add(self._loss())
            self._add(line)
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until all is written, for a while at most."""
        end = time.monotonic() + PATIENCE
        with self._changed:
            while self._lines and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)

    def close(self) -> None:
        """Write what is left, for a while at most, and no more."""
        with self._changed:
            if self._lost:
                self._add(self._loss())
            self._changed.notify_all()
        self.flush()
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        super().close()

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line)

    def _loss(self) -> str:
        lost, self._lost = self._lost, 0
        said = {"name": __name__, "levelno": logging.WARNING, "levelname": "WARNING"}
        said |= {"msg": "log lines left out", "fields": {"number": lost}}
        return f"{self.format(logging.makeLogRecord(said))}\n"

    def _write(self) -> None:
        while True:
            with self._changed:
                while not self._lines and not self._ends:
                    self._changed.wait()
                if not self._lines:
                    return
                line = self._lines[0]  # it stays there until it is written
            self._write_line(line.encode("utf-8", "backslashreplace"))
            with self._changed:
                self._lines.popleft()
                self._size -= len(line)
                self._changed.notify_all()

    def _write_line(self, data: bytes) -> None:
        """Write a line, however long its reader takes; a reader that has gone loses it."""
        while data:
            try:
                data = data[os.write(self._descriptor, data) :]
            except BlockingIOError:  # somebody shares the pipe and does not wait there
                select((), (self._descriptor,), ())
            except OSError:
                return
