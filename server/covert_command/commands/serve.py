"""`covert-bots serve`: the service itself."""

from __future__ import annotations

import asyncio
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from covert_bots.covert.catalogue import describe
from covert_bots.engines.isolation import IsolationError, check_sandbox
from covert_bots.players.amounts import counted
from covert_command.options import json_output
from covert_command.options.checked_start import Start, cannot_listen, checked_start
from covert_command.options.configuration import ENVIRONMENT, Setting, config_file, settings_of
from covert_command.options.reach import check_host, tls_files
from covert_command.options.serve import HTTP_PORT, METRICS_PORT, OPTIONS, PORT, server_settings
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet
from covert_server.access.files import AccessFileError
from covert_server.app import serve
from covert_server.calls.call_log import LogStyle, flush_log, start_log
from covert_server.engines.command import EngineCommand
from covert_server.engines.processes import EngineStartError
from covert_server.processes.supervisor import StartError, supervise
from covert_server.settings import Settings
from covert_server.tables.kept import StoreError
from covert_server.tables.stores import is_shared, without_password

DIGITS = 12  # of a digest; enough to distinguish card sets


@click.command(
    params=[config_file, *OPTIONS],
    epilog=examples("covert-bots serve --port 50051 --workers 4"),
    context_settings={"auto_envvar_prefix": ENVIRONMENT},
)
@click.option(
    "--show-config",
    is_flag=True,
    help="Print the settings in force and where each comes from, and do not serve.",
)
@click.option(
    "--check-config",
    is_flag=True,
    help="Check settings, certificates, tokens and addresses, print what would be served, and do "
    "not serve.",
)
@json_output.as_json
@click.pass_context
def command(
    ctx: click.Context,
    /,
    show_config: bool,
    check_config: bool,
    as_json: bool,
    **values: Any,
) -> None:
    """Serve bots and rules over gRPC and HTTP, until stopped.

    HTTP is served with --http-port. Prints one line when the server is ready. SIGTERM or Ctrl-C
    stops it: searches, including those that wait for a worker, may finish first; PlaySeat calls
    that are waiting for a view end at once. SIGHUP makes it read certificates and tokens again.

    Options can also be set in the environment: --max-queue is COVERT_BOTS_MAX_QUEUE. All but
    --config, --show-config, --check-config and --json can also be set in the --config file:
    --max-queue is max-queue. The command line takes precedence over the environment, and the
    environment over the file.
    """
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the server takes it
    tls = tls_files(values["tls_cert"], values["tls_key"], values["tls_client_ca"])
    settings = replace(server_settings(values), tls=tls)
    check_host(values["host"], settings, values["insecure"])
    if ctx.get_parameter_source("workers") is ParameterSource.DEFAULT:
        ctx.params["workers"] = max(settings.workers, settings.processes)
        settings = replace(settings, workers=ctx.params["workers"])
    _check_shares(settings)
    _check_engines(settings)
    if show_config:
        _show_config(settings_of(ctx), as_json)
        return
    _check_ports(values)
    _raise_limit_of_files()
    if check_config:
        _show_start(checked_start(settings), as_json)
        return
    style = LogStyle(values["log_level"], values["log_format"] == "json")
    start_log(style)

    def ready(port: int, http_port: int | None) -> None:
        flush_log()  # what it says of the start comes before the line that says it is over
        try:
            _announce(settings, port, http_port, as_json)
        except OSError as error:
            raise Mistake(f"standard output: {error.strerror or error}") from error

    alone = settings.processes == 1
    serving = serve(settings, ready) if alone else supervise(settings, style, ready)
    try:
        number = asyncio.run(serving)
    except (ImportError, AccessFileError, StartError) as error:
        raise Mistake(str(error)) from error
    except StoreError as error:
        raise Mistake(f"--tables: {error}") from error
    except EngineStartError as error:
        raise Mistake(f"--engine: {error}") from error
    except OSError as error:
        others = {settings.http_address: HTTP_PORT, settings.metrics_address: METRICS_PORT}
        option = others.get(str(error).rpartition(" ")[2], PORT)
        raise Mistake(cannot_listen(error, option, settings.address)) from error
    if number == signal.SIGINT:
        raise KeyboardInterrupt


def _check_shares(settings: Settings) -> None:
    """Mistake if something is set for HTTP, which is not served, or if a process or a worker would
    have nothing of what they share."""
    of_http = {
        "--http-origin": settings.http_origins,
        "--http-host": settings.http_hosts,
        "--page": settings.page,
    }
    for name, given in of_http.items():
        if given and settings.http_address is None:
            wrong = "nothing is served over HTTP; expected --http-port too"
            raise Mistake(f"{name}: {wrong}")
    if settings.replay is not None:
        for name, value in {"--record": settings.record, "--tables": settings.tables}.items():
            if value is not None:
                wrong = "a replay has no bots and rules; expected it without --replay"
                raise Mistake(f"{name}: {wrong}")
    if settings.tables and not is_shared(settings.tables) and settings.processes > 1:
        wrong = f"--processes: {settings.processes}, and a file of --tables is for one process"
        raise Mistake(f"{wrong}; expected 1, or a database of PostgreSQL")
    workers, processes, memory = settings.workers, settings.processes, settings.memory >> 20
    if processes > workers:
        raise Mistake(
            f"--processes: {processes} for {counted(workers, 'worker')}; expected at least "
            "1 worker for each process"
        )
    if memory < workers:
        raise Mistake(
            f"--max-memory: {memory} MB for {counted(workers, 'worker')}; expected at least "
            "1 MB for each worker"
        )
    limits = settings.client_limits
    shared = {
        "calls": limits.calls,
        "connections": limits.connections,
        "connections-total": settings.connections,
    }
    for name, most in shared.items():
        if processes > most:
            raise Mistake(
                f"--max-{name}: {most} for {processes} processes; expected at least 1 for each "
                "process"
            )


def _check_engines(settings: Settings) -> None:
    """Check the engines; Mistake if two have one name, or if they cannot run as wanted."""
    names = [EngineCommand.read(text).name for text in settings.engines]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise Mistake(f"--engine: two are named {name}; expected another name for one")
    if settings.engines and settings.replay is not None:
        wrong = "a replay has no bots; expected it without --replay"
        raise Mistake(f"--engine: {wrong}")
    if settings.untrusted_engines:
        if not settings.engines:
            wrong = "there is no engine; expected --engine too"
            raise Mistake(f"--untrusted-engines: {wrong}")
        try:
            check_sandbox()
        except IsolationError as error:
            raise Mistake(str(error).replace("--untrusted:", "--untrusted-engines:")) from None


def _check_ports(values: Mapping[str, Any]) -> None:
    """Check the ports; Mistake if two options have one."""
    taken: dict[int, str] = {}
    for option in (PORT, HTTP_PORT, METRICS_PORT):
        port = values[option.removeprefix("--").replace("-", "_")]
        if port in taken:
            raise Mistake(f"{option}: {port} is also {taken[port]}; choose another port")
        if port:
            taken[port] = option


def _raise_limit_of_files() -> None:
    """Let this process open as many files as it may: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # not every system lets it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _show_config(settings: Sequence[Setting], as_json: bool) -> None:
    shown = [setting._replace(value=_plain(setting.value)) for setting in settings]
    if as_json:
        print_json(
            {setting.name: {"value": setting.value, "from": setting.source} for setting in shown}
        )
        return
    table = plain_table("setting", "value", "from")
    for name, value, source in shown:
        words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        table.add_row(name, "" if value is None else words, source)
    output().print(table)


def _show_start(start: Start, as_json: bool) -> None:
    if as_json:
        print_json(start._asdict())
        return
    for line in start.lines():
        output().print(line, markup=False, highlight=False, soft_wrap=True)


def _plain(value: Any) -> Any:
    """Return a value as it is written; card sets by their names."""
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, str):
        return without_password(value)
    return value.name if isinstance(value, CardSet) else value


def _announce(settings: Settings, port: int, http_port: int | None, as_json: bool) -> None:
    host, _, _ = settings.address.rpartition(":")
    replays = None if settings.replay is None else str(settings.replay)
    engines = (EngineCommand.read(text).name for text in settings.engines)
    bots = [*(bot.name for bot in describe()), *engines]
    if as_json:
        digests = [card_set.digest for card_set in settings.card_sets]
        ports = {"port": port} if http_port is None else {"port": port, "http_port": http_port}
        served = {"bots": bots, "card_sets": digests} if replays is None else {"replay": replays}
        print_json({"host": host, **ports, **served})
    else:
        sets = (f"{card_set.name} {card_set.digest[:DIGITS]}" for card_set in settings.card_sets)
        scheme = "http" if settings.tls is None else "https"
        also = "" if http_port is None else f" and {scheme}://{host}:{http_port}"
        what = f"bots: {', '.join(bots)}; cards: {', '.join(sets)}"
        if replays is not None:
            what = f"the calls recorded in {replays}"
        click.echo(f"serving {host}:{port}{also}; {what}")
    sys.stdout.flush()
