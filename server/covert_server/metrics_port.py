"""A port where metrics are read, in the text format of Prometheus.

The library's own server shakes hands while it accepts, so a silent client would block all others,
and the shutdown too. Here each connection shakes hands in its own thread.
"""

from __future__ import annotations

import asyncio
import io
import logging
import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from socketserver import TCPServer, ThreadingMixIn
from threading import BoundedSemaphore, Event, Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app

from covert_server.access.connections import METRICS
from covert_server.access.files import AccessFileError
from covert_server.access.listener import OUT, error_name
from covert_server.access.tally import Tally
from covert_server.access.tls import TlsFiles
from covert_server.ports import is_every

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds that a client may send nothing, or take nothing
WHOLE = 30.0  # seconds that a connection may last in all
MOST = 32  # connections at a time, of all clients: each has a thread
ENDING = 5.0  # seconds for the thread that accepts to end
PAUSE = 1.0  # seconds without accepting where the system has no room for a connection


class MetricsPort:
    """The port, served in threads of its own."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._server: _Server | None = None
        self._tls: TlsFiles | None = None
        self.closed = Tally(log, "connections closed", ("port", "reason"))
        """Connections closed here, by port and reason."""
        self.not_accepted = Tally(log, "connections not accepted", ("port", "error"))
        """Connections that the system had no room for, by port and error."""

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return 0 if self._server is None else self._server.connections

    def start(self, address: str, tls: TlsFiles | None = None) -> int:
        """Open the port, with TLS if `tls` names files, and return its number. OSError if the
        address is not available, AccessFileError if the files cannot be used."""
        self._tls = tls
        context = None if tls is None else tls.read().context
        host, _, asked = address.rpartition(":")
        host = host.strip("[]")
        if is_every(host):
            host = "::"
        try:
            app = _logged(make_wsgi_app(self._registry))
            kind = _server_for(host)
            server = make_server(host, int(asked), app, kind, _QuietHandler)
            server.closed, server.not_accepted = self.closed, self.not_accepted
        except OSError as error:
            raise OSError(f"cannot listen on {address}") from error
        server.context = context
        self._server = server
        Thread(target=server.serve_forever, name="metrics", daemon=True).start()
        return server.server_port

    def reload(self) -> None:
        """Use the present certificates for new connections, if they are usable."""
        if self._server is None or self._tls is None:
            return
        try:
            self._server.context = self._tls.read().context
        except AccessFileError as error:
            log.error(
                "certificates of metrics not reloaded", extra={"fields": {"error": str(error)}}
            )
        else:
            log.info("certificates of metrics reloaded")

    async def stop(self) -> None:
        """Free the port, without waiting for connected clients."""
        if self._server is not None:
            await asyncio.to_thread(self._server.end)


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    context: ssl.SSLContext | None = None
    closed: Tally
    not_accepted: Tally

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._ends)

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._room = BoundedSemaphore(MOST)
        self._ending = Event()
        self._ends: dict[socket.socket, float] = {}  # when a connection is cut off

    def server_bind(self) -> None:
        """Bind the address. The library would also look up its name, which may take long."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def get_request(self) -> tuple[socket.socket, Any]:
        """Return the next connection, before any handshake."""
        try:
            request, address = super().get_request()
        except OSError as error:
            if error.errno in OUT:
                self.not_accepted.add(METRICS, error_name(error))
                self._ending.wait(PAUSE)
            raise
        request.settimeout(PATIENCE)
        return request, address

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start the thread of a connection, or close it if there are too many."""
        if not self._room.acquire(blocking=False):
            self.closed.add(METRICS, "in_all", address=client_address[0])
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection in its thread, and free its place."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Answer one connection, in its thread."""
        if self.context is None:
            with self._not_for_ever(request):
                super().finish_request(request, client_address)
            return
        wrapped = self.context.wrap_socket(request, True, do_handshake_on_connect=False)
        with wrapped as secured, self._not_for_ever(secured):
            secured.do_handshake()
            super().finish_request(secured, client_address)

    @contextmanager
    def _not_for_ever(self, connection: socket.socket) -> Iterator[None]:
        """Let `service_actions` cut the connection off: a client that sends a byte now and then is
        never silent."""
        self._ends[connection] = time.monotonic() + WHOLE
        try:
            yield
        finally:
            del self._ends[connection]

    def service_actions(self) -> None:
        """Cut off connections that last too long; called about twice a second."""
        now = time.monotonic()
        for connection, end in list(self._ends.items()):
            if end < now:
                with suppress(OSError):  # without a farewell in TLS either
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that leave or do not speak TLS."""

    def end(self) -> None:
        """Stop accepting and free the port."""
        self._ending.set()
        ending = Thread(target=self.shutdown, daemon=True)
        ending.start()
        ending.join(ENDING)
        self.server_close()


class _Server6(_Server):
    address_family = socket.AF_INET6

    def server_bind(self) -> None:
        """Bind the address; `::` takes IPv4 too, whatever the system's default."""
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        """Log no requests."""

    def get_stderr(self) -> io.StringIO:
        """Discard messages about faulty connections."""
        return io.StringIO()


def _logged(app: Any) -> Any:
    """Wrap an application: its faults go to the log, and the client gets status 500."""

    def logged(environ: Any, start_response: Any) -> Iterable[bytes]:
        try:
            body: Iterable[bytes] = app(environ, start_response)
        except Exception as error:
            log.error("metrics not read", extra={"fields": {"error": repr(error)}})
            start_response("500 Internal Server Error", [("content-type", "text/plain")])
            return [b"the metrics cannot be read now; the server's log says why\n"]
        return body

    return logged


def _server_for(host: str) -> type[_Server]:
    """Return the class of server for this address."""
    names = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return _Server6 if names[0][0] == socket.AF_INET6 else _Server
