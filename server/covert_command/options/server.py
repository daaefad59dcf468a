"""The options that say which server a command calls, and how: over TLS, and with a token."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from covert_command.options.configuration import ENVIRONMENT
from covert_command.options.file_path import FilePath
from covert_command.options.number import Number
from covert_command.options.with_options import with_options
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.typed_number import typed_number
from covert_server.access.files import pem
from covert_server.access.hosts import LAST_PORT

if TYPE_CHECKING:  # gRPC takes long to import, and a command may call no server
    import ssl

    import grpc

    from covertbots.client import Client

Command = Callable[..., Any]
NAMES = ("tls", "tls_ca", "client_cert", "client_key", "token")  # of the values of ACCESS
OF_BOTS = "patience"  # the value of PATIENCE


@dataclass(frozen=True)
class Tls:
    """Files for a call over TLS, in PEM; None for those of the system, or for none."""

    authority: Path | None = None
    """Authorities for the server's certificate."""
    key: Path | None = None
    """The client's private key."""
    certificate: Path | None = None
    """The client's certificate."""

    def credentials(self) -> grpc.ChannelCredentials:
        """Return those of a channel of gRPC."""
        import grpc

        files = (self.authority, self.key, self.certificate)
        pems = (None if file is None else pem(file) for file in files)
        return grpc.ssl_channel_credentials(*pems)

    def context(self) -> ssl.SSLContext:
        """Return that of a connection of HTTP."""
        import ssl

        try:
            trusted = None if self.authority is None else pem(self.authority).decode()
            context = ssl.create_default_context(cadata=trusted)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key)
        except ssl.SSLError as error:
            files = ", ".join(
                str(file) for file in (self.authority, self.certificate, self.key) if file
            )
            raise Mistake(f"{files}: {error.reason}; expected certificates and a key") from None
        return context


@dataclass(frozen=True)
class ServerAddress:
    """A server, and what it takes to call it."""

    target: str
    """Host and port."""
    tls: Tls | None = None
    """None for clear text."""
    token: str | None = None
    """The token of the caller."""

    @property
    def credentials(self) -> grpc.ChannelCredentials | None:
        """The credentials of a channel over TLS; None for clear text."""
        return None if self.tls is None else self.tls.credentials()

    def client(self, timeout: float | None = None, attempts: int | None = None) -> Client:
        """Return a client of it."""
        from covertbots.client import Client

        return Client(
            self.target,
            timeout=timeout,
            attempts=attempts,
            credentials=self.credentials,
            token=self.token,
        )

    def __str__(self) -> str:
        return self.target


def target(value: str) -> str:
    """Host and port of a server."""
    host, _, port = value.rpartition(":")
    if not (
        host
        and "/" not in host
        and (number := typed_number(port)) is not None
        and 0 < number <= LAST_PORT
    ):
        raise click.BadParameter(f"{value!r}; expected host:port, such as localhost:50051")
    return value


def _file(name: str, words: str) -> Any:
    """Return an option for a file in PEM."""
    return click.option(
        f"--{name}",
        type=FilePath(dir_okay=False, exists=True, path_type=Path),
        metavar="FILE",
        envvar=f"{ENVIRONMENT}_{name.upper().replace('-', '_')}",
        help=words,
    )


SERVER = click.option(
    "--server",
    type=target,
    metavar="HOST:PORT",
    help="Server to use.  [default: start one for this command]",
)
ACCESS = (
    click.option(
        "--tls", is_flag=True, envvar=f"{ENVIRONMENT}_TLS", help="Call the server over TLS."
    ),
    _file(
        "tls-ca",
        "Call the server over TLS, and verify its certificate against these CA certificates (PEM).",
    ),
    _file("client-cert", "Certificate of this client, for a server that asks for one (PEM)."),
    _file("client-key", "Its private key (PEM)."),
    click.option(
        "--token",
        metavar="TOKEN",
        envvar=f"{ENVIRONMENT}_TOKEN",
        help=f"Token for a server that requires one. Prefer {ENVIRONMENT}_TOKEN: other users can "
        "see command lines in the process list.",
    ),
)


def _options(
    read: Callable[[dict[str, Any]], dict[str, Any]], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Return a decorator that gives a command these options, and instead of their values what
    `read` makes of them."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(*arguments: Any, **values: Any) -> Any:
            names = (*NAMES, "server", OF_BOTS)
            typed = {name: values.pop(name) for name in names if name in values}
            return command(*arguments, **values, **read(typed))

        return with_options(*options)(called)

    return decorate


def _server(values: dict[str, Any]) -> dict[str, Any]:
    if values["server"] is not None:
        return {"server": ServerAddress(values["server"], _tls(values), values["token"])}
    if typed := typed_access(*NAMES):
        raise Mistake(f"{typed}: only for a server that you name; expected --server too")
    return {"server": None}


def _server_or_table(values: dict[str, Any]) -> dict[str, Any]:
    ctx = click.get_current_context()
    if ctx.params.get("table") is None:
        return {**_server(values), "tls": None, "token": None}
    if values["server"] is not None:
        raise Mistake("--server: the link of --table names the server; leave this option out")
    return {"server": None, **_access(values)}


def _access(values: dict[str, Any]) -> dict[str, Any]:
    return {"tls": _tls(values), "token": values["token"]}


def _remote(values: dict[str, Any]) -> dict[str, Any]:
    _check_pair(values)
    ctx = click.get_current_context()
    typed = {
        f"{ENVIRONMENT}_{name.upper()}": "1" if value is True else str(value)
        for name, value in values.items()
        if value is not None
        and value is not False
        and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    ctx.with_resource(_environment(typed))
    return {}


server_options = _options(_server, SERVER, *ACCESS)
"""Gives a command the options, and of them a `ServerAddress`, or None."""
server_or_table_options = _options(_server_or_table, SERVER, *ACCESS)
"""Gives a command that may have --table the same, and `tls` and `token` for the table's server."""
access_options = _options(_access, *ACCESS)
"""Gives a command the options without `--server`, and of them `tls` and `token`."""
PATIENCE = click.option(
    "--patience",
    type=Number(0),
    metavar="SECONDS",
    envvar=f"{ENVIRONMENT}_PATIENCE",
    help="How long a server of a bot that is gone is asked again in each game.  [default: 30]",
)
remote_options = _options(_remote, *ACCESS, PATIENCE)
"""Gives a command the options of how servers are called that its bots are on.

What is typed stands in the environment for as long as the command runs, for the processes that it
starts.
"""


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    """Values in the environment of this process, and of those that it starts meanwhile."""
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _check_pair(values: Mapping[str, Any]) -> None:
    if (values["client_cert"] is None) != (values["client_key"] is None):
        given, missing = ("--client-cert", "--client-key")[:: 1 if values["client_cert"] else -1]
        raise Mistake(f"{given}: a certificate and its key go together; expected {missing} too")


def _tls(values: Mapping[str, Any]) -> Tls | None:
    _check_pair(values)
    authority, certificate = values["tls_ca"], values["client_cert"]
    if not (values["tls"] or authority or certificate):
        return None
    if authority is not None and b"-----BEGIN CERTIFICATE-----" not in pem(authority):
        raise Mistake(f"--tls-ca: {authority} holds no certificate; expected one in PEM")
    return Tls(authority, values["client_key"], certificate)


def typed_access(*names: str) -> str | None:
    """Return the first of these options of access that was typed, and is not of the environment."""
    ctx = click.get_current_context()
    for name in names:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            return f"--{name.replace('_', '-')}"
    return None
