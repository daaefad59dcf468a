"""An engine that starts as many processes or threads as it can: `python -I -S bombs.py KIND`.

It does nothing unless a limit holds for it, and even without one it would stop soon. Its action is
no action but the number of those it has started, and its own number.
"""

import os
import resource
import signal
import sys
import threading
from contextlib import suppress

MOST = 64  # that it tries to start
HIGHEST = 100_000  # a limit above this is none


def forks() -> int:
    """Fork until no process of the family can, and return the number of forks."""
    counted, count = os.pipe()
    for _ in range(MOST):
        try:
            pid = os.fork()
        except BlockingIOError:
            break
        if pid:
            continue
        os.write(count, b"x")
        with suppress(BlockingIOError):  # its own child
            if os.fork() == 0:
                os.write(count, b"x")
        os.close(count)
        while True:
            signal.pause()
    os.close(count)
    return len(os.read(counted, 1) + rest_of(counted))


def rest_of(descriptor: int) -> bytes:
    """Read all, until nobody can write more."""
    data = b""
    while piece := os.read(descriptor, 4096):
        data += piece
    return data


def threads() -> int:
    """Start threads until none can be started, and return their number."""
    started = 0
    with suppress(RuntimeError):
        for _ in range(MOST):
            threading.Thread(target=threading.Event().wait, daemon=True).start()
            started += 1
    return started


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(kind: str) -> None:
    if os.getuid() == 0 or resource.getrlimit(resource.RLIMIT_NPROC)[0] > HIGHEST:
        sys.exit("no limit holds here")
    sys.stdin.readline()
    say('{"hello":{"views":"none"}}')
    sys.stdin.readline()
    say('{"game":{}}')
    sys.stdin.readline()
    number = {"forks": forks, "threads": threads}[kind]()
    say(f'{{"action":{{"text":"{number} started by {os.getpid()}"}}}}')
    while sys.stdin.readline():  # and it stays
        pass


main(sys.argv[1])
