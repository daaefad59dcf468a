"""`covert-bots arena serve`: a league, into which people hand in bots while it is played."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.entrants.enter import check
from covert_bots.arena.entrants.names import split_names
from covert_bots.arena.league.league import Conditions, League, LeagueBackend
from covert_bots.arena.league.terms import EntryError, Network, Terms
from covert_bots.arena.plan import LEAST_BALANCED, LEAST_SECONDS, MOST_BOTS, MOST_SECONDS
from covert_bots.engines.clock import OF
from covert_bots.engines.isolation import Isolation, IsolationError, check_sandbox
from covert_bots.engines.shelter import hide_memory
from covert_bots.players.cores import cores
from covert_command.arena.games import game_choice, game_of, settings_options
from covert_command.arena.isolation import MEBIBYTE
from covert_command.arena.play import budget_of
from covert_command.games.installed import command_game, command_games
from covert_command.options import bot_names, json_output
from covert_command.options.cards import card_set
from covert_command.options.cluster import as_mistakes, check_address, cluster_options
from covert_command.options.file_path import FilePath
from covert_command.options.game_choice import complete_bot
from covert_command.options.number import Number
from covert_command.options.with_options import with_options
from covert_command.terminal.command_line import examples, this_command
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import print_json

if TYPE_CHECKING:  # the server takes long to import, and `arena` has commands without one
    from covert_server.settings import Settings

TOKEN = "COVERT_BOTS_TOKEN"  # of the organiser, which no server of others may see
BLOCKS = 50  # of each bot
MOVE_SECONDS = 10.0
MOMENT = 0.5  # seconds in which a league without games in progress ends
A_FILE = FilePath(dir_okay=False, path_type=Path)


def _host(_: click.Context, __: click.Parameter, value: str) -> str:
    from covert_command.options.serve import host_alone

    return host_alone(value)


def _network(value: str) -> str | Network:
    """Read a host where bots may be: a name, an address or a network."""
    from covert_server.access.hosts import is_host

    try:
        return ip_network(value)
    except ValueError:
        pass
    if not is_host(value):
        expected = "expected one such as bots.example.org, 192.0.2.7 or 10.0.0.0/8"
        raise click.BadParameter(f"{value!r} is not a host or network; {expected}")
    return value.lower()


served = with_options(
    click.option(
        "--host", default="127.0.0.1", show_default=True, callback=_host, help="As for `serve`."
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=50051,
        show_default=True,
        help="Port where bots are handed in; 0 picks a free one.",
    ),
    click.option(
        "--http-port",
        type=click.IntRange(0, 65535),
        help="Port of the page, and for calls over HTTP; 0 picks a free one. Needs the extra "
        "`web`.",
    ),
    click.option(
        "--tokens",
        type=A_FILE,
        metavar="FILE",
        help="Accept only calls with a token from this file; `covert-bots token` adds tokens to "
        "it.",
    ),
    click.option(
        "--organiser",
        metavar="HOLDER",
        default="",
        help="Holder of a token who may withdraw each bot for good, and sees what each is.",
    ),
    click.option("--tls-cert", type=A_FILE, metavar="FILE", help="As for `serve`."),
    click.option("--tls-key", type=A_FILE, metavar="FILE", help="As for `serve`."),
    click.option("--insecure", is_flag=True, help="As for `serve`."),
)
entries = with_options(
    click.option(
        "--max-bots",
        type=click.IntRange(1, MOST_BOTS),
        default=Terms.most_bots,
        show_default=True,
        help="Bots of a holder, those that were withdrawn among them.",
    ),
    click.option(
        "--max-playing",
        type=click.IntRange(1, MOST_BOTS),
        default=Terms.most_playing,
        show_default=True,
        help="Bots of a holder that play at a time; the others wait.",
    ),
    click.option(
        "--allow-host",
        "hosts",
        type=_network,
        metavar="HOST",
        multiple=True,
        help="Name, address or network where bots may be, beside all public addresses. May be "
        "repeated.",
    ),
    click.option(
        "--engines",
        type=FilePath(exists=True, file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Folder whose files the commands of engines may name.",
    ),
    click.option(
        "--allow-command",
        "commands",
        metavar="COMMAND",
        multiple=True,
        help="Command of an engine that may be handed in. May be repeated; if given, no others "
        "may.",
    ),
    click.option(
        "--no-sandbox",
        is_flag=True,
        help="Run engines without bubblewrap, with your rights: whoever hands in a command can "
        "read and change your files.",
    ),
    click.option(
        "--bot-memory",
        type=click.IntRange(64),
        default=Isolation.memory_bytes // MEBIBYTE,
        show_default=True,
        metavar="MIB",
        help="Memory that each process of an engine may have.",
    ),
)
played = with_options(
    game_choice,
    click.option(
        "--players",
        type=click.IntRange(
            min(game.players[0] for game in command_games().values()),
            max(game.players[-1] for game in command_games().values()),
        ),
        help="Seats at a table.  [default: as for `run`]",
    ),
    click.option(
        "--bots",
        metavar="A,B,...",
        multiple=True,
        shell_complete=complete_bot,
        help="Bots of the organiser, as for `run`; may be repeated.",
    ),
    click.option(
        "--blocks",
        type=click.IntRange(LEAST_BALANCED),
        default=BLOCKS,
        show_default=True,
        help="Deals that each bot plays.",
    ),
    click.option(
        "--move-seconds",
        type=Number(LEAST_SECONDS, MOST_SECONDS),
        default=MOVE_SECONDS,
        show_default=True,
        help="Seconds after which a bot counts as hung.",
    ),
    click.option("--clock", metavar="SECONDS+INCREMENT", help="As for `run`."),
    click.option("--clock-of", type=click.Choice(OF), help="As for `run`."),
    click.option(
        "--workers", type=click.IntRange(1), help="Processes that play.  [default: one a core]"
    ),
    cluster_options,
    card_set,
    settings_options,
)


@click.command(
    epilog=examples(
        "covert-bots arena serve league.ledger --tokens tokens.toml --http-port 8080 "
        "--bots greedy,random",
    )
)
@click.argument("ledger", type=FilePath(dir_okay=False))
@served
@entries
@played
@json_output.as_json
def serve(ledger: str, bots: tuple[str, ...], as_json: bool, **chosen: Any) -> None:
    """Play a league, into which people hand in bots.

    Holders of tokens hand in bots with `covert-bots arena submit`. Each bot plays as many deals as
    every other, even if it joins later, and the page shows the standings. LEDGER keeps the games,
    and LEDGER.bots who has handed in what; the same command resumes the league. Ctrl-C waits for
    the games in progress; a second one leaves at once.
    """
    from covert_command.options.reach import check_host, tls_files
    from covert_server.ledger_source import LedgerSource
    from covert_server.settings import Settings

    check_address(chosen["backend"], chosen["address"])
    os.environ.pop(TOKEN, None)
    conditions = _conditions(ledger, chosen)
    terms = _terms(ledger, conditions, chosen)
    tls = tls_files(chosen["tls_cert"], chosen["tls_key"], None)
    host, http_port, cards = chosen["host"], chosen["http_port"], chosen["card_set"]
    settings = Settings(
        address=f"{host}:{chosen['port']}",
        http_address=None if http_port is None else f"{host}:{http_port}",
        page=http_port is not None,
        tls=tls,
        tokens=chosen["tokens"],
        workers=1,  # the games have the other cores
        card_sets=Settings().card_sets if cards is None else (cards, *Settings().card_sets),
    )
    check_host(host, settings, chosen["insecure"])
    own = split_names(",".join(bots)) if bots else ()
    _check_own(own, conditions)
    hide_memory()  # which has the secret of the deals
    league = League(Path(ledger), conditions, terms, own)
    source = LedgerSource(Path(ledger), conditions.game, league)
    with as_mistakes():
        backend = _backend(conditions, chosen)

    def ready(port: int, page: int | None) -> None:
        if as_json:
            shown = {"ledger": ledger, "host": host, "port": port}
            print_json(shown if page is None else {**shown, "http_port": page})
        else:
            scheme = "http" if tls is None else "https"
            where = "" if page is None else f"; its page: {scheme}://{host}:{page}/#/watch"
            click.echo(f"The league {ledger} takes bots at {host}:{port}{where}")
        sys.stdout.flush()

    number = _run(league, backend, replace(settings, ledger=source), ready)
    click.echo(f"The games are in {ledger}. To go on:\n  {this_command()}", err=True)
    if number == signal.SIGINT:
        raise KeyboardInterrupt


def _conditions(ledger: str, chosen: dict[str, Any]) -> Conditions:
    """Return the conditions of the games; Mistake if bots cannot be isolated so here."""
    name = chosen["game"] or command_game().name
    players = chosen["players"] or command_games()[name].usual_players
    game = game_of({"game": name, "players": players}, chosen, "")
    limits = {f"budget.{key}": chosen[key] for key in ("move_seconds", "clock", "clock_of")}
    here = chosen["backend"] == "local"
    path = os.path.realpath(ledger)
    isolation = Isolation(
        memory_bytes=chosen["bot_memory"] * MEBIBYTE,
        untrusted=not chosen["no_sandbox"] and (not here or not _no_sandbox()),
        hidden=(path, f"{path}.bots"),
    )
    return Conditions(game, players, chosen["blocks"], budget_of(limits), isolation, here=here)


def _no_sandbox() -> str:
    """Return why there is no sandbox here; empty if there is."""
    try:
        check_sandbox()
    except IsolationError as error:
        return str(error).removeprefix("--untrusted: ")
    return ""


def _terms(ledger: str, conditions: Conditions, chosen: dict[str, Any]) -> Terms:
    """Return the terms for bots that are handed in; Mistake if they cannot be kept here."""
    engines, commands = chosen["engines"], chosen["commands"]
    if chosen["organiser"] and chosen["tokens"] is None:
        raise Mistake("--organiser: is the holder of a token; expected --tokens too")
    sandboxed = conditions.isolation.untrusted
    if engines is not None and Path(ledger).resolve().is_relative_to(engines.resolve()):
        raise Mistake(f"--engines: {ledger} lies in {engines}; expected it in another folder")
    named = {"--engines": engines, "--allow-command": commands}
    if not (sandboxed or chosen["no_sandbox"]):
        for option, value in named.items():
            if value:
                raise Mistake(f"{option}: {_no_sandbox()}, or --no-sandbox")
        click.echo(f"No commands of engines are taken: {_no_sandbox()}", err=True)
    if chosen["no_sandbox"]:
        click.echo(
            "--no-sandbox: whoever hands in a command runs a program with your rights.", err=True
        )
    hosts = chosen["hosts"]
    return Terms(
        most_bots=chosen["max_bots"],
        most_playing=chosen["max_playing"],
        hosts=frozenset(host for host in hosts if isinstance(host, str)),
        networks=tuple(host for host in hosts if not isinstance(host, str)),
        runs_commands=sandboxed or chosen["no_sandbox"],
        commands=frozenset(commands),
        folder=engines,
        organiser=chosen["organiser"],
    )


def _check_own(bots: tuple[str, ...], conditions: Conditions) -> None:
    """Check the bots of the organiser; Mistake if one cannot play."""
    bot_names.import_from_here()
    for bot in bots:
        try:
            check(bot, conditions.game.catalogue)
            conditions.try_out(bot)
        except EntryError as error:
            raise Mistake(f"--bots: {error.wrong}") from None
        except ValueError as error:
            raise Mistake(f"--bots: {error}") from None


def _backend(conditions: Conditions, chosen: dict[str, Any]) -> LeagueBackend:
    workers = chosen["workers"] or cores()
    if conditions.here:
        return LocalProcesses(None, conditions.game, workers, conditions.isolation)
    from covert_bots.arena.ray_cluster import RayCluster  # Ray is an extra

    return RayCluster(None, conditions.game, workers, chosen["address"], conditions.isolation)


def _run(
    league: League,
    backend: LeagueBackend,
    settings: Settings,
    ready: Callable[[int, int | None], None],
) -> signal.Signals:
    """Serve and play until a signal, and return it."""
    import asyncio

    from covert_command.options.checked_start import cannot_listen
    from covert_server.access.files import AccessFileError
    from covert_server.calls.call_log import LogStyle, start_log

    start_log(LogStyle("info", False))
    try:
        return asyncio.run(_serve(league, backend, settings, ready))
    except (ImportError, AccessFileError) as error:
        raise Mistake(str(error)) from error
    except OSError as error:
        option = "--http-port" if str(error).endswith(str(settings.http_address)) else "--port"
        raise Mistake(cannot_listen(error, option, settings.address)) from error


async def _serve(
    league: League,
    backend: LeagueBackend,
    settings: Settings,
    ready: Callable[[int, int | None], None],
) -> signal.Signals:
    import asyncio

    from covert_server.app import Server

    loop, errors = asyncio.get_running_loop(), list[BaseException]()
    news: asyncio.Queue[signal.Signals | None] = asyncio.Queue()  # None: no more games are played

    def play() -> None:
        try:
            league.run(backend)
        except BaseException as error:
            errors.append(error)
        with suppress(RuntimeError):  # nobody is waiting
            loop.call_soon_threadsafe(news.put_nowait, None)

    server = Server(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, news.put_nowait, number)
    loop.add_signal_handler(signal.SIGHUP, server.reload)
    port = await server.start()
    try:
        ready(port, server.http_port)
        playing = Thread(target=play, name="league", daemon=True)
        playing.start()
        ended = await news.get()
        league.drain()
        if ended is not None:
            try:
                await asyncio.wait_for(news.get(), MOMENT)
            except TimeoutError:
                click.echo("Games in progress end first; Ctrl-C again to leave at once.", err=True)
                await news.get()
    finally:
        await server.stop()
    if errors:
        raise errors[0]
    return ended or signal.SIGTERM
