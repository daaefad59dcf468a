"""Attacks on the port for HTTP."""

from __future__ import annotations

import selectors
import socket
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import httpx
from proofs.strangers_grpc import AT_ONCE, LARGEST, METHODS
from proofs.strangers_target import Attack, Reached

__all__ = ["attacks"]


MANY = 1000  # connections, of as many strangers
HEALTH, SUGGEST, DEAL = (
    f"/{method}"
    for method in (
        "grpc.health.v1.Health/Check",
        "covertbots.v1.Opponent/SuggestMove",
        "covertbots.v1.Referee/Deal",
    )
)
CHUNKED = "transfer-encoding: chunked"
TINY = b"1\r\n \r\n"  # a chunk of one byte


def request(path: str, *headers: str, verb: str = "POST", body: bytes | None = b"{}") -> bytes:
    """Write a request; without a body only its head."""
    length = [] if body is None else [f"content-length: {len(body)}"]
    kind = "content-type: application/json"
    lines = [f"{verb} {path} HTTP/1.1", "host: localhost", kind, *length, *headers]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


# What is sent over a connection, again and again.
FLOODS = {
    "health checks sent before the answers": request(HEALTH, f"x-a: {'a' * 3000}"),
    "searches sent before the answers": request(SUGGEST, body=b" " * 10_000),
    "deals sent before the answers": request(DEAL, body=b" " * 100_000),
    "what is not there, sent before the answers": request("/x", body=b" " * 100_000),
    "HEADs": request("/", verb="HEAD", body=None),
    "OPTIONS": request(HEALTH, "origin: https://a.example", verb="OPTIONS", body=None),
    "a hundred headers each": request(HEALTH, *(f"a{number}: b" for number in range(95))),
}
# What is sent over a connection, which the server then closes.
BURSTS = {
    "a body in chunks of one byte": request(DEAL, CHUNKED, body=None) + TINY * 40_000,
    "a health check in chunks of one byte": request(HEALTH, CHUNKED, body=None) + TINY * 40_000,
    "thousands of headers": b"POST / HTTP/1.1\r\n" + b"a: b\r\n" * 2700,
    "a line without end": b"GET /" + b"a" * 400_000,
    "no HTTP": bytes(400_000),
    "two lengths of a body": request(DEAL, CHUNKED, body=TINY * 10),
    "a body that is announced only": request(DEAL, "expect: 100-continue", CHUNKED, body=None),
}


def attacks() -> Iterator[tuple[str, Attack]]:
    """Yield the name and the function of each attack."""
    for number in (4, MANY):
        for name, data in FLOODS.items():
            yield f"HTTP {name}, {number}", partial(flood, data=data, number=number)
    for number in (16, 128):
        for name, data in BURSTS.items():
            yield f"HTTP {name}, {number}", partial(flood, data=data, number=number, once=True)
    yield f"HTTP a header a second, {MANY}", partial(trickle, number=MANY)
    for path in METHODS:
        for calls in (1, AT_ONCE):
            yield f"HTTP {path}, {calls}", partial(largest, path=path, calls=calls)


def largest(target: Reached, path: str, calls: int) -> Counter[str]:
    """Send a method so many of the largest requests at once, in JSON that is slow to read."""
    context = ssl.create_default_context(cafile=target.authority)
    names = ",".join(f'"a{number}":[]' for number in range(LARGEST // 11))
    data = f"{{{names}}}".encode()[: LARGEST - 1]
    stream = path.endswith("Watch")
    kind = "application/connect+json" if stream else "application/json"
    if stream:
        data = b"\0" + len(data).to_bytes(4, "big") + data
    url = f"https://localhost:{target.http_port}/{path}"

    def send(_: int) -> str:
        try:
            headers = {"content-type": kind}
            response = httpx.post(url, content=data, headers=headers, verify=context, timeout=60)
        except httpx.TransportError as error:
            return type(error).__name__
        return str(response.status_code)

    with ThreadPoolExecutor(calls) as pool:
        return Counter(pool.map(send, range(calls)))


class Flooding:
    """A connection over which a stranger sends bytes, and reads what comes back."""

    def __init__(self, target: Reached, stranger: int, data: bytes, once: bool) -> None:
        self.socket = target.secured(target.connection(target.http_port, stranger))
        self.socket.setblocking(False)
        self._data = data if once else data * (1 + (1 << 16) // len(data))
        self._once = once
        self._sent = 0

    def go_on(self, outcomes: Counter[str]) -> None:
        """Read and send as much as there is, and can be; raise OSError once it is closed."""
        with suppress(ssl.SSLWantReadError):
            part = self.socket.recv(1 << 16)
            if not part:
                raise ConnectionResetError
            for status in part.split(b"HTTP/1.1 ")[1:]:
                outcomes[status[:3].decode("latin-1")] += 1
        with suppress(ssl.SSLWantWriteError):
            if self._sent < len(self._data):
                self._sent += self.socket.send(self._data[self._sent : self._sent + (1 << 16)])
            elif not self._once:
                self._sent = 0


def flood(target: Reached, data: bytes, number: int, once: bool = False) -> Counter[str]:
    """Send as much as is taken over so many connections, each of a stranger of its own if there
    are more than a few; in place of one that is closed comes another."""
    outcomes: Counter[str] = Counter()
    over = time.monotonic() + target.seconds
    with selectors.DefaultSelector() as selector:

        def begin(stranger: int) -> None:
            try:
                connection = Flooding(target, stranger % number if number > 128 else 0, data, once)
            except OSError as error:
                outcomes[type(error).__name__] += 1
                return
            both = selectors.EVENT_READ | selectors.EVENT_WRITE
            selector.register(connection.socket, both, (stranger, connection))

        for stranger in range(number):
            begin(stranger)
        while time.monotonic() < over:
            for key, _ in selector.select(1):
                stranger, connection = key.data
                try:
                    connection.go_on(outcomes)
                except OSError:
                    selector.unregister(connection.socket)
                    connection.socket.close()
                    begin(stranger)
            if not selector.get_map():
                time.sleep(0.1)
                begin(0)
        for key in list(selector.get_map().values()):
            held: socket.socket = key.data[1].socket
            held.close()
    return outcomes


def trickle(target: Reached, number: int) -> Counter[str]:
    """Send a header a second over so many connections, and never the last one."""
    outcomes: Counter[str] = Counter()
    held = []
    for stranger in range(number):
        with suppress(OSError):
            connection = target.secured(target.connection(target.http_port, stranger))
            connection.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\n")
            held.append(connection)
    over = time.monotonic() + target.seconds
    while time.monotonic() < over:
        for connection in list(held):
            try:
                connection.sendall(b"a: b\r\n")
            except OSError:
                outcomes["closed"] += 1
                held.remove(connection)
        time.sleep(1)
    for connection in held:
        connection.close()
    return outcomes
