"""Attacks by connections alone, on each port."""

from __future__ import annotations

import os
import resource
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from proofs.strangers_target import Attack, Reached

__all__ = ["attacks", "is_open"]

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
Speaking = Callable[["Reached", socket.socket], socket.socket]


def attacks(number: int) -> Iterator[tuple[str, Attack]]:
    """Yield the name and the function of each attack."""
    for port in ("gRPC", "HTTP", "metrics"):
        for speak in (nothing, half_a_hello, tls_and_no_more):
            attack = partial(connections, port=port, speak=speak, number=number)
            yield f"{port} {number} connections, {speak.__name__}", attack
            many = partial(connections, port=port, speak=speak, number=number, strangers=number)
            yield f"{port} {number} strangers, {speak.__name__}", many
        yield f"{port} opened and closed", partial(churn, port=port, strangers=100)
    yield "G out of descriptors", out_of_descriptors


def connections(
    target: Reached, port: str, speak: Speaking, number: int, strangers: int = 1
) -> Counter[str]:
    """Open so many connections from one address or many, and hold them for a while."""
    ports = {"gRPC": target.port, "HTTP": target.http_port, "metrics": target.metrics_port}
    held: list[socket.socket] = []
    outcomes: Counter[str] = Counter()
    over = time.monotonic() + target.seconds
    for place in range(number):
        if time.monotonic() > over:
            break
        try:
            held.append(speak(target, target.connection(ports[port], place % strangers)))
        except OSError as error:
            outcomes[type(error).__name__] += 1
    time.sleep(2)
    outcomes["open"] = sum(map(is_open, held))
    for connection in held:
        connection.close()
    return outcomes


def is_open(connection: socket.socket) -> bool:
    """Return True if the server has not closed a connection."""
    try:
        connection.settimeout(0.001)
        while connection.recv(1 << 16):
            pass
    except (TimeoutError, ssl.SSLWantReadError, BlockingIOError):
        return True
    except OSError:
        pass
    return False


def nothing(target: Reached, connection: socket.socket) -> socket.socket:
    """Say nothing."""
    return connection


def half_a_hello(target: Reached, connection: socket.socket) -> socket.socket:
    """Begin with TLS and do not go on."""
    connection.sendall(bytes([22, 3, 1, 2, 0, 1]))
    return connection


def tls_and_no_more(target: Reached, connection: socket.socket) -> socket.socket:
    """Speak TLS, and the first words of HTTP/2, or half a request over HTTP/1.1."""
    speaking = target.secured(connection)
    http = speaking.getpeername()[1] != target.port
    speaking.sendall(b"POST / HTTP/1.1\r\nhost: a\r\n" if http else PREFACE)
    return speaking


def out_of_descriptors(target: Reached) -> Counter[str]:
    """Open 1,500 connections from many addresses to a server that may open 1,024 files."""
    before = resource.prlimit(target.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(target.pid, resource.RLIMIT_NOFILE, (1024, before[1]))
    outcomes: Counter[str] = Counter()
    held = []
    ports = target.port, target.http_port, target.metrics_port
    try:
        for number in range(1500):
            try:
                held.append(target.connection(ports[number % 3], number % 60))
            except OSError as error:
                outcomes[type(error).__name__] += 1
        time.sleep(8)
        outcomes["open"] = sum(map(is_open, held))
        outcomes["descriptors"] = len(os.listdir(f"/proc/{target.pid}/fd"))
    finally:
        for connection in held:
            connection.close()
        resource.prlimit(target.pid, resource.RLIMIT_NOFILE, before)
    return outcomes


def churn(target: Reached, port: str, strangers: int) -> Counter[str]:
    """Open connections, and close them at once."""
    ports = {"gRPC": target.port, "HTTP": target.http_port, "metrics": target.metrics_port}
    outcomes: Counter[str] = Counter()
    over = time.monotonic() + target.seconds
    while time.monotonic() < over:
        try:
            target.connection(ports[port], outcomes["opened"] % strangers).close()
            outcomes["opened"] += 1
        except OSError as error:
            outcomes[type(error).__name__] += 1
    return outcomes
