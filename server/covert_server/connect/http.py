"""One exchange over HTTP, as ASGI (<https://asgi.readthedocs.io>) hands it over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from email.utils import formatdate
from typing import Any, TypeAlias

from covert_server.metadata import Metadata
from covert_server.patience import within
from covert_server.status import too_large

__all__ = ["PATIENCE", "Exchange", "GoneError", "Receive", "Scope", "Send"]

# Seconds in which a client must have taken a part of an answer; then it counts as gone.
PATIENCE = 20.0

ABSOLUTE = re.compile(r"^https?://[^/]*", re.IGNORECASE)
"""What a target may have before its path, as clients of proxies write it."""

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class GoneError(Exception):
    """The client has closed the connection."""


class Exchange:
    """A request and its response."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.method: str = scope["method"]
        self.path: str = ABSOLUTE.sub("", scope["path"], count=1)
        self.query: bytes = scope["query_string"]
        self.headers: dict[str, str] = {}
        for name, value in scope["headers"]:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            self.headers[key] = f"{self.headers[key]},{text}" if key in self.headers else text
        self.added: list[tuple[str, str]] = []
        """Headers that go into every response."""
        self.begun = False
        """Whether the response has begun."""
        self.received = asyncio.Event()
        """Set once the request has come."""
        self._client: tuple[str, int] | None = scope.get("client")
        self._receive = receive
        self._send = send

    @property
    def peer(self) -> str:
        """The address of the client as gRPC writes it, such as `ipv4:127.0.0.1:40312`."""
        if self._client is None:
            return "unknown:"
        host, port = self._client
        return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"

    @property
    def metadata(self) -> Metadata:
        """The headers."""
        return tuple(self.headers.items())

    @property
    def gets(self) -> bool:
        """Whether its request is in its query, and there is no body."""
        return self.method in ("GET", "HEAD")

    @property
    def takes_gzip(self) -> bool:
        """Whether the client reads gzip."""
        accepted = self.headers.get("accept-encoding", "").replace(" ", "").lower()
        return any(one in ("gzip", "gzip;q=1", "gzip;q=1.0") for one in accepted.split(","))

    async def body(self, most: int) -> bytes:
        """The body of the request; RESOURCE_EXHAUSTED if it is larger, GoneError if it ends early.

        What is too large is not kept: the HTTP server reads past it.
        """
        declared = self.headers.get("content-length", "")
        if declared.isdecimal() and int(declared[:20]) > most:
            raise too_large(most)
        data = bytearray()
        while True:
            event = await self._receive()
            if event["type"] == "http.disconnect":
                raise GoneError
            data += event.get("body", b"")
            if len(data) > most:
                raise too_large(most)
            if not event.get("more_body", False):
                return bytes(data)

    async def gone(self) -> None:
        """Waits until the client, whose request has come, has closed the connection."""
        await self.received.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def begin(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """Sends the status and the headers; GoneError if the client takes nothing."""
        self.begun = True
        every = [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in (("date", formatdate(usegmt=True)), *headers, *self.added)
        ]
        await self._taken({"type": "http.response.start", "status": status, "headers": every})

    async def write(self, data: bytes, *, more: bool) -> None:
        """Sends a part of the body; GoneError if the client does not take it."""
        await self._taken({"type": "http.response.body", "body": data, "more_body": more})

    async def _taken(self, message: MutableMapping[str, Any]) -> None:
        try:
            await within(PATIENCE, self._send(message))
        except asyncio.TimeoutError:
            raise GoneError from None

    async def respond(
        self, status: int, data: bytes = b"", headers: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Sends the whole response."""
        length = [] if status == 204 else [("content-length", str(len(data)))]
        await self.begin(status, (*headers, *length))
        await self.write(data, more=False)
