"""The service over HTTP, by the Connect protocol.

The stages of a request, in this order: its host, its origin, its path, its method, its content
type, its token, its body, the handler, the answer. The handler is cancelled when the client leaves
or the deadline passes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import grpc

from covert_server.access.connections import HTTP
from covert_server.access.hosts import ANY, has_host
from covert_server.access.tally import Tally
from covert_server.calls.calls import Calls, Method
from covert_server.calls.status import (
    LATE,
    DrainingError,
    FieldError,
    Refusal,
    RefusedError,
    refusal_of,
)
from covert_server.connect.connect_call import ConnectCall
from covert_server.connect.connection import GoneError
from covert_server.connect.errors import HTTP_STATUS, error_json
from covert_server.connect.requests import (
    CONTENT_TYPES,
    content_type_of,
    remaining_of,
    wrong_type,
)
from covert_server.connect.writers import Writers
from covert_server.page.files import PageFile

if TYPE_CHECKING:  # it needs an extra
    from covert_server.connect.http import Exchange

log = logging.getLogger(__name__)

# Permissions of a page of another origin, for so many seconds without asking again.
PREFLIGHT = (
    ("access-control-allow-methods", "GET, POST"),
    ("access-control-allow-headers", "*, authorization"),
    ("access-control-max-age", "7200"),
)
# Paths of health for clients that can only GET, by the names common in Kubernetes.
HEALTH = ("/healthz", "/readyz")
SELDOM = 60.0  # seconds between two lines of the log about refused hosts, or origins
LONGEST_NAME = 100  # characters of a client's name that are repeated to it, or in the log


class ConnectApp:
    """The methods over HTTP, for requests of at most `largest` bytes, and for pages of
    `origins`."""

    def __init__(
        self,
        methods: Iterable[Method],
        calls: Calls,
        largest: int,
        origins: Collection[str],
        writers: Writers,
        hosts: Collection[str] | None = None,
        serving: Callable[[], bool] = lambda: True,
        files: Mapping[str, PageFile] = MappingProxyType({}),
    ) -> None:
        """The server answers to `hosts`, to all if None; `serving` tells its health. `files` are
        those of the page, by their paths."""
        self._methods = {method.path: method for method in methods}
        self._calls = calls
        self._largest = largest
        self._origins = frozenset(origins)
        self._writers = writers
        self._hosts = hosts
        self._serving = serving
        self._files = files
        self._handlers: set[asyncio.Task[Any]] = set()
        self._strange_host = Tally(log, "refused host", counted="times", every=SELDOM)
        self._strange_origin = Tally(log, "refused origin", counted="times", every=SELDOM)

    async def __call__(self, exchange: Exchange) -> None:
        """Answer one request; GoneError if its client has left."""
        try:
            await self._answer(exchange)
        except GoneError:
            raise
        except Exception as error:  # a fault of ours
            refusal = refusal_of(error)
            if exchange.begun:
                raise
            await _respond(exchange, HTTP_STATUS[refusal.code], refusal)

    @property
    def in_progress(self) -> int:
        """Calls being handled."""
        return len(self._handlers)

    def cancel(self) -> None:
        """End all calls in progress."""
        for handler in self._handlers:
            handler.cancel()

    async def _answer(self, exchange: Exchange) -> None:
        if exchange.path in HEALTH:
            await self._health(exchange)
            return
        host = exchange.headers.get("host", "")
        if self._hosts is not None and host and not has_host(self._hosts, host):
            self._strange_host.add(host=host[:LONGEST_NAME])
            wrong = f"host: {host[:LONGEST_NAME]!r} is not served here; expected "
            wrong += f"{' or '.join(sorted(self._hosts))}, or a server with --http-host for it"
            refusal = Refusal(grpc.StatusCode.PERMISSION_DENIED, wrong, ())
            await self._refuse(exchange, 421, refusal)
            return
        self._allow_origin(exchange, host)
        asked = exchange.method == "OPTIONS" and "access-control-request-method" in exchange.headers
        if self._origins and asked:
            await exchange.respond(204, headers=PREFLIGHT)
            return
        if (file := self._files.get(exchange.path)) is not None:
            await self._file(exchange, file)
            return
        method = self._methods.get(exchange.path)
        if method is None:
            known = ", ".join([*self._methods, *HEALTH])
            wrong = f"no method {exchange.path[:LONGEST_NAME]!r}; expected one of {known}"
            await self._refuse(exchange, 404, _no_call(wrong))
            return
        gets = ["GET", "HEAD"] if method.safe and not method.server_streams else []
        allowed = [*gets, "POST"]
        if exchange.method not in allowed:
            wrong = f"{exchange.method[:20]} is not allowed here; expected {' or '.join(allowed)}"
            await self._refuse(exchange, 405, _no_call(wrong), ("allow", ", ".join(allowed)))
            return
        content_type = content_type_of(exchange)
        fits = content_type is not None and content_type.stream == method.server_streams
        if content_type is None or not (fits or method.client_streams):  # which is refused anyway
            stream = method.server_streams
            known_types = [name for name, known in CONTENT_TYPES.items() if known.stream == stream]
            wrong = wrong_type(exchange, known_types)
            accepted = ("accept-post", ", ".join(known_types))
            await self._refuse(exchange, 415, _no_call(wrong), accepted)
            return
        most = self._largest if method.largest is None else method.largest
        call = ConnectCall(exchange, content_type, most, self._writers)
        await call.end(await self._outcome(method, call))

    async def _health(self, exchange: Exchange) -> None:
        """Answer as the health service does, to any client and for any host."""
        if not exchange.gets:
            await self._refuse(exchange, 405, *_only_read(exchange))
            return
        status = 200 if self._serving() else 503
        data = json.dumps({"status": "SERVING" if status == 200 else "NOT_SERVING"}).encode()
        headers = (("content-type", "application/json"), ("cache-control", "no-store"))
        await exchange.respond(status, data, headers)

    async def _file(self, exchange: Exchange, file: PageFile) -> None:
        """Answer with a file of the page, or that the browser has it."""
        if not exchange.gets:
            await self._refuse(exchange, 405, *_only_read(exchange))
        elif file.tag in exchange.headers.get("if-none-match", ""):
            await exchange.respond(304, headers=file.headers)
        elif exchange.takes_gzip:
            headers = (*file.headers, ("content-encoding", "gzip"))
            await exchange.respond(200, file.packed, headers)
        else:
            await exchange.respond(200, file.data, file.headers)

    async def _refuse(
        self, exchange: Exchange, status: int, refusal: Refusal, *headers: tuple[str, str]
    ) -> None:
        """Refuse a request that is no call."""
        self._calls.no_call(exchange.path, f"HTTP {status}", HTTP, exchange.peer)
        await _respond(exchange, status, refusal, *headers)

    def _allow_origin(self, exchange: Exchange, host: str) -> None:
        origin = exchange.headers.get("origin")
        if self._origins:
            exchange.added.append(("vary", "origin"))
        if origin is None:
            return
        if not self._origins.isdisjoint((origin, ANY)):
            exchange.added.append(("access-control-allow-origin", origin))
            exchange.added.append(("access-control-expose-headers", "*"))
        elif origin.partition("://")[2] != host:  # a page of this server may call it
            self._strange_origin.add(origin=origin[:LONGEST_NAME])

    async def _outcome(self, method: Method, call: ConnectCall) -> Any:
        """Return the outcome of a call, refused if its headers are wrong."""
        try:
            if method.client_streams:
                wrong = f"{method.name} has streams both ways; expected gRPC, or another method"
                raise RefusedError(grpc.StatusCode.UNIMPLEMENTED, wrong, "NOT_SUPPORTED")
            remaining = remaining_of(call.exchange)
            if remaining is not None:
                call.end_after(remaining)
        except (FieldError, RefusedError) as error:
            return self._calls.refused(method, call, error)
        return await self._handled(method, call)

    async def _handled(self, method: Method, call: ConnectCall) -> Any:
        """Return the handler's outcome; the handler ends when its client leaves."""
        handler = asyncio.ensure_future(self._calls.outcome(method, call))
        self._handlers.add(handler)
        gone = asyncio.ensure_future(call.exchange.gone())
        left = None if call.deadline is None else max(0.0, call.deadline - time.monotonic())
        try:
            await asyncio.wait((handler, gone), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            in_time = handler.done()
            if not in_time:
                handler.cancel()
                await asyncio.wait((handler,))
            if not handler.cancelled():
                return handler.result()
            if gone.done() or call.abandoned:
                raise GoneError
            return refusal_of(DrainingError()) if in_time else LATE
        finally:
            handler.cancel()
            gone.cancel()
            self._handlers.discard(handler)


def _only_read(exchange: Exchange) -> tuple[Refusal, tuple[str, str]]:
    """Return the refusal of a method that does not read, and the header that goes with it."""
    wrong = f"{exchange.method[:20]} is not allowed here; expected GET or HEAD"
    return _no_call(wrong), ("allow", "GET, HEAD")


def _no_call(wrong: str) -> Refusal:
    """Return the refusal of a request that is no call of this protocol."""
    return Refusal(grpc.StatusCode.UNIMPLEMENTED, wrong, ())


async def _respond(
    exchange: Exchange, status: int, refusal: Refusal, *headers: tuple[str, str]
) -> None:
    data = json.dumps(error_json(refusal)).encode()
    await exchange.respond(status, data, (("content-type", "application/json"), *headers))
