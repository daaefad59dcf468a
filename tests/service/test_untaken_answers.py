"""A client that reads no answers cannot make the server keep them without end."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from proofs.raw_http2 import DATA, END_STREAM, HEADERS, RST, RawHttp2, frame, headers, message
from service.server import Serving, eventually

from covert_server.access.guard import UNTAKEN, ClientLimits
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError

CALLS = 20
NO_WINDOW = struct.pack(">HI", 4, 0)  # SETTINGS_INITIAL_WINDOW_SIZE = 0


class Deaf(RawHttp2):
    """A connection over which calls are made whose answers are never taken."""

    def __init__(self, serving: Serving) -> None:
        super().__init__(serving.connect(http=False), NO_WINDOW)
        self.answered: set[int] = set()
        """Streams that have headers of an answer."""
        self.ended: set[int] = set()

    @property
    def held(self) -> int:
        """Calls that are answered and not over."""
        return len(self.answered - self.ended)

    def call(self, path: str) -> None:
        """Make a call with an empty request."""
        stream = self.begin(headers(path))
        self.send(frame(DATA, END_STREAM, stream, message(b"")))

    def over(self, calls: int) -> bool:
        """Read what has come; return whether so many calls are answered, held or ended."""
        self.read()
        return len(self.answered | self.ended) >= calls

    def _take(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        super()._take(kind, flags, stream, payload)
        if kind == HEADERS:
            self.answered.add(stream)
        if kind == RST or (kind == HEADERS and flags & END_STREAM):
            self.ended.add(stream)


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
    "path", ["/grpc.health.v1.Health/Check", "/covertbots.v1.Opponent/ListBots"]
)
def test_answers_that_are_not_taken_are_kept_to_a_number(serving: Serving, path: str) -> None:
    """The calls come over several connections: one alone has no more streams than that."""
    with closing(Deaf(serving)) as first, closing(Deaf(serving)) as other:
        for calls in range(1, CALLS + UNTAKEN):
            for deaf in (first, other):
                deaf.call(path)
                eventually(partial(deaf.over, calls))
        assert first.held + other.held == CALLS + UNTAKEN
        assert len(first.ended) + len(other.ended) == CALLS + UNTAKEN - 2
    with Client(serving.target) as client:  # all of them have left
        eventually(lambda: answers(client))


def test_a_client_that_takes_its_answers_may_make_any_number_of_calls(serving: Serving) -> None:
    with Client(serving.target) as client:
        for _ in range(3 * (CALLS + UNTAKEN)):
            client.list_bots()
