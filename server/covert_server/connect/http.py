"""One exchange over HTTP/1.1, a request and its response, as `h11` reads and writes them.

The server reads a request part by part, as needed: not the body of a request refused by its
headers, nor the next request before the answer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from contextlib import suppress
from email.utils import formatdate
from http import HTTPStatus
from urllib.parse import unquote

from covert_engine.input.hints import not_installed
from covert_server.calls.call import address_of
from covert_server.calls.metadata import Metadata
from covert_server.calls.patience import within
from covert_server.calls.status import CrowdedError, FieldError, too_large
from covert_server.connect.connection import Connection, GoneError

try:
    import h11
except ImportError:
    raise ImportError(not_installed("h11", "web")) from None

MOST_HEAD = 1 << 14  # bytes of the line and the headers of a request
MOST_LINES = 100  # of headers; a browser behind several proxies sends 30
# Bytes read in one turn. A chunk of one byte is 6 bytes, which take h11 some 8 us.
PART, PART_IN_CHUNKS = 1 << 16, 1 << 8
FREE_CHUNKS, LEAST_CHUNK = 100, 8  # chunks of any size; the average bytes of further ones
MOST_HELD = 64 << 20  # bytes of all requests in progress
# The rest of a request that is answered before it has come: the seconds in which it may come, so
# that its connection can be kept, and its most bytes.
REST, MOST_REST = 1.0, 1 << 20

ABSOLUTE = re.compile(r"^https?://[^/]*", re.IGNORECASE)
"""The part of a target before its path, in requests of clients of proxies."""
END_OF_HEAD = re.compile(rb"\n\r?\n")
SPACE = 0x20  # a byte up to it begins no request


class NoHttpError(Exception):
    """Bytes that are no request of HTTP/1.1, or none that is accepted."""

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        super().__init__(words)


class Exchange:
    """A request and its response."""

    def __init__(self, connection: Connection, http: h11.Connection, request: h11.Request) -> None:
        self.method: str = request.method.decode("ascii")
        path, _, self.query = request.target.partition(b"?")
        self.path: str = ABSOLUTE.sub("", unquote(path.decode("ascii")), count=1)
        self.headers: dict[str, str] = {}
        for name, value in request.headers:
            key, text = name.decode("latin-1"), value.decode("latin-1")
            self.headers[key] = f"{self.headers[key]},{text}" if key in self.headers else text
        self.added: list[tuple[str, str]] = []
        """Headers that go into every response."""
        self.begun = False
        """True if the response has begun."""
        self.received = asyncio.Event()
        """Set once the request has come."""
        self._connection = connection
        self._http = http
        self._head = b""  # of a response, until its body is sent
        self._chunked = "transfer-encoding" in self.headers
        self._left = 0 if self._chunked else int(self.headers.get("content-length", "0"))
        self._chunks = self._chunk_bytes = self._held = 0
        if not self._chunked and not self._left:
            http.next_event()  # the end of the request

    @classmethod
    async def next(cls, connection: Connection) -> Exchange:
        """Return the next request; NoHttpError if it is not HTTP, GoneError if none will come."""
        unread, looked = connection.unread, 0
        while (end := END_OF_HEAD.search(unread, looked)) is None:
            if unread and unread[0] <= SPACE:
                raise NoHttpError(400, "not a request of HTTP/1.1")
            if len(unread) > MOST_HEAD:
                break
            looked = max(0, len(unread) - 2)
            await connection.more()
        size = len(unread) if end is None else end.end()
        if size > MOST_HEAD:
            wrong = f"line and headers: longer than {MOST_HEAD} bytes"
            raise NoHttpError(431, wrong)
        lines = unread.count(b"\n", 0, size) - 2
        if lines > MOST_LINES:
            raise NoHttpError(431, f"headers: {lines} of them; expected at most {MOST_LINES}")
        await connection.traffic.turns.take()
        http = h11.Connection(h11.SERVER, MOST_HEAD)
        http.receive_data(connection.take(size))
        try:
            request = http.next_event()
        except h11.RemoteProtocolError as error:
            raise NoHttpError(error.error_status_hint, f"not HTTP/1.1: {error}") from None
        assert isinstance(request, h11.Request)
        version = request.http_version.decode("ascii")
        if not version.startswith("1."):
            raise NoHttpError(505, f"HTTP/{version} is not spoken here; expected HTTP/1.1")
        names = {name for name, _ in request.headers}
        if {b"content-length", b"transfer-encoding"} <= names:  # RFC 9112, 6.1: usually an attack
            both = "content-length and transfer-encoding: both given; expected one of them"
            raise NoHttpError(400, both)
        return cls(connection, http, request)

    @property
    def peer(self) -> str:
        """The address of the client as gRPC writes it, such as `ipv4:127.0.0.1:40312`."""
        peer = self._connection.peer
        if not peer:
            return "unknown:"
        return address_of(*peer[:2])

    @property
    def metadata(self) -> Metadata:
        """The headers."""
        return tuple(self.headers.items())

    @property
    def gets(self) -> bool:
        """True if the request is in its query, without a body."""
        return self.method in ("GET", "HEAD")

    @property
    def takes_gzip(self) -> bool:
        """True if the client reads gzip."""
        accepted = self.headers.get("accept-encoding", "").replace(" ", "").lower()
        return any(coding in ("gzip", "gzip;q=1", "gzip;q=1.0") for coding in accepted.split(","))

    async def body(self, most: int) -> bytes:
        """Return the body of the request; RESOURCE_EXHAUSTED if it is larger, GoneError if it ends
        early, UNAVAILABLE if all requests together take too much memory."""
        if self._left > most:
            raise too_large(most)
        data = bytearray()
        while part := await self._part():
            data += part
            if len(data) > most:
                raise too_large(most)
            self._hold(len(part), most)
        return bytes(data)

    async def gone(self) -> None:
        """Wait until the client, whose request has come, closes the connection."""
        await self.received.wait()
        await self._connection.gone.wait()

    async def begin(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """Begin the response; GoneError if the client has left."""
        await self._read_past()
        self.begun = True
        every = [("date", formatdate(usegmt=True)), *headers, *self.added]
        if self.receiving or self._connection.traffic.closing:
            every.append(("connection", "close"))
        encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in every]
        response = h11.Response(status_code=status, headers=encoded, reason=_phrase(status))
        self._head = self._http.send(response) or b""

    async def write(self, data: bytes, *, more: bool) -> None:
        """Send a part of the body; GoneError if the client does not take it."""
        body = b"" if self.method == "HEAD" else data
        written = [self._head, self._http.send(h11.Data(data=body)) or b""]
        self._head = b""
        if not more:
            written.append(self._http.send(h11.EndOfMessage()) or b"")
        await self._connection.send(b"".join(written))

    async def respond(
        self, status: int, data: bytes = b"", headers: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Send the whole response."""
        length = [] if status in (204, 304) else [("content-length", str(len(data)))]
        await self.begin(status, (*headers, *length))
        await self.write(data, more=False)

    def end(self) -> bool:
        """Forget the request, and return True if the connection can take another."""
        self._connection.traffic.held -= self._held
        self._held = 0
        done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if done:  # bytes after the last chunk begin the next request
            self._connection.unread[:0] = self._http.trailing_data[0]
        return done

    @property
    def receiving(self) -> bool:
        """True if a part of the body is still to come."""
        return self._http.their_state is h11.SEND_BODY

    async def _part(self) -> bytes:
        """Return the next part of the body; empty at its end."""
        if self._http.they_are_waiting_for_100_continue:
            going = h11.InformationalResponse(status_code=100, headers=[], reason=_phrase(100))
            await self._connection.send(self._http.send(going) or b"")
        part = bytearray()
        while self.receiving:
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as error:
                await self._break_off(f"body: not HTTP/1.1: {error}")
            if isinstance(event, h11.Data):
                part += event.data
                self._chunks += event.chunk_start
            elif event is h11.NEED_DATA:
                if part:
                    break
                await self._feed()
        self._left -= 0 if self._chunked else len(part)
        self._chunk_bytes += len(part)
        if self._chunks > FREE_CHUNKS + self._chunk_bytes // LEAST_CHUNK:
            wrong = f"has {self._chunks} chunks for {self._chunk_bytes} bytes"
            expected = f"expected chunks of at least {LEAST_CHUNK} bytes"
            raise FieldError([("request", f"{wrong}; {expected}")])
        return bytes(part)

    async def _feed(self) -> None:
        """Feed the parser with some more of the body."""
        if not self._connection.unread:
            await self._connection.more()
        await self._connection.traffic.turns.take()
        most = PART_IN_CHUNKS if self._chunked else min(self._left, PART)
        if part := self._connection.take(most):
            self._http.receive_data(part)

    async def _break_off(self, words: str) -> None:
        """Refuse a body that is not HTTP, and close the connection."""
        if not self.begun:
            self._connection.note("no_http")
            with suppress(GoneError):
                await self._connection.send(refusal(400, words))
        self._connection.close()
        raise GoneError

    def _hold(self, size: int, most: int) -> None:
        traffic = self._connection.traffic
        if traffic.held + size > max(MOST_HELD, 2 * most):
            raise CrowdedError
        traffic.held += size
        self._held += size

    async def _read_past(self) -> None:
        """Read the rest of a request that is answered before it has come, if it is short. Not if it
        is in chunks, which are costly, or if the client waits to be asked for it."""
        if self._chunked or self._left > MOST_REST or self._http.they_are_waiting_for_100_continue:
            return

        async def read() -> None:
            while await self._part():
                pass

        with suppress(asyncio.TimeoutError):
            await within(REST, read())


def refusal(status: int, words: str) -> bytes:
    """Return the response to an unreadable request."""
    data = f"{words}\n".encode("ascii", "backslashreplace")
    head = (
        f"HTTP/1.1 {status} {_phrase(status).decode()}\r\ncontent-type: text/plain; charset=utf-8"
        f"\r\ncontent-length: {len(data)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + data


def _phrase(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode()
    except ValueError:  # not a status of HTTP's own
        return b""
