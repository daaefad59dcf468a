"""Connections are counted and limited even when a process may open no more files."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: it uses up its descriptors.
BEGIN = """
import asyncio, os, resource, socket
from covert_server.access import grpc_sockets
from covert_server.access.connections import HTTP, Connections
from covert_server.access.grpc_sockets import GrpcSockets
from covert_server.access.listener import Listener

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]
connections = Connections(each=2, most=1000)
clients, accepted, filling = [], [], []

def connect(number):
    for _ in range(number):
        clients.append(socket.create_connection(("127.0.0.1", port), timeout=60))
        accepted.append(listening.accept()[0])

def fill():
    try:
        while True:
            filling.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        pass

def empty():
    while filling:
        os.close(filling.pop())

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
LIMIT = """
Connections.most = 1000
"""
A_SPARE_ONE = """
async def look():
    sockets = GrpcSockets(port, connections)
    sockets.look()
    connect(5)
    fill()
    sockets.look()
    print(still_open())

asyncio.run(look())
"""
NONE_AT_ALL = """
async def flood():
    grpc_sockets.EVERY = 0.01
    connect(5)
    fill()
    keeping = asyncio.ensure_future(GrpcSockets(port, connections).keep())
    await asyncio.sleep(0.3)
    print(still_open(), keeping.done())
    empty()
    for _ in range(1000):
        if still_open() == 2:
            break
        await asyncio.sleep(0.01)
    print(still_open(), keeping.done())

asyncio.run(flood())
"""
ACCEPTING = """
async def serve():
    served = asyncio.Event()

    async def greet(reader, writer):
        writer.close()
        served.set()

    loop = asyncio.get_running_loop()
    await asyncio.start_server(greet, sock=Listener.of(listening, connections, HTTP), backlog=1024)
    client = socket.socket()
    client.setblocking(False)
    fill()
    await loop.sock_connect(client, ("127.0.0.1", port))
    while not connections.not_accepted.counts:
        await asyncio.sleep(0)
    print(dict(connections.not_accepted.counts), served.is_set())
    empty()
    await asyncio.wait_for(served.wait(), 60)
    print(dict(connections.not_accepted.counts), served.is_set())

asyncio.run(serve())
"""


def outcome(script: str) -> tuple[str, str]:
    """Run a script; return what it prints, and what is logged."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    return done.stdout, done.stderr


def test_what_is_too_many_is_shut_down_when_nothing_more_can_be_opened() -> None:
    assert outcome(BEGIN + LIMIT + A_SPARE_ONE) == ("2\n", "")


def test_looking_goes_on_after_it_has_failed() -> None:
    stdout, stderr = outcome(BEGIN + LIMIT + NONE_AT_ALL)
    assert stdout == "5 False\n2 False\n"
    assert stderr == "connections not counted\n"


LOGGING = """
import logging
logging.basicConfig(level="INFO", format="%(message)s %(fields)s")
"""


def test_a_port_for_http_without_descriptors_pauses_and_says_so_once() -> None:
    stdout, stderr = outcome(LOGGING + BEGIN + LIMIT + ACCEPTING)
    assert stdout == "{('http', 'EMFILE'): 1} False\n{('http', 'EMFILE'): 1} True\n"
    assert stderr.splitlines() == [
        "connections not accepted {'port': 'http', 'error': 'EMFILE', 'number': 1}"
    ]
