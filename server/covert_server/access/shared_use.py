"""What clients have used, kept for several processes in one file that all of them have open.

A row for each client, which is locked while it is changed. The kernel frees the lock of a process
that dies. Rows hold no time of day: `time.monotonic` is the same in all processes of a machine.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from covert_server.access.quotas import Bucket

# The name of a holder, which has 64 characters of ASCII at most, and two buckets.
ROW = struct.Struct("64s6d")


class SharedUse:
    """The clients in a file. Only one thread of a process may use it: a lock is the process's."""

    def __init__(self, file: int) -> None:
        """`file` is a descriptor, open to be read and written; at first the file is empty."""
        self._file = file
        self._places: dict[str, int] = {}  # of the rows that have been read
        self._read_to = 0

    def __contains__(self, client: str) -> bool:
        """Whether this process has asked for it."""
        return client in self._places

    @contextmanager
    def of(self, client: str) -> Iterator[tuple[Bucket, Bucket]]:
        """What it has used of calls and of seconds, to be changed while no other process does."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            place = self._place(client)
            _, *figures = ROW.unpack(os.pread(self._file, ROW.size, place))
            calls, seconds = Bucket(*figures[:3]), Bucket(*figures[3:])
            try:
                yield calls, seconds
            finally:
                self._write(place, client, calls, seconds)
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def _place(self, client: str) -> int:
        """Where its row is, which is made if need be."""
        if client not in self._places:
            new = os.pread(self._file, os.fstat(self._file).st_size, self._read_to)
            for name, *_ in ROW.iter_unpack(new):
                self._places[name.rstrip(b"\0").decode()] = self._read_to
                self._read_to += ROW.size
        if client not in self._places:
            self._write(self._read_to, client, Bucket(), Bucket())
            self._places[client] = self._read_to
            self._read_to += ROW.size
        return self._places[client]

    def _write(self, place: int, client: str, calls: Bucket, seconds: Bucket) -> None:
        figures = [
            figure for one in (calls, seconds) for figure in (one.level, one.allowed, one.at)
        ]
        os.pwrite(self._file, ROW.pack(client.encode(), *figures), place)
