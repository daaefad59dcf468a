"""Guards: a process group ends when the process that has started it ends, however that happens."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress

SCRIPT = 'read line; kill -s KILL -- "-$1"'  # ends a group at the end of the guard's input


class Guard:
    """A guard of the process group that a process leads."""

    def __init__(self, leader: subprocess.Popen[bytes]) -> None:
        self._leader = leader
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT, "guard", str(leader.pid)],
            stdin=subprocess.PIPE,  # never written; it closes with this process
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process of the guard."""
        return self._guard.pid

    def close(self) -> None:
        """End the group at once, and the guard."""
        with suppress(ProcessLookupError, PermissionError):  # no process is left, or zombies
            os.killpg(self._leader.pid, signal.SIGKILL)
        self._leader.wait()
        self._guard.kill()
        self._guard.communicate()
