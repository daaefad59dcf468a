"""The check of a start without starting: files, addresses and limits."""

from __future__ import annotations

import asyncio
import errno
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from covert_bots.players.amounts import numbered
from covert_command.options.serve import HTTP_PORT, METRICS_PORT, PORT
from covert_command.terminal.mistakes import Mistake, raise_mistakes
from covert_server.access.files import AccessFileError
from covert_server.access.tls import TlsFiles
from covert_server.access.tokens import read_tokens
from covert_server.app import Server
from covert_server.engines.processes import EngineStartError
from covert_server.ports import bound
from covert_server.settings import Settings
from covert_server.tables.kept import StoreError, StoreInUseError
from covert_server.tables.stores import is_shared, opened, without_password

DAY = 86_400.0


class Start(NamedTuple):
    """The addresses, files and limits of a start, checked."""

    addresses: dict[str, str]
    """By the option of its port."""
    tables: str | None
    """The place of the tables; None if none are kept."""
    in_use: list[str]
    """The addresses, and the place of the tables, that another server has at the moment."""
    certificate_days: float | None
    """The days that the certificate is still valid; None without TLS, or if it does not tell."""
    holders: int | None
    """The holders of tokens; None if nobody needs one."""
    without_token: list[str]
    """The holders without a valid token."""
    workers: int
    processes: int
    connections: int
    """Connections at most: fewer than set if a process may not open as many files."""
    connections_set: int

    def lines(self) -> list[str]:
        """Return what it is in words."""
        kinds = {PORT: "gRPC", HTTP_PORT: "HTTP", METRICS_PORT: "metrics"}
        return [
            *(
                f"{kinds[option]}: {address}" + self._use(address)
                for option, address in self.addresses.items()
            ),
            *(
                [f"certificate: valid for {numbered(int(self.certificate_days), 'day')}"]
                if self.certificate_days is not None
                else []
            ),
            *([] if self.tables is None else [f"tables: {self.tables}" + self._use(self.tables)]),
            "tokens: none needed"
            if self.holders is None
            else f"tokens: {numbered(self.holders, 'holder')}"
            + (f"; expired: {', '.join(self.without_token)}" if self.without_token else ""),
            f"workers: {self.workers}, processes: {self.processes}, "
            f"connections: {self.connections} at most"
            + ("" if self.connections == self.connections_set else self._for_want_of_files()),
            "a server with these settings would start"
            + (" once what is in use is free" if self.in_use else ""),
        ]

    def _use(self, place: str) -> str:
        return ", in use now" if place in self.in_use else ""

    def _for_want_of_files(self) -> str:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return (
            f", not {self.connections_set}: a process may open only {files} files "
            "(`ulimit -Hn`, LimitNOFILE= of systemd)"
        )


def checked_start(settings: Settings) -> Start:
    """Assemble a server without letting it listen, and return what it would start with; Mistake if
    it would not start, or if no client would accept its certificate."""
    addresses = {PORT: settings.address}
    for option, other in (
        (HTTP_PORT, settings.http_address),
        (METRICS_PORT, settings.metrics_address),
    ):
        if other is not None:
            addresses[option] = other
    wrong: list[str] = []
    in_use: list[str] = []
    tables = None if settings.tables is None else without_password(settings.tables)
    for option, address in addresses.items():
        with _noted(wrong):
            if _is_in_use(option, address):
                in_use.append(address)
    days = holders = None
    connections = 0
    if settings.tls is not None:
        with _noted(wrong, "--tls-cert: "):
            days = _days_left(settings.tls)
    if settings.tokens is not None:
        with _noted(wrong, "--tokens: "):
            holders = read_tokens(settings.tokens).holders
    if settings.tables is not None and tables is not None:
        with _noted(wrong):
            if _are_kept(settings.tables):
                in_use.append(tables)
    if not wrong:  # it would find the same again
        with _noted(wrong):
            connections = asyncio.run(_assembled(replace(settings, tables=None)))
    raise_mistakes(wrong)
    return Start(
        addresses,
        tables,
        in_use,
        days,
        None if holders is None else len(holders),
        [holder.name for holder in holders or () if all(token.expired for token in holder.tokens)],
        settings.workers,
        settings.processes,
        min(settings.connections, connections * settings.processes),
        settings.connections,
    )


@contextmanager
def _noted(wrong: list[str], before: str = "") -> Iterator[None]:
    """Add what is wrong to a list, so that the other checks are made too."""
    try:
        yield
    except (ImportError, AccessFileError, Mistake) as error:
        wrong.append(f"{before}{error}")
    except EngineStartError as error:
        wrong.append(f"--engine: {error}")


def _are_kept(place: str) -> bool:
    """Return True if another server has the tables; Mistake if none could keep them there. A file
    that is not there yet is not made: it would belong to whoever checks."""
    try:
        if is_shared(place) or Path(place).exists():
            asyncio.run(_tried(place))
            return False
        with TemporaryDirectory(dir=Path(place).parent, ignore_cleanup_errors=True) as folder:
            trial = str(Path(folder, Path(place).name))
            try:
                asyncio.run(_tried(trial))
            except StoreError as error:
                raise StoreError(str(error).replace(trial, place)) from error
    except StoreInUseError:
        return True
    except StoreError as error:
        raise Mistake(f"--tables: {error}") from error
    except OSError as error:
        raise Mistake(f"--tables: {place}: {error.strerror}") from error
    return False


async def _tried(place: str) -> None:
    await opened(place).close()


async def _assembled(settings: Settings) -> int:
    """Return the most connections of a server that is assembled, and never serves; EngineStartError
    if an engine does not start."""
    server = Server(settings)
    try:
        await server.start_engines()
    finally:
        await server.stop(grace=0.0)
    return server.most_connections


def _days_left(files: TlsFiles) -> float | None:
    until = files.read().valid_until
    if until is None:
        return None
    days = (until - time.time()) / DAY
    if days <= 0:
        day = time.strftime("%Y-%m-%d", time.gmtime(until))
        wrong = f"{files.certificate}: expired on {day}"
        raise AccessFileError(f"{wrong}; expected a certificate that is valid")
    return days


def _is_in_use(option: str, address: str) -> bool:
    """Return True if another program has the address; Mistake if a server cannot listen there."""
    cause = _obstacle(address)
    if cause is None:
        return False
    if cause.errno == errno.EADDRINUSE:
        return True
    raise Mistake(cannot_listen(OSError(f"cannot listen on {address}"), option, address))


def cannot_listen(error: OSError, option: str, address: str) -> str:
    """Return the mistake in an address, and the remedy."""
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else _obstacle(address)
    if cause is None:
        return f"{error}: gRPC cannot use this address, or these certificates"
    why = cause.strerror or str(cause)
    if cause.errno == errno.EADDRINUSE:
        return f"{error}: {why}; stop the server that has it, or name another {option}"
    if cause.errno == errno.EADDRNOTAVAIL:
        expected = "expected one that is, or 0.0.0.0 for all of them"
        host, _, _ = address.rpartition(":")
        return f"--host: {host!r} is not an address of this machine; {expected}"
    return f"{error}: {why}"


def _obstacle(address: str) -> OSError | None:
    """Why the server cannot listen there, which gRPC does not say; None if it could."""
    try:
        for listener in bound(address):
            listener.close()
    except OSError as error:
        return error
    return None
