"""A client that reads no answers cannot make the server keep them without end."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial

import pytest
from service.serving import Serving, eventually

from covert_server.access.guard import UNTAKEN, ClientLimits
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError

CALLS = 20
HEADERS, RESET, SETTINGS, PING, DATA = 1, 3, 4, 6, 0
END_STREAM, END_HEADERS, ACK = 1, 4, 1
NO_WINDOW = struct.pack(">HI", 4, 0)  # SETTINGS_INITIAL_WINDOW_SIZE = 0
EMPTY = bytes(5)  # a message of gRPC without a byte


def frame(kind: int, flags: int, stream: int, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))[1:]
        + bytes([kind, flags])
        + struct.pack(">I", stream)
        + content
    )


def named(name: bytes, value: bytes) -> bytes:
    """Return a header as HPACK writes it without a table."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


class Deaf:
    """A connection over which calls are made whose answers are never taken."""

    def __init__(self, target: str) -> None:
        host, _, port = target.rpartition(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.settimeout(0.05)
        self._socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, NO_WINDOW))
        self._stream = -1
        self._unread = b""
        self.answered: set[int] = set()
        """Streams that have headers of an answer."""
        self.ended: set[int] = set()

    @property
    def held(self) -> int:
        """Calls that are answered and not over."""
        return len(self.answered - self.ended)

    def call(self, path: bytes) -> None:
        """Make a call with an empty request."""
        self._stream += 2
        headers = [
            (b":method", b"POST"),
            (b":scheme", b"http"),
            (b":path", path),
            (b":authority", b"a"),
            (b"te", b"trailers"),
            (b"content-type", b"application/grpc"),
        ]
        block = b"".join(named(name, value) for name, value in headers)
        self._socket.sendall(
            frame(HEADERS, END_HEADERS, self._stream, block)
            + frame(DATA, END_STREAM, self._stream, EMPTY)
        )

    def over(self, calls: int) -> bool:
        """Read what has come; return whether so many calls are answered, held or ended."""
        with suppress(TimeoutError):
            self._unread += self._socket.recv(1 << 20)
        while len(self._unread) >= 9:
            length = int.from_bytes(self._unread[:3], "big")
            if len(self._unread) < 9 + length:
                break
            kind, flags = self._unread[3], self._unread[4]
            stream = int.from_bytes(self._unread[5:9], "big")
            content, self._unread = self._unread[9 : 9 + length], self._unread[9 + length :]
            if kind == HEADERS:
                self.answered.add(stream)
            if kind == RESET or (kind == HEADERS and flags & END_STREAM):
                self.ended.add(stream)
            if kind in (SETTINGS, PING) and not flags & ACK:
                self._socket.sendall(frame(kind, ACK, 0, content if kind == PING else b""))
        return len(self.answered | self.ended) >= calls

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """Yield a server to which all connections are those of one client, as from another machine."""
    monkeypatch.setattr("covert_server.calls.call._machine_of", lambda _: "elsewhere")
    settings = Settings(workers=1, client_limits=ClientLimits(calls=CALLS))
    with Serving(settings) as serving:
        yield serving


def answers(client: Client) -> bool:
    try:
        return bool(client.list_bots().bots)
    except ServiceError:
        return False


@pytest.mark.parametrize(
    "path", [b"/grpc.health.v1.Health/Check", b"/covertbots.v1.Opponent/ListBots"]
)
def test_answers_that_are_not_taken_are_kept_to_a_number(serving: Serving, path: bytes) -> None:
    """The calls come over several connections: one alone has no more streams than that."""
    with closing(Deaf(serving.target)) as one, closing(Deaf(serving.target)) as other:
        for calls in range(1, CALLS + UNTAKEN):
            for deaf in (one, other):
                deaf.call(path)
                eventually(partial(deaf.over, calls))
        assert one.held + other.held == CALLS + UNTAKEN
        assert len(one.ended) + len(other.ended) == CALLS + UNTAKEN - 2
    with Client(serving.target) as client:  # all of them have left
        eventually(lambda: answers(client))


def test_a_client_that_takes_its_answers_may_make_any_number_of_calls(serving: Serving) -> None:
    with Client(serving.target) as client:
        for _ in range(3 * (CALLS + UNTAKEN)):
            client.list_bots()
