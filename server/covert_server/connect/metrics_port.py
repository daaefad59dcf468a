"""The port where metrics are read, in the text format of Prometheus."""

from __future__ import annotations

import asyncio
import logging
import ssl
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, make_wsgi_app

from covert_server.access.connections import METRICS, Connections
from covert_server.connect.port import HttpPort

if TYPE_CHECKING:
    from covert_server.connect.http import Exchange

log = logging.getLogger(__name__)


def metrics_port(
    registry: CollectorRegistry,
    address: str,
    connections: Connections,
    tls: ssl.SSLContext | None = None,
) -> HttpPort:
    """Return a port that answers with the metrics of a registry. They are collected in a thread,
    for one client at a time."""
    app = make_wsgi_app(registry)
    turn = asyncio.Lock()

    def collected(environ: dict[str, str]) -> tuple[int, list[tuple[str, str]], bytes]:
        begun: list[tuple[int, list[tuple[str, str]]]] = []

        def begin(status: str, headers: list[tuple[str, str]]) -> None:
            begun.append((int(status.split()[0]), headers))

        body = b"".join(app(environ, begin))
        return *begun[0], body

    async def answer(exchange: Exchange) -> None:
        environ = {
            "REQUEST_METHOD": exchange.method,
            "PATH_INFO": exchange.path,
            "QUERY_STRING": exchange.query.decode("latin-1"),
            "HTTP_ACCEPT": exchange.headers.get("accept", ""),
            "HTTP_ACCEPT_ENCODING": exchange.headers.get("accept-encoding", ""),
        }
        headers: Any
        try:
            async with turn:
                status, headers, data = await asyncio.to_thread(collected, environ)
        except Exception as error:
            log.error("metrics not read", extra={"fields": {"error": repr(error)}})
            status, headers = 500, [("content-type", "text/plain")]
            data = b"the metrics cannot be read now; the server's log says why\n"
        await exchange.respond(status, data, headers)

    return HttpPort(answer, address, connections, tls, label=METRICS)
