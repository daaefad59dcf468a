"""The server, assembled from its parts."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from grpc_health.v1 import health
from grpc_reflection.v1alpha import reflection

from covert_bots.engines.isolation import Isolation
from covert_bots.engines.shelter import hide_memory
from covert_engine.input.hints import not_installed
from covert_server.access.connections import Connections
from covert_server.access.grpc_sockets import GrpcSockets
from covert_server.access.guard import Guard
from covert_server.access.hosts import own_hosts
from covert_server.access.proxies import Proxies
from covert_server.access.strangers import Strangers
from covert_server.access.tls import Tls
from covert_server.arena import ARENA, LEAGUE
from covert_server.bot_requests import BotRequests
from covert_server.build import build
from covert_server.calls.access_log import AccessLog
from covert_server.calls.call_log import CallLog
from covert_server.calls.calls import Calls, Method, unless_draining
from covert_server.calls.over_grpc import grpc_handlers
from covert_server.calls.status import DrainingError
from covert_server.connect.app import ConnectApp
from covert_server.connect.writers import Writers
from covert_server.engines.command import EngineCommand
from covert_server.engines.processes import Engines
from covert_server.health import Health, reflection_methods
from covert_server.installed import installed_games, with_engines
from covert_server.opponent import OPPONENT, Opponent
from covert_server.page.files import page_files
from covert_server.recording.recorder import Recorder
from covert_server.recording.replay import Replay
from covert_server.referee import REFEREE, Referee
from covert_server.settings import Settings
from covert_server.systemd import Systemd
from covert_server.tables.service import TABLES, Tables
from covert_server.tables.stores import is_shared, opened
from covert_server.workers.worker_pool import WorkerPool

if TYPE_CHECKING:
    from covert_server.calls.traces import Traces
    from covert_server.connect.port import HttpPort
    from covert_server.metrics import Metrics

log = logging.getLogger(__name__)

# Seconds for answers to leave after the searches have been asked to stop.
FAREWELL = 2.0
# Seconds for calls that gRPC took before it said goodbye to reach their handlers.
ON_THE_WAY = 0.05
# A vanished client is noticed within this time, milliseconds.
KEEPALIVE_TIME = 20_000
KEEPALIVE_TIMEOUT = 10_000
# The most often a client may ask whether the server is alive, milliseconds.
CLIENT_KEEPALIVE = 5_000
MOST_PING_STRIKES = 2  # times that it may ask more often before its connection is closed
IDLE = 300_000  # milliseconds that a connection may be without a call
HANDSHAKE = 10_000  # milliseconds until a connection must speak HTTP/2, over TLS if need be
UNPACKED_ALONE = 1  # the bit of the algorithm "identity"
# Calls of a connection beyond a client's limit: refused with a message, not just held back.
TO_BE_REFUSED = 100
# Bytes of a call that a client may send before they are read, and that are read at a time. gRPC
# would let both grow to megabytes for a fast client.
AHEAD = 1 << 14
# Calls that may wait to be handled: beyond the first number gRPC drops some at random, of any
# client; beyond the second, all. Each takes some 30 kB.
PENDING, MOST_PENDING = 500, 1000
# Connections that gRPC accepts beyond the limit: those that come between two checks.
NOT_YET_CLOSED = 1000
OF_SQLITE = ("", "-wal", "-shm", "-journal")  # ends of the names of a database's files


class Server:
    """A Covert bots server on the running event loop.

    server = Server(Settings(address="127.0.0.1:0"))
    port = await server.start()
    ...
    await server.stop()
    """

    def __init__(self, settings: Settings) -> None:
        """Raise `AccessFileError` if the files of certificates or tokens cannot be used."""
        self.settings = settings
        self.engines = _engines(settings)
        self._tls = None if settings.tls is None else Tls(settings.tls)
        self._hurried = asyncio.Event()
        limits = settings.client_limits_here
        proxies = Proxies(settings.trusted_proxies)
        self._connections = Connections(limits.connections, settings.connections_here, proxies)
        self._strangers = Strangers(self._connections, settings.ceilings.request_bytes)
        self._guard = guard = Guard(settings.tokens, limits, settings.use_file, proxies)
        charge = guard.charge
        self.searchers = WorkerPool(
            "search",
            settings.workers_here,
            settings.queue_here,
            charge,
            begun=settings.begun_here,
            searches=True,
        )
        # Only deadlines and memory limit these queues.
        self._readers = WorkerPool("read", settings.readers, sys.maxsize, charge)
        self._referees = WorkerPool("referee", settings.referees, sys.maxsize, charge)
        writers = None if settings.http_address is None else Writers(charge)
        self._pools = {
            "read": self._readers,
            "search": self.searchers,
            "referee": self._referees,
            **({} if writers is None else writers.pools),
        }
        self._metrics = self._counted()
        observers = [] if self._metrics is None else [self._metrics]
        self._call_log = CallLog(settings.slow)
        self._access_log = AccessLog(settings.access_log) if settings.access_log else None
        self._traces = self._traced() if settings.traces else None
        self._recorder = None if settings.record is None else Recorder(settings.record)
        self._calls = Calls(
            guard,
            self._strangers,
            self._call_log,
            *observers,
            access_log=self._access_log,
            recorder=self._recorder,
            traces=self._traces,
        )
        league = settings.ledger and settings.ledger.league
        kept = {TABLES: settings.tables, ARENA: settings.ledger, LEAGUE: league}
        services = (OPPONENT, REFEREE, *(name for name, source in kept.items() if source))
        self._health = Health(services)
        self._tables: Tables | None = None
        if settings.replay is None:
            methods = self._methods()
        else:
            methods = Replay(settings.replay, self._calls.draining).methods()
        streams = min(settings.streams, limits.calls + TO_BE_REFUSED)
        self._grpc = grpc.aio.server(
            options=[
                ("grpc.max_receive_message_length", settings.ceilings.request_bytes),
                # Packed, a request may be a thousand times as large as it looks.
                ("grpc.compression_enabled_algorithms_bitset", UNPACKED_ALONE),
                # A taken port is an error, unless other processes of this server share it.
                ("grpc.so_reuseport", int(settings.processes > 1)),
                ("grpc.keepalive_time_ms", KEEPALIVE_TIME),
                ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT),
                ("grpc.http2.min_recv_ping_interval_without_data_ms", CLIENT_KEEPALIVE),
                ("grpc.http2.max_ping_strikes", MOST_PING_STRIKES),
                ("grpc.max_connection_idle_ms", IDLE),
                ("grpc.server_handshake_timeout_ms", HANDSHAKE),
                ("grpc.max_concurrent_streams", streams),
                ("grpc.http2.bdp_probe", 0),
                ("grpc.http2.lookahead_bytes", AHEAD),
                ("grpc.experimental.tcp_read_chunk_size", AHEAD),
                ("grpc.experimental.tcp_max_read_chunk_size", AHEAD),
                ("grpc.http2.max_requests_per_read", 1),
                ("grpc.server.max_pending_requests", PENDING),
                ("grpc.server.max_pending_requests_hard_limit", MOST_PENDING),
                (
                    "grpc.max_allowed_incoming_connections",
                    settings.connections_here + NOT_YET_CLOSED,
                ),
            ]
        )
        both = [*methods, *self._health.methods()]
        names = (*services, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflected = reflection_methods(names, self._calls.draining)
        handlers = grpc_handlers([*both, *reflected], self._calls)
        self._grpc.add_generic_rpc_handlers(handlers)
        self.http_app: ConnectApp | None = None
        """The same services over HTTP, if they are served."""
        self.http_port: int | None = None
        """Its port, once it is served."""
        self.metrics_port: int | None = None
        """The port of the figures, once they can be read."""
        self._http = None if writers is None else self._over_http(both, writers)
        self._figures = None if self._metrics is None else self._metrics_port(self._metrics)
        self._limiting: asyncio.Future[None] | None = None

    @property
    def most_connections(self) -> int:
        """The most connections of this process, bounded by the files that it may open."""
        return self._connections.most

    async def start(self) -> int:
        """Start to serve and return the port for gRPC. `OSError` if an address is not available,
        AccessFileError if calls cannot be recorded, EngineStartError if an engine does not
        start."""
        await self.start_engines()
        if self._recorder is not None:
            self._recorder.start()
        try:
            if self._tls is None:
                port = self._grpc.add_insecure_port(self.settings.address)
            else:
                port = self._grpc.add_secure_port(self.settings.address, self._tls.credentials)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {self.settings.address}") from error
        if self._http is not None:
            self.http_port = await self._http.start()
        if self._figures is not None:
            self.metrics_port = await self._figures.start()
        build()  # reads files: not while a request waits
        if self._tables is not None:
            self._tables.start()
        await self._grpc.start()
        sockets = GrpcSockets(port, self._connections, self._strangers.look)
        self._limiting = asyncio.ensure_future(sockets.keep())
        self._health.set(serving=True)
        ports = {"grpc_port": port, "http_port": self.http_port, "metrics_port": self.metrics_port}
        if self.settings.processes > 1:
            ports["process"] = self.settings.number
        fields = {**ports, "workers": self.searchers.workers, "build": build()}
        log.info("started", extra={"fields": fields})
        if (most := self.most_connections) < self.settings.connections_here:
            files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
            few = {"connections": most, "set": self.settings.connections_here, "files": files}
            log.warning("few files may be open", extra={"fields": few})
        return port

    async def start_engines(self) -> None:
        """Start each engine; EngineStartError if one does not start."""
        await asyncio.to_thread(self.engines.start)

    async def stop(self, grace: float | None = None, lame_duck: float = 0.0) -> None:
        """Announce the shutdown, refuse new calls, answer those in progress, and end.

        New calls are accepted for another `lame_duck` seconds; over HTTP each answer is the last of
        its connection. Then clients are sent away from their connections: over gRPC by GOAWAY, and
        no new connection is accepted; over HTTP those without a request are closed, and a new one
        is told that the server shuts down. Searches still running `grace` seconds after that are
        stopped and answer with their best so far.
        """
        self._health.set(serving=False)
        if self._http is not None:
            self._http.traffic.closing = True
        grace = self.settings.grace if grace is None else grace
        if lame_duck:
            log.info("lame duck", extra={"fields": {"seconds": lame_duck}})
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), lame_duck)
        searches = {"running": self.searchers.running, "waiting": self.searchers.waiting}
        log.info("stopping", extra={"fields": {**searches, "grace": grace}})
        # The time for its calls is limited below.
        leaving = asyncio.ensure_future(self._grpc.stop(math.inf))
        if self._http is not None:
            self._http.close_idle()
        await asyncio.sleep(ON_THE_WAY)
        self._calls.close()
        with suppress(DrainingError):  # hurried
            await unless_draining(self._hurried, self._calls.drain(grace))
        self.searchers.stop()
        await self._calls.drain(FAREWELL)
        if self._tables is not None:
            await self._tables.stop()
        await asyncio.to_thread(self.engines.close)
        if self._limiting is not None:  # it has started
            self._limiting.cancel()
        self._health.close()
        await asyncio.gather(
            leaving,
            self._grpc.stop(FAREWELL),
            *(port.stop() for port in (self._http, self._figures) if port is not None),
        )
        for pool in self._pools.values():
            pool.close()
        self._call_log.close()
        if self._access_log is not None:
            self._access_log.close()
        if self._recorder is not None:
            self._recorder.close()
        if self._traces is not None:
            await self._traces.close()
        log.info("stopped")

    def reload(self) -> None:
        """Read certificates and tokens again. Unusable files change nothing and are logged."""
        log.info("reloading")
        self._guard.reload()
        if self._tls is not None:
            self._tls.reload()

    def hurry(self) -> None:
        """End the wait of `stop`: searches answer with their best so far."""
        self._hurried.set()
        self.searchers.stop()

    def _methods(self) -> list[Method]:
        """Return the methods of the services, which bots and rules answer."""
        settings = self.settings
        served, refereed = installed_games(settings)
        if settings.engines:
            served = with_engines(served, self.engines)
        answered = (lambda _: None) if self._metrics is None else self._metrics.answered
        bots = BotRequests(settings, self._readers, self.searchers, answered)
        opponent = Opponent(settings, served, bots, self._calls)
        referee = Referee(refereed, self._referees, served, bots)
        methods = [*opponent.methods(), *referee.methods()]
        if settings.tables is not None:
            store, games = opened(settings.tables), (served, refereed)
            self._tables = Tables(
                settings, store, games, self._referees, bots, self._guard, self._calls
            )
            methods += self._tables.methods()
        if settings.ledger is not None:
            from covert_server.arena.service import Arena  # SciPy takes long to import

            methods += Arena(settings.ledger, self._calls).methods()
            if settings.ledger.league is not None:
                from covert_server.arena.league import Leagues

                methods += Leagues(settings.ledger.league).methods()
        return methods

    def _over_http(self, methods: list[Method], writers: Writers) -> HttpPort:
        """Return the port for HTTP; ImportError if the extra is not installed."""
        from covert_server.connect.port import HttpPort

        address, largest = self.settings.http_address, self.settings.ceilings.request_bytes
        assert address is not None
        origins = self.settings.http_origins
        host, open_to_all = address.rpartition(":")[0], self.settings.tokens is None
        hosts = own_hosts(host, self.settings.http_hosts, open_to_all)
        files = page_files() if self.settings.page else {}
        self.http_app = ConnectApp(
            methods,
            self._calls,
            largest,
            origins,
            writers,
            hosts,
            lambda: self._health.serving,
            files,
        )
        context = None if self._tls is None else self._tls.context
        shared = self.settings.processes > 1
        cancel = self.http_app.cancel
        return HttpPort(self.http_app, address, self._connections, context, shared, cancel=cancel)

    def _traced(self) -> Traces:
        """Return what traces calls; ImportError without the extra."""
        from covert_server.calls.traces import Traces

        return Traces(self.settings.replica, build())

    def _counted(self) -> Metrics | None:
        """Return the figures for Prometheus, None if unwanted; ImportError without the extra."""
        if self.settings.metrics_address is None:
            return None
        if find_spec("prometheus_client") is None:
            raise ImportError(not_installed("prometheus_client", "metrics"))
        from covert_server.metrics import Metrics

        return Metrics()

    def _metrics_port(self, metrics: Metrics) -> HttpPort:
        """Return the port of the figures; ImportError without the extra."""
        from covert_server.connect.metrics_port import metrics_port
        from covert_server.metrics import Parts

        traffic = None if self._http is None else self._http.traffic
        held = None if traffic is None else lambda: traffic.held
        files = self._tls
        parts = Parts(
            self._pools,
            self.settings.queue_here,
            self._connections,
            self._strangers,
            held,
            None if files is None else lambda: files.valid_until,
            self._guard,
            None if self._tables is None else self._tables.counts,
            self.settings.most_tables,
        )
        figures = metrics.collected(parts)
        # The supervisor reads the figures of several processes together.
        tls = self._tls.context if self._tls and self.settings.processes == 1 else None
        assert self.settings.metrics_address is not None
        return metrics_port(figures, self.settings.metrics_address, self._connections, tls)


def _engines(settings: Settings) -> Engines:
    """Return the engines of a server, which are not to know more than the views they get."""
    secret = [settings.tokens, settings.record, settings.replay]
    if settings.tls is not None:
        secret.append(settings.tls.key)
    if settings.ledger is not None:
        secret.append(settings.ledger.path)
    if settings.tables is not None and not is_shared(settings.tables):
        secret += [Path(f"{settings.tables}{end}") for end in OF_SQLITE]
    hidden = tuple(str(path.resolve()) for path in secret if path is not None)
    isolation = Isolation(untrusted=settings.untrusted_engines, hidden=hidden)
    commands = [EngineCommand.read(text) for text in settings.engines]
    return Engines(commands, settings.workers_here, isolation)


async def serve(settings: Settings, ready: Callable[[int, int | None], None]) -> signal.Signals:
    """Serve until SIGTERM or SIGINT and return which. SIGHUP reloads certificates and tokens.

    `ready` gets the ports for gRPC and HTTP. After a second signal, searches answer at once with
    their best so far. systemd is told of all this, if it started the server.
    """
    if settings.engines:
        hide_memory()
    server = Server(settings)
    signals: asyncio.Queue[signal.Signals] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signals.put_nowait, number)
    systemd = Systemd()
    loop.add_signal_handler(signal.SIGHUP, systemd.reload, server.reload)
    port = await server.start()
    try:
        ready(port, server.http_port)
    except BaseException:
        await server.stop(lame_duck=0.0)
        raise
    gc.freeze()  # objects made so far last: garbage collection can skip them
    systemd.ready(f"serving at port {port}")
    number = await signals.get()
    systemd.stopping()
    lame_duck = settings.lame_duck if number == signal.SIGTERM else 0.0
    stopping = asyncio.ensure_future(server.stop(lame_duck=lame_duck))
    again = asyncio.ensure_future(signals.get())
    await asyncio.wait({stopping, again}, return_when=asyncio.FIRST_COMPLETED)
    if again.done():
        log.info("stopping at once")
        server.hurry()
    again.cancel()
    await stopping
    systemd.close()
    return number
