"""Connections are counted when a process may open nothing more, which is what a flood leads to."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: it uses up its descriptors.
BEGIN = """
import asyncio, os, resource, socket
from covert_server.access import connections
from covert_server.access.connections import ConnectionLimit

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]
clients, accepted, filling = [], [], []

def connect(number):
    for _ in range(number):
        clients.append(socket.create_connection(("127.0.0.1", port), timeout=20))
        accepted.append(listening.accept()[0])

def fill():
    try:
        while True:
            filling.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        pass

def still_open():
    found = 0
    for one in clients:
        one.setblocking(False)
        try:
            one.recv(1)
        except BlockingIOError:
            found += 1
    return found
"""
A_SPARE_ONE = """
limit = ConnectionLimit(port, 2)
limit.enforce()
connect(5)
fill()
limit.enforce()
print(still_open())
"""
NONE_AT_ALL = """
async def flood():
    connections.EVERY = 0.01
    connect(5)
    fill()
    keeping = asyncio.ensure_future(ConnectionLimit(port, 2).keep())
    await asyncio.sleep(0.3)
    print(still_open(), keeping.done())
    while filling:
        os.close(filling.pop())
    for _ in range(1000):
        if still_open() == 2:
            break
        await asyncio.sleep(0.01)
    print(still_open(), keeping.done())

asyncio.run(flood())
"""


def outcome(script: str) -> tuple[str, str]:
    """What it prints, and what is logged."""
    found = subprocess.run(
        [sys.executable, "-c", BEGIN + script], capture_output=True, text=True, timeout=60
    )
    return found.stdout, found.stderr


def test_what_is_too_many_is_shut_down_when_nothing_more_can_be_opened() -> None:
    assert outcome(A_SPARE_ONE) == ("2\n", "")


def test_looking_goes_on_after_it_has_failed() -> None:
    stdout, stderr = outcome(NONE_AT_ALL)
    assert stdout == "5 False\n2 False\n"
    assert stderr == "connections not counted\n"
