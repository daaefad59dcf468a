"""The start of a program within limits, in the process that becomes that program.

`python -I -S launch.py LIMITS COMMAND...`, where LIMITS is a JSON object: numbers by the names of
resource limits, and `keep_rights`. It imports nothing of ours: it is run before each engine.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from contextlib import suppress

SET_DEATH_SIGNAL, DROP_FROM_BOUNDING_SET, NO_NEW_PRIVILEGES = 1, 24, 38  # of prctl(2)
CAPABILITIES = 64  # more than there are
NOT_FOUND = 127  # exit status, as of a shell


def limit(limits: dict[str, int]) -> None:
    """Set the limits of this process, as far as its own allow."""
    for name, most in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        own = resource.getrlimit(kind)[1]
        if name == "NPROC":  # the system counts all processes of the user
            most += _tasks_of_user()
        most = most if own == resource.RLIM_INFINITY else min(most, own)
        resource.setrlimit(kind, (most, most))


def _tasks_of_user() -> int:
    """Return the number of threads that the user of this process has."""
    tasks = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == os.getuid():
                    tasks += len(os.listdir(f"/proc/{name}/task"))
    return tasks


def give_up_rights() -> None:
    """Give up all privileges, so that not even root may look into another process; and end with the
    parent."""
    prctl = ctypes.CDLL(None).prctl
    prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    for capability in range(CAPABILITIES):  # fails without privileges, and does not matter then
        prctl(DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)


if __name__ == "__main__":
    wanted, command = json.loads(sys.argv[1]), sys.argv[2:]
    if not wanted.pop("keep_rights"):
        give_up_rights()
    limit(wanted)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        os._exit(NOT_FOUND)
