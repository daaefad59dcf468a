"""Attacks by connections alone, on each port."""

from __future__ import annotations

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
    """What a stranger does, and how."""
    for port in ("gRPC", "HTTP", "metrics"):
        for speak in (nothing, half_a_hello, tls_and_no_more):
            one = partial(connections, port=port, speak=speak, number=number)
            yield f"{port} {number} connections, {speak.__name__}", one


def connections(target: Reached, port: str, speak: Speaking, number: int) -> Counter[str]:
    """Opens so many connections from one address, and holds them for a while."""
    ports = {"gRPC": target.port, "HTTP": target.http_port, "metrics": target.metrics_port}
    held: list[socket.socket] = []
    found: Counter[str] = Counter()
    for _ in range(number):
        try:
            held.append(speak(target, target.connection(ports[port])))
        except OSError as error:
            found[type(error).__name__] += 1
    time.sleep(2)
    found["open"] = sum(map(is_open, held))
    for one in held:
        one.close()
    return found


def is_open(one: socket.socket) -> bool:
    """Whether the server has not closed a connection."""
    try:
        one.settimeout(0.001)
        while one.recv(1 << 16):
            pass
    except (TimeoutError, ssl.SSLWantReadError, BlockingIOError):
        return True
    except OSError:
        pass
    return False


def nothing(target: Reached, one: socket.socket) -> socket.socket:
    """Says nothing."""
    return one


def half_a_hello(target: Reached, one: socket.socket) -> socket.socket:
    """Begins with TLS and does not go on."""
    one.sendall(bytes([22, 3, 1, 2, 0, 1]))
    return one


def tls_and_no_more(target: Reached, one: socket.socket) -> socket.socket:
    """Speaks TLS, and the first words of HTTP/2, or half a request over HTTP/1.1."""
    speaking = target.secured(one)
    http = speaking.getpeername()[1] != target.port
    speaking.sendall(b"POST / HTTP/1.1\r\nhost: a\r\n" if http else PREFACE)
    return speaking
