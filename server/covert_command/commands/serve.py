"""`covert-bots serve`: the service itself."""

from __future__ import annotations

import asyncio
import errno
import re
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from covert_bots.covert.catalogue import describe
from covert_bots.players.amounts import counted
from covert_command.covert import choices
from covert_command.options import general
from covert_command.options.configuration import ENVIRONMENT, Setting, config_file, settings_of
from covert_command.options.guard import Guard, guard_options
from covert_command.options.number import LONGEST_TIME, MOST_COUNTED, Number
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import examples, output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.search.parameters import MAX_ITERATIONS, MAX_NODES
from covert_server.access.files import AccessFileError
from covert_server.access.hosts import ANY, in_full, is_host, origin_of
from covert_server.app import serve
from covert_server.budget import Ceilings
from covert_server.calls.call_log import LogStyle, start_log
from covert_server.listening import bound
from covert_server.processes.supervisor import StartError, supervise
from covert_server.settings import Settings

DEFAULTS = Settings()
PORT, HTTP_PORT, METRICS_PORT = "--port", "--http-port", "--metrics-port"
DIGITS = 12  # of a digest; enough to distinguish card sets
LEAST_NODES = 64  # one for each lane that a spec may ask for
MOST_MEMORY = (1 << 44) - 1  # MB; messages hold it in bytes, with 64 bits
LARGEST_REQUEST = (1 << 31) - 1  # bytes; gRPC has 31 bits for it


def host_alone(value: str) -> str:
    """A name or address to listen on; one of IPv6 in brackets, so that a port may follow."""
    if re.fullmatch(r"([^:]*|\[.*\]):\d*", value):
        wrong = f"{value!r} has a port; expected a name or address alone (use --port)"
        raise click.BadParameter(wrong)
    if value and not is_host(value):  # an empty one is all addresses
        expected = "expected one such as localhost or 192.0.2.7, or 0.0.0.0 for all addresses"
        raise click.BadParameter(f"{value!r} is not a name or address; {expected}")
    return f"[{value}]" if ":" in value and not value.startswith("[") else in_full(value)


def origin(value: str) -> str:
    """Where pages come from, as browsers write it."""
    try:
        return origin_of(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} {error}") from error


def served_host(value: str) -> str:
    """A host that clients may name."""
    if value != ANY and not is_host(value):
        expected = f"expected one such as bots.example.org, without a port, or {ANY}"
        raise click.BadParameter(f"{value!r} is not a name or address; {expected}")
    return value


@click.command(
    epilog=examples("covert-bots serve --port 50051 --workers 4"),
    context_settings={"auto_envvar_prefix": ENVIRONMENT},
)
@config_file
@click.option(
    "--host",
    type=host_alone,
    metavar="HOST",
    default="127.0.0.1",
    show_default=True,
    help="Name or address to listen on.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=50051,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--http-port",
    type=click.IntRange(0, 65535),
    help="Port to listen on for HTTP too; 0 picks a free one. Needs the extra `web`.",
)
@click.option(
    "--http-origin",
    type=origin,
    metavar="ORIGIN",
    multiple=True,
    help="Origin whose pages may call over HTTP, such as https://example.org; * for all origins. "
    "May be repeated.",
)
@click.option(
    "--http-host",
    type=served_host,
    metavar="NAME",
    multiple=True,
    help="Host that HTTP requests may name, beside localhost and --host; * for any. Without it, "
    "a server on loopback without --tokens takes no others, and all other servers take any. May "
    "be repeated.",
)
@guard_options
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    help="Port where Prometheus can scrape metrics; 0 picks a free one. Needs the extra `metrics`.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=DEFAULTS.workers,
    show_default="number of cores, or of processes if there are more",
    help="Threads that search.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=DEFAULTS.processes,
    show_default=True,
    help="Processes that serve, each with its share of the workers, the queue and the memory.",
)
@click.option(
    "--max-queue",
    type=click.IntRange(0, MOST_COUNTED),
    default=DEFAULTS.queue,
    show_default=True,
    help="Searches that may wait for a worker.",
)
@click.option(
    "--max-iterations",
    type=click.IntRange(1, MAX_ITERATIONS),
    default=DEFAULTS.ceilings.iterations,
    show_default=True,
    help="Most iterations of one search.",
)
@click.option(
    "--max-seconds",
    type=Number(0, LONGEST_TIME, min_open=True),
    default=DEFAULTS.ceilings.seconds,
    show_default=True,
    help="Longest time of one search.",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(LEAST_NODES, MAX_NODES),
    default=DEFAULTS.ceilings.nodes,
    show_default=True,
    help="Most nodes in the tree of one search.",
)
@click.option(
    "--max-memory",
    type=click.IntRange(1, MOST_MEMORY),
    default=DEFAULTS.memory >> 20,
    show_default=True,
    metavar="MB",
    help="Most memory for the trees of all searches; each worker has a share of it.",
)
@click.option(
    "--max-request",
    type=click.IntRange(1024, LARGEST_REQUEST),
    default=DEFAULTS.ceilings.request_bytes,
    show_default=True,
    metavar="BYTES",
    help="Largest request accepted.",
)
@click.option(
    "--bot",
    type=choices.bot_spec,
    metavar="SPEC",
    default=DEFAULTS.default_bot,
    show_default=True,
    help="Bot for requests that name none.",
)
@click.option(
    "--cards",
    type=choices.card_set_file,
    metavar="FILE",
    multiple=True,
    help="File of a card set to serve besides the house set; may be repeated.",
)
@click.option(
    "--lame-duck",
    type=Number(0, LONGEST_TIME),
    default=DEFAULTS.lame_duck,
    show_default=True,
    help="Seconds after SIGTERM during which new calls are still accepted and health says "
    "NOT_SERVING.",
)
@click.option(
    "--grace",
    type=Number(0, LONGEST_TIME),
    default=DEFAULTS.grace,
    show_default=True,
    help="Seconds that searches have to finish when the server stops.",
)
@click.option(
    "--log-level",
    type=click.Choice(("debug", "info", "warning", "error")),
    default="info",
    show_default=True,
    help="Lowest level that is logged, on standard error: refusals are `info`, slow calls "
    "`warning`.",
)
@click.option(
    "--log-format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Lines of the log for people or for programs.",
)
@click.option(
    "--slow",
    type=Number(0, LONGEST_TIME),
    default=DEFAULTS.slow,
    show_default=True,
    help="Seconds after which a unary call is logged as slow.",
)
@click.option(
    "--hangs",
    type=Number(4, LONGEST_TIME),
    default=DEFAULTS.hangs,
    show_default=True,
    help="Seconds without a heartbeat after which one of several processes is restarted.",
)
@click.option(
    "--show-config",
    is_flag=True,
    help="Print the settings in force and where each comes from, and do not serve.",
)
@general.as_json
@click.pass_context
def command(
    ctx: click.Context,
    host: str,
    port: int,
    http_port: int | None,
    http_origin: tuple[str, ...],
    http_host: tuple[str, ...],
    guard: Guard,
    metrics_port: int | None,
    workers: int,
    processes: int,
    max_queue: int,
    max_iterations: int,
    max_seconds: float,
    max_nodes: int,
    max_memory: int,
    max_request: int,
    bot: str,
    cards: tuple[CardSet, ...],
    lame_duck: float,
    grace: float,
    log_level: str,
    log_format: str,
    slow: float,
    hangs: float,
    show_config: bool,
    as_json: bool,
) -> None:
    """Serve bots and rules over gRPC and HTTP, until stopped.

    HTTP is served with --http-port. Prints one line when the server is ready. SIGTERM or Ctrl-C
    stops it: searches, including those that wait for a worker, may finish first; PlaySeat calls
    that are waiting for a view end at once. SIGHUP makes it read certificates and tokens again.

    Options can also be set in the environment: --max-queue is COVERT_BOTS_MAX_QUEUE. All but
    --config, --show-config and --json can also be set in the --config file: --max-queue is
    max-queue. The command line takes precedence over the environment, and the environment over the
    file.
    """
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the server takes it
    for option, given in (("--http-origin", http_origin), ("--http-host", http_host)):
        if given and http_port is None:
            raise Mistake(f"{option}: nothing is served over HTTP; expected --http-port too")
    if processes > workers:
        if ctx.get_parameter_source("workers") is not ParameterSource.DEFAULT:
            wrong = (
                f"--processes: {processes} for {counted(workers, 'worker')}; expected at least "
                "1 worker for each process"
            )
            raise Mistake(wrong)
        workers = ctx.params["workers"] = processes
    if max_memory < workers:
        wrong = (
            f"--max-memory: {max_memory} MB for {counted(workers, 'worker')}; expected at least "
            "1 MB for each worker"
        )
        raise Mistake(wrong)
    limits = guard.limits
    shared = {
        "calls": limits.calls,
        "connections": limits.connections,
        "connections-total": guard.connections,
    }
    for name, most in shared.items():
        if processes > most:
            wrong = (
                f"--max-{name}: {most} for {processes} processes; expected at least 1 for each "
                "process"
            )
            raise Mistake(wrong)
    if show_config:
        _show_config(settings_of(ctx), as_json)
        return
    _check_ports(ctx)
    settings = Settings(
        address=f"{host}:{port}",
        http_address=None if http_port is None else f"{host}:{http_port}",
        http_origins=http_origin,
        http_hosts=http_host,
        tls=guard.tls,
        tokens=guard.tokens,
        client_limits=guard.limits,
        connections=guard.connections,
        streams=guard.streams,
        metrics_address=None if metrics_port is None else f"{host}:{metrics_port}",
        workers=workers,
        processes=processes,
        queue=max_queue,
        ceilings=Ceilings(max_iterations, max_seconds, max_nodes, max_request),
        default_bot=bot,
        card_sets=(*DEFAULTS.card_sets, *cards),
        memory=max_memory << 20,
        lame_duck=lame_duck,
        grace=grace,
        slow=slow,
        hangs=hangs,
    )
    _raise_limit_of_files()
    style = LogStyle(log_level, log_format == "json")
    start_log(style)

    def ready(port: int, http_port: int | None) -> None:
        try:
            _announce(settings, port, http_port, as_json)
        except OSError as error:
            raise Mistake(f"standard output: {error.strerror or error}") from error

    serving = serve(settings, ready) if processes == 1 else supervise(settings, style, ready)
    try:
        number = asyncio.run(serving)
    except (ImportError, AccessFileError, StartError) as error:
        raise Mistake(str(error)) from error
    except OSError as error:
        others = {settings.http_address: HTTP_PORT, settings.metrics_address: METRICS_PORT}
        option = others.get(str(error).rpartition(" ")[2], PORT)
        raise Mistake(_cannot_listen(error, option, host, port)) from error
    if number == signal.SIGINT:
        raise KeyboardInterrupt


def _check_ports(ctx: click.Context) -> None:
    """Mistake if two options have one port."""
    taken: dict[int, str] = {}
    for option in (PORT, HTTP_PORT, METRICS_PORT):
        port = ctx.params[option.removeprefix("--").replace("-", "_")]
        if port in taken:
            raise Mistake(f"{option}: {port} is {taken[port]} too; expected another port")
        if port:
            taken[port] = option


def _cannot_listen(error: OSError, option: str, host: str, port: int) -> str:
    """What is wrong with an address, and what to do about it."""
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else _obstacle(host, port)
    if cause is None:
        return f"{error}: gRPC cannot use this address, or these certificates"
    why = cause.strerror or str(cause)
    if cause.errno == errno.EADDRINUSE:
        return f"{error}: {why}; stop the server that has it, or name another {option}"
    if cause.errno == errno.EADDRNOTAVAIL:
        expected = "expected one that is, or 0.0.0.0 for all of them"
        return f"--host: {host!r} is not an address of this machine; {expected}"
    return f"{error}: {why}"


def _raise_limit_of_files() -> None:
    """As many as this process may have open: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # not every system lets it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _show_config(settings: Sequence[Setting], as_json: bool) -> None:
    found = [one._replace(value=_plain(one.value)) for one in settings]
    if as_json:
        print_json({one.name: {"value": one.value, "from": one.source} for one in found})
        return
    table = plain_table("setting", "value", "from")
    for name, value, source in found:
        words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        table.add_row(name, "" if value is None else words, source)
    output().print(table)


def _plain(value: Any) -> Any:
    """A value as it is written; card sets by their names."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Path):
        return str(value)
    return value.name if isinstance(value, CardSet) else value


def _announce(settings: Settings, port: int, http_port: int | None, as_json: bool) -> None:
    host, _, _ = settings.address.rpartition(":")
    bots = [bot.name for bot in describe()]
    if as_json:
        digests = [card_set.digest for card_set in settings.card_sets]
        ports = {"port": port} if http_port is None else {"port": port, "http_port": http_port}
        print_json({"host": host, **ports, "bots": bots, "card_sets": digests})
    else:
        sets = (f"{one.name} {one.digest[:DIGITS]}" for one in settings.card_sets)
        scheme = "http" if settings.tls is None else "https"
        also = "" if http_port is None else f" and {scheme}://{host}:{http_port}"
        served = f"bots: {', '.join(bots)}; cards: {', '.join(sets)}"
        click.echo(f"serving {host}:{port}{also}; {served}")
    sys.stdout.flush()


def _obstacle(host: str, port: int) -> OSError | None:
    """Why the server cannot listen there, which gRPC does not say; None if it could."""
    try:
        for one in bound(f"{host}:{port}"):
            one.close()
    except OSError as error:
        return error
    return None
