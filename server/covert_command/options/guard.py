"""The options of `covert-bots serve` that say who may call, and over what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from covert_command.options.file_path import FilePath
from covert_command.options.number import LONGEST_TIME, MOST_COUNTED, Number
from covert_command.terminal.mistakes import Mistake
from covert_server.access.guard import ClientLimits
from covert_server.access.hosts import is_loopback
from covert_server.access.tls import TlsFiles
from covert_server.settings import Settings


@dataclass(frozen=True)
class Guard:
    """What stands between the server and who calls it."""

    tls: TlsFiles | None
    tokens: Path | None
    limits: ClientLimits
    connections: int
    """Of all clients together."""
    streams: int
    """Calls of one connection."""


def _file(name: str, words: str) -> Any:
    return click.option(
        f"--{name}",
        type=FilePath(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=words,
    )


OPTIONS = (
    _file("tls-cert", "Serve over TLS, on all ports, with this certificate (PEM)."),
    _file("tls-key", "Its private key (PEM)."),
    _file(
        "tls-client-ca",
        "Accept only clients whose certificate one of these CAs has issued (PEM).",
    ),
    _file(
        "tokens",
        "Accept only calls with a token from this file; `covert-bots token` adds tokens to it.",
    ),
    click.option(
        "--max-calls",
        type=click.IntRange(1, MOST_COUNTED),
        default=ClientLimits.calls,
        show_default=True,
        help="Calls that a client may have in progress.",
    ),
    click.option(
        "--max-connections",
        type=click.IntRange(1, MOST_COUNTED),
        default=ClientLimits.connections,
        show_default=True,
        help="Connections from one address to a port.",
    ),
    click.option(
        "--max-connections-total",
        type=click.IntRange(1, MOST_COUNTED),
        default=Settings.connections,
        show_default=True,
        help="Connections of all clients together, to all ports.",
    ),
    click.option(
        "--max-streams",
        type=click.IntRange(1, MOST_COUNTED),
        default=Settings.streams,
        show_default=True,
        help="Calls that a connection may have in progress over gRPC; a client waits with more.",
    ),
    click.option(
        "--max-messages",
        type=click.IntRange(2, MOST_COUNTED),
        default=ClientLimits.messages,
        show_default=True,
        help="Messages of a client in one call, such as the views of a seat.",
    ),
    click.option(
        "--max-idle",
        type=Number(0, LONGEST_TIME, min_open=True),
        default=ClientLimits.idle,
        show_default=True,
        help="Seconds that a client may be silent in a call while the server does nothing for it.",
    ),
    click.option(
        "--insecure",
        is_flag=True,
        help="Allow a --host that other machines can reach, even if TLS or tokens are missing.",
    ),
)


def guard_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options, of which it gets one `Guard`."""

    @wraps(command)
    def called(
        *arguments: Any,
        tls_cert: Path | None,
        tls_key: Path | None,
        tls_client_ca: Path | None,
        tokens: Path | None,
        max_calls: int,
        max_connections: int,
        max_connections_total: int,
        max_streams: int,
        max_messages: int,
        max_idle: float,
        insecure: bool,
        **more: Any,
    ) -> Any:
        limits = ClientLimits(max_calls, max_connections, max_messages, max_idle)
        guard = Guard(
            _tls(tls_cert, tls_key, tls_client_ca),
            tokens,
            limits,
            max_connections_total,
            max_streams,
        )
        _check_host(more["host"], guard, insecure)
        return command(*arguments, guard=guard, **more)

    for option in reversed(OPTIONS):
        called = option(called)
    return called


def _tls(certificate: Path | None, key: Path | None, authority: Path | None) -> TlsFiles | None:
    given = {"--tls-cert": certificate, "--tls-key": key, "--tls-client-ca": authority}
    needed = {"--tls-cert", "--tls-key"}
    named = {name for name, path in given.items() if path is not None}
    if not named:
        return None
    if certificate is None or key is None:
        missing = " and ".join(sorted(needed - named))
        raise Mistake(f"{min(named)}: TLS needs a certificate and its key; expected {missing} too")
    return TlsFiles(certificate, key, authority)


def _check_host(host: str, guard: Guard, insecure: bool) -> None:
    """Mistake if a host stands for no address, or if other machines can reach the server there and
    nothing stands before it."""
    try:
        if is_loopback(host) or insecure:
            return
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a name of the internet"
        expected = "expected a name or address of this machine"
        raise Mistake(f"--host: {host!r} has no address ({why}); {expected}") from error
    missing = [
        *(["--tls-cert and --tls-key"] if guard.tls is None else []),
        *(["--tokens"] if guard.tokens is None else []),
    ]
    if missing:
        raise Mistake(
            f"--host: other machines reach {host!r}; expected {' and '.join(missing)}, or "
            "--insecure to let anyone in"
        )
