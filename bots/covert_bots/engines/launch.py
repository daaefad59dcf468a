"""The start of a program within limits, in the process that becomes that program.

`python -I -S launch.py LIMITS COMMAND...`, where LIMITS is a JSON object: numbers by the names of
resource limits, `hidden` files, and `sandboxed`, which is true if the command makes a sandbox. It
imports nothing of ours: it is run before each engine.

Landlock (Linux 5.13) forbids a process what it has not been allowed: to read and write files, and
(Linux 6.12) to send signals to others than its own children. Older systems go without.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

SET_DEATH_SIGNAL, DROP_FROM_BOUNDING_SET, NO_NEW_PRIVILEGES = 1, 24, 38  # of prctl(2)
CAPABILITIES = 64  # more than there are
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # landlock(7), on every architecture
VERSION, PATH_BENEATH = 1, 1
WRITE, READ, TRUNCATE = 1 << 1, 1 << 2, 1 << 14  # of files
SCOPES = 0b11  # abstract sockets and signals
TRUNCATES_FROM, NETWORK_FROM, SCOPES_FROM = 3, 4, 6  # versions
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
    for name in os.listdir("/proc") if os.path.exists("/proc") else ():
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == os.getuid():
                    tasks += len(os.listdir(f"/proc/{name}/task"))
    return tasks


def give_up_rights(hidden: list[str]) -> None:
    """Give up all privileges, so that not even root may look into another process, and the hidden
    files; and end with the parent."""
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    libc.prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    for capability in range(CAPABILITIES):  # fails without privileges, and does not matter then
        libc.prctl(DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = libc.syscall(CREATE_RULESET, None, 0, VERSION)
    files = WRITE | READ | (TRUNCATE if version >= TRUNCATES_FROM else 0)
    fields = [files if hidden else 0]
    if version >= NETWORK_FROM:
        fields.append(0)
    if version >= SCOPES_FROM:
        fields.append(SCOPES)
    if version < 1 or not any(fields):
        return
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    rules = libc.syscall(CREATE_RULESET, attributes, len(attributes), 0)
    for path in _all_but(hidden) if hidden else ():
        with suppress(OSError):  # it has gone, or may not be opened
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            libc.syscall(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", files, place), 0)
            os.close(place)
    libc.syscall(RESTRICT_SELF, rules, 0)
    os.close(rules)


def _all_but(hidden: list[str]) -> Iterator[str]:
    """Yield files and folders that are all there is now, but for the hidden files."""
    wanted = {os.path.realpath(path) for path in hidden}
    above = {folder for path in wanted for folder in _folders_of(path)}
    there = [os.stat(path) for path in wanted if os.path.exists(path)]
    numbers = {(status.st_dev, status.st_ino) for status in there}
    for folder in sorted(above):
        with suppress(OSError):
            for entry in os.scandir(folder):
                real = os.path.realpath(entry.path)
                if real in above or real in wanted:
                    continue
                with suppress(OSError):
                    status = os.stat(real)
                    if (status.st_dev, status.st_ino) not in numbers:  # no hard link either
                        yield entry.path


def _folders_of(path: str) -> Iterator[str]:
    """Yield the folders around a path, from the innermost."""
    while path != "/":
        path = os.path.dirname(path)
        yield path


if __name__ == "__main__":
    wanted, command = json.loads(sys.argv[1]), sys.argv[2:]
    hidden = wanted.pop("hidden")
    if not wanted.pop("sandboxed"):
        give_up_rights(hidden)
    limit(wanted)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        os._exit(NOT_FOUND)
