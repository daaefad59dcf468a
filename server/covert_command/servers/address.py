"""Addresses of servers that are called over gRPC or over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

import click

from covert_command.options.server import Tls, typed_access
from covert_command.servers.called import GrpcServer, HttpServer, Server
from covert_command.terminal.mistakes import Mistake

EXPECTED = "grpc://host:port, http://host:port or https://host:port, the last two with any path"


def server_of(address: str, tls: Tls | None, token: str | None) -> Callable[[], Server]:
    """Return a function that connects to a server."""
    wrong = click.BadParameter(f"{address!r}; expected {EXPECTED}", param_hint="ADDRESS")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:  # such as an unclosed bracket
        raise wrong from None
    if not parts.hostname or parts.username is not None or parts.query or parts.fragment:
        raise wrong
    if parts.scheme == "grpc" and port is not None and parts.path in ("", "/"):
        credentials = None if tls is None else tls.credentials()
        return partial(GrpcServer, parts.netloc, credentials, token)
    if parts.scheme == "https":
        return partial(HttpServer, address, (tls or Tls()).context(), token)
    if parts.scheme == "http":
        if typed := typed_access("tls", "tls_ca", "client_cert", "client_key"):
            raise Mistake(f"{typed}: {address} is in clear text; expected https:// for TLS")
        return partial(HttpServer, address, None, token)
    raise wrong
