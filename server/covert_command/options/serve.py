"""The options of `covert-bots serve`. Each is declared once: its flag, of which the names in the
environment and in a file follow, its values, its help, and the field of `Settings` that it sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_network
from operator import attrgetter
from pathlib import Path
from typing import Any

import click

from covert_bots.players.installed import BOTS, installed
from covert_command.options.cards import card_set_file
from covert_command.options.file_path import FilePath
from covert_command.options.game_choice import SpecOfGame
from covert_command.options.number import LONGEST_TIME, MOST_COUNTED, Number
from covert_engine.search.parameters import MAX_ITERATIONS, MAX_NODES
from covert_server.access.hosts import ANY, in_full, is_host, origin_of
from covert_server.engines.command import EngineCommand
from covert_server.settings import Settings

DEFAULTS = Settings()
PORT, HTTP_PORT, METRICS_PORT = "--port", "--http-port", "--metrics-port"
LEAST_NODES = 64  # one for each lane that a spec may ask for
MOST_MEMORY = (1 << 44) - 1  # MB; messages hold it in bytes, with 64 bits
LARGEST_REQUEST = (1 << 31) - 1  # bytes; gRPC has 31 bits for it

A_PORT = click.IntRange(0, 65535)
AMOUNT = click.IntRange(1, MOST_COUNTED)
SECONDS = Number(0, LONGEST_TIME)
SOME_SECONDS = Number(0, LONGEST_TIME, min_open=True)
A_FILE = FilePath(dir_okay=False, path_type=Path)


def host_alone(value: str) -> str:
    """Read a name or address to listen on; put one of IPv6 in brackets, for a port to follow."""
    if re.fullmatch(r"([^:]*|\[.*\]):\d*", value):
        wrong = f"{value!r} has a port; expected a name or address alone (use --port)"
        raise click.BadParameter(wrong)
    if value and not is_host(value):  # an empty one is all addresses
        expected = "expected one such as localhost or 192.0.2.7, or 0.0.0.0 for all addresses"
        raise click.BadParameter(f"{value!r} is not a name or address; {expected}")
    return f"[{value}]" if ":" in value and not value.startswith("[") else in_full(value)


def origin(value: str) -> str:
    """Return the origin of pages as browsers write it."""
    try:
        return origin_of(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} {error}") from error


def served_host(value: str) -> str:
    """Read a host that clients may name."""
    if value != ANY and not is_host(value):
        expected = f"expected one such as bots.example.org, without a port, or {ANY}"
        raise click.BadParameter(f"{value!r} is not a name or address; {expected}")
    return value


def network(value: str) -> str:
    """Read the address of a proxy, or a network."""
    try:
        return str(ip_network(value))
    except ValueError as error:
        expected = "expected one such as 192.0.2.7 or 10.0.0.0/8"
        raise click.BadParameter(f"{value!r} is not an address or network; {expected}") from error


class Engine(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """An engine that plays as a bot: a name, and a command."""

    name = "engine"
    envvar_list_splitter = ";"  # a command has spaces

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the text, the program and the name."""
        value = value.strip()
        try:
            engine = EngineCommand.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        for game in installed(BOTS).values():
            if engine.name in game.catalogue.kinds:
                taken = f"a bot of {game.name} is named {engine.name}; expected another name"
                self.fail(f"{value!r}: {taken}", param, ctx)
        return value


class _Option(click.Option):
    """An option, and the path of the field of `Settings` that it sets and has its default of."""

    def __init__(self, flag: str, kind: Any, words: str, *, sets: str = "", **more: Any) -> None:
        default = attrgetter(sets)(DEFAULTS) if sets else None
        if default not in (None, ()):
            more["default"] = default
        if "default" in more:
            more.setdefault("show_default", True)
        super().__init__([flag], type=kind, help=words, **more)
        self.sets = sets


OPTIONS = (
    _Option(
        "--host", host_alone, "Name or address to listen on.", default="127.0.0.1", metavar="HOST"
    ),
    _Option(PORT, A_PORT, "Port to listen on; 0 picks a free one.", default=50051),
    _Option(
        HTTP_PORT,
        A_PORT,
        "Port to listen on for HTTP too; 0 picks a free one. Needs the extra `web`.",
    ),
    _Option(
        "--http-origin",
        origin,
        "Origin whose pages may call over HTTP, such as https://example.org; * for all origins. "
        "May be repeated.",
        sets="http_origins",
        metavar="ORIGIN",
        multiple=True,
    ),
    _Option(
        "--http-host",
        served_host,
        "Host that HTTP requests may name, beside localhost and --host; * for any. Without it, "
        "a server on loopback without --tokens accepts no others; any other server accepts all. "
        "May be repeated.",
        sets="http_hosts",
        metavar="NAME",
        multiple=True,
    ),
    _Option(
        "--page",
        None,
        "Serve the page for people over HTTP, at /.",
        sets="page",
        is_flag=True,
    ),
    _Option(
        "--tls-cert",
        A_FILE,
        "Serve over TLS, on all ports, with this certificate (PEM).",
        metavar="FILE",
    ),
    _Option("--tls-key", A_FILE, "Its private key (PEM).", metavar="FILE"),
    _Option(
        "--tls-client-ca",
        A_FILE,
        "Accept only clients whose certificate one of these CAs has issued (PEM).",
        metavar="FILE",
    ),
    _Option(
        "--tokens",
        A_FILE,
        "Accept only calls with a token from this file; `covert-bots token` adds tokens to it.",
        sets="tokens",
        metavar="FILE",
    ),
    _Option(
        "--trusted-proxy",
        network,
        "Address or network of a proxy whose x-forwarded-for says who calls. May be repeated.",
        sets="trusted_proxies",
        metavar="ADDRESS",
        multiple=True,
    ),
    _Option(
        "--max-calls",
        AMOUNT,
        "Calls that a client may have in progress.",
        sets="client_limits.calls",
    ),
    _Option(
        "--max-connections",
        AMOUNT,
        "Connections from one address to a port.",
        sets="client_limits.connections",
    ),
    _Option(
        "--max-connections-total",
        AMOUNT,
        "Connections of all clients together, to all ports.",
        sets="connections",
    ),
    _Option(
        "--max-streams",
        AMOUNT,
        "Calls that a connection may have in progress over gRPC; the client holds back any more.",
        sets="streams",
    ),
    _Option(
        "--max-messages",
        click.IntRange(2, MOST_COUNTED),
        "Messages of a client in one call, such as the views of a seat.",
        sets="client_limits.messages",
    ),
    _Option(
        "--max-idle",
        SOME_SECONDS,
        "Seconds that a client may be silent in a call while the server does nothing for it.",
        sets="client_limits.idle",
    ),
    _Option(
        "--insecure",
        None,
        "Allow a --host that other machines can reach, even if TLS or tokens are missing.",
        is_flag=True,
    ),
    _Option(
        METRICS_PORT,
        A_PORT,
        "Port where Prometheus can scrape metrics; 0 picks a free one. Needs the extra `metrics`.",
    ),
    _Option(
        "--workers",
        click.IntRange(1, 1024),
        "Threads that search.",
        sets="workers",
        show_default="number of cores, or of processes if there are more",
    ),
    _Option(
        "--processes",
        click.IntRange(1, 256),
        "Processes that serve, each with its share of the workers, the queue and the memory.",
        sets="processes",
    ),
    _Option(
        "--max-queue",
        click.IntRange(0, MOST_COUNTED),
        "Searches that may wait for a worker.",
        sets="queue",
    ),
    _Option(
        "--max-iterations",
        click.IntRange(1, MAX_ITERATIONS),
        "Maximum iterations per search.",
        sets="ceilings.iterations",
    ),
    _Option("--max-seconds", SOME_SECONDS, "Maximum seconds per search.", sets="ceilings.seconds"),
    _Option(
        "--max-nodes",
        click.IntRange(LEAST_NODES, MAX_NODES),
        "Maximum nodes in a search's tree.",
        sets="ceilings.nodes",
    ),
    _Option(
        "--max-memory",
        click.IntRange(1, MOST_MEMORY),
        "Maximum memory for the trees of all searches; each worker has a share of it.",
        default=DEFAULTS.memory >> 20,
        metavar="MB",
    ),
    _Option(
        "--max-request",
        click.IntRange(1024, LARGEST_REQUEST),
        "Largest request accepted.",
        sets="ceilings.request_bytes",
        metavar="BYTES",
    ),
    _Option(
        "--bot",
        SpecOfGame(),
        "Bot for requests that name none.",
        sets="default_bot",
        metavar="SPEC",
    ),
    _Option(
        "--engine",
        Engine(),
        "Let an engine play as a bot of this name: a program that reads lines and writes lines "
        "(docs/engine-protocol.md). May be repeated.",
        sets="engines",
        metavar="NAME=COMMAND",
        multiple=True,
    ),
    _Option(
        "--untrusted-engines",
        None,
        "Run engines in sandboxes (bubblewrap): no network, no files but their own.",
        sets="untrusted_engines",
        is_flag=True,
    ),
    _Option(
        "--cards",
        card_set_file,
        "File of a card set to serve besides the house set; may be repeated.",
        metavar="FILE",
        multiple=True,
    ),
    _Option(
        "--tables",
        None,
        "Keep tables for people and bots: in this file, which is made if need be, or in a database "
        "of PostgreSQL, such as postgresql://user@host/database, which needs the extra `postgres`.",
        sets="tables",
        metavar="PLACE",
    ),
    _Option("--max-tables", AMOUNT, "Tables kept at a time, of all clients.", sets="most_tables"),
    _Option(
        "--max-client-tables",
        AMOUNT,
        "Tables kept at a time of one client.",
        sets="most_tables_of_client",
    ),
    _Option(
        "--keep-tables",
        Number(1, LONGEST_TIME // 86_400),
        "Days after which a table is forgotten if nothing happens there.",
        default=30,
        metavar="DAYS",
    ),
    _Option(
        "--lame-duck",
        SECONDS,
        "Seconds after SIGTERM during which new calls are still accepted and health says "
        "NOT_SERVING.",
        sets="lame_duck",
    ),
    _Option(
        "--grace",
        SECONDS,
        "Seconds that searches have to finish when the server stops.",
        sets="grace",
    ),
    _Option(
        "--log-level",
        click.Choice(("debug", "info", "warning", "error")),
        "Lowest level that is logged, on standard error: refusals are `info`, slow calls "
        "`warning`.",
        default="info",
    ),
    _Option(
        "--log-format",
        click.Choice(("text", "json")),
        "Log format: for people or for programs.",
        default="text",
    ),
    _Option("--slow", SECONDS, "Seconds after which a unary call is logged as slow.", sets="slow"),
    _Option(
        "--access-log",
        Number(0, 1),
        "Share of answered calls that have a line in the log, from 0 to 1, beside all calls that "
        "fail; 0 for none at all.",
        sets="access_log",
        metavar="SHARE",
    ),
    _Option(
        "--traces",
        None,
        "Send traces of calls over OTLP, as the variables OTEL_... say. Needs the extra "
        "`telemetry`.",
        sets="traces",
        is_flag=True,
    ),
    _Option(
        "--record",
        FilePath(file_okay=False, path_type=Path),
        "Record all calls in a new file of this folder, for tests of clients.",
        sets="record",
        metavar="FOLDER",
    ),
    _Option(
        "--replay",
        FilePath(file_okay=False, exists=True, path_type=Path),
        "Answer calls as they are recorded in this folder, without bots and rules.",
        sets="replay",
        metavar="FOLDER",
    ),
    _Option(
        "--hangs",
        Number(4, LONGEST_TIME),
        "Seconds without a heartbeat after which one of several processes is restarted.",
        sets="hangs",
    ),
)


def server_settings(values: Mapping[str, Any]) -> Settings:
    """Return the settings that the options make, but for TLS."""
    host, http_port, metrics_port = values["host"], values["http_port"], values["metrics_port"]
    settings = replace(
        DEFAULTS,
        address=f"{host}:{values['port']}",
        http_address=None if http_port is None else f"{host}:{http_port}",
        metrics_address=None if metrics_port is None else f"{host}:{metrics_port}",
        memory=values["max_memory"] << 20,
        tables_kept=values["keep_tables"] * 86_400.0,
        card_sets=(*DEFAULTS.card_sets, *values["cards"]),
    )
    for option in OPTIONS:
        if option.sets:
            settings = _with(settings, option.sets, values[option.name])
    return settings


def _with(whole: Any, path: str, value: Any) -> Any:
    """Return the dataclass with another value in the field of this path."""
    name, _, rest = path.partition(".")
    return replace(whole, **{name: _with(getattr(whole, name), rest, value) if rest else value})
