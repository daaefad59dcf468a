"""Several processes at one address, and their supervisor.

The kernel gives each new connection to one of the processes that listen on the port (SO_REUSEPORT);
the supervisor itself takes none. It keeps the port, starts the processes, hands on the order to
stop, kills a process whose event loop hangs, and restarts one that has ended without an order. If
the supervisor ends, all processes stop.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import IO, TYPE_CHECKING

from covert_server.access.connections import Connections
from covert_server.access.tls import Tls
from covert_server.build import build
from covert_server.calls.call_log import LogStyle
from covert_server.ports import reserved
from covert_server.processes.process import BEAT, HURRY, LEAVE, RELOAD, STOP, Begin
from covert_server.settings import Settings
from covert_server.systemd import Systemd

if TYPE_CHECKING:
    from covert_server.connect.port import HttpPort

log = logging.getLogger(__name__)

# Seconds before a process is started again: more each time, unless it has served for a while.
FIRST_WAIT, LONGEST_WAIT = 0.1, 30.0
A_WHILE = 10.0
STARTING = 120.0  # seconds for a started process to serve
MERCY = 3.0  # seconds for the other processes to show that they do not hang too
# Seconds beyond its grace after which a stopping process is killed.
OVERDUE = 10.0


class StartError(Exception):
    """A process that cannot serve, and the reason."""


class _Child:
    """A serving process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.began = time.monotonic()
        self.metrics_port: int | None = None
        self.serves = False
        self.silence = 0.0
        """Seconds since its last sign of life, as far as the supervisor was awake."""

    async def begin(self, begin: Begin) -> None:
        """Wait until the process serves; StartError if it cannot."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(ConnectionError):  # it has already ended
            self.process.stdin.write(begin.to_bytes())
            await self.process.stdin.drain()
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), STARTING)
        except TimeoutError:
            self.process.kill()
            raise StartError(f"the process did not serve within {STARTING:g} seconds") from None
        if not line:
            raise StartError(f"the process ended with {await self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise StartError(answer["error"])
        self.metrics_port = answer["metrics_port"]
        self.serves = True
        self._hearing = asyncio.ensure_future(self._hear())

    async def _hear(self) -> None:
        """Note its signs of life, until it ends."""
        assert self.process.stdout is not None
        async for _ in self.process.stdout:
            self.silence = 0.0

    def tell(self, order: str) -> None:
        """Give it an order, unless it has ended."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(f"{order}\n".encode())


class Supervisor:
    """The processes of a server."""

    def __init__(self, settings: Settings, style: LogStyle) -> None:
        self._settings = settings
        self._style = style
        self._children: dict[int, _Child] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._ports: list[socket.socket] = []
        self._use: IO[bytes] | None = None
        self._metrics: HttpPort | None = None
        self._tls: Tls | None = None
        self.restarts = 0
        """The number of restarts."""

    async def start(self) -> tuple[int, int | None]:
        """Start all processes, and return the ports for gRPC and HTTP once all serve. OSError if a
        port is not available, StartError if a process cannot serve."""
        _watch_without_threads()
        settings = self._settings
        address, port = self._reserve(settings.address)
        settings = replace(settings, address=address)
        http_port = None
        if settings.http_address is not None:
            address, http_port = self._reserve(settings.http_address)
            settings = replace(settings, http_address=address)
        metrics_port = await self._figures()
        if metrics_port is not None:
            settings = replace(settings, metrics_address="127.0.0.1:0")
        if settings.tokens is not None:
            self._use = tempfile.TemporaryFile()  # noqa: SIM115 (closed at the end)
            settings = replace(settings, use_file=self._use.fileno())
        self._settings = settings
        await asyncio.gather(*map(self._begin, range(settings.processes)))
        self._keeping = [
            asyncio.ensure_future(self._keep(number)) for number in range(settings.processes)
        ]
        self._keeping.append(asyncio.ensure_future(self._watch()))
        ports = {"grpc_port": port, "http_port": http_port, "metrics_port": metrics_port}
        pids = [child.process.pid for child in self._children.values()]
        log.info("started", extra={"fields": {**ports, "processes": pids, "build": build()}})
        return port, http_port

    async def stop(self, order: str) -> None:
        """Give all processes the order, and wait until they have ended; none is restarted."""
        self._keep_no_more()
        log.info("stopping processes", extra={"fields": {"processes": len(self._children)}})
        self.tell(order)
        ends = [child.process.wait() for child in self._children.values()]
        lame_duck = self._settings.lame_duck if order == STOP else 0.0
        try:
            patience = lame_duck + self._settings.grace + OVERDUE
            await asyncio.wait_for(asyncio.gather(*ends), patience)
        except TimeoutError:
            log.error("processes did not stop")
        await self.end()
        log.info("stopped processes")

    def tell(self, order: str) -> None:
        """Give all processes an order."""
        for child in self._children.values():
            child.tell(order)

    def reload(self) -> None:
        """Let all processes reload certificates and tokens."""
        log.info("reloading processes", extra={"fields": {"processes": len(self._children)}})
        self.tell(RELOAD)
        if self._tls is not None:
            self._tls.reload()

    async def end(self) -> None:
        """Kill the remaining processes, and free the ports."""
        self._keep_no_more()
        for child in self._children.values():
            if child.process.returncode is None:
                child.process.kill()
                await child.process.wait()
        if self._metrics is not None:
            await self._metrics.stop()
        for sock in self._ports:
            sock.close()
        if self._use is not None:
            self._use.close()

    def _keep_no_more(self) -> None:
        """Restart no process; a process being started ends with its task."""
        for keeping in self._keeping:
            keeping.cancel()

    def metrics_ports(self) -> dict[int, int]:
        """Return the port of each running process's figures."""
        return {
            number: child.metrics_port
            for number, child in self._children.items()
            if child.metrics_port is not None and child.process.returncode is None
        }

    def _reserve(self, address: str) -> tuple[str, int]:
        sockets = reserved(address)
        self._ports += sockets
        port: int = sockets[0].getsockname()[1]
        return f"{address.rpartition(':')[0]}:{port}", port

    async def _figures(self) -> int | None:
        """Serve the figures of all processes and return the port; None if they are not wanted."""
        if self._settings.metrics_address is None:
            return None
        from covert_server.connect.metrics_port import metrics_port
        from covert_server.processes.figures import all_figures

        self._tls = None if self._settings.tls is None else Tls(self._settings.tls)
        self._metrics = metrics_port(
            all_figures(self.metrics_ports, lambda: self.restarts),
            self._settings.metrics_address,
            Connections(self._settings.client_limits.connections, self._settings.connections),
            None if self._tls is None else self._tls.context,
        )
        return await self._metrics.start()

    async def _begin(self, number: int) -> None:
        """Start a process and wait until it serves; StartError if it cannot."""
        # The new process is born with SIGHUP blocked: one that comes early waits.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "covert_server.processes.process",
                stdin=PIPE,
                stdout=PIPE,
                pass_fds=[] if self._use is None else [self._use.fileno()],
                start_new_session=True,  # so Ctrl-C reaches the supervisor alone
            )
        except (OSError, RuntimeError) as error:  # no memory; too many processes, files or threads
            raise StartError(f"no process can be started: {_reason(error)}") from error
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
        child = self._children[number] = _Child(process)
        replica = f"{self._settings.replica}-{number}"
        settings = replace(self._settings, number=number, replica=replica)
        await child.begin(Begin(settings, self._style))

    async def _keep(self, number: int) -> None:
        """Restart a process whenever it ends."""
        wait = FIRST_WAIT
        while True:
            child = self._children[number]
            code = await child.process.wait()
            if time.monotonic() - child.began > A_WHILE:
                wait = FIRST_WAIT
            fields = {"process": number, "pid": child.process.pid, "exit": code}
            log.error("process ended", extra={"fields": {**fields, "again_in": wait}})
            while self._children[number] is child:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                await self._begin_again(number)

    async def _begin_again(self, number: int) -> None:
        """Start a process in place of an ended one, if possible."""
        try:
            await self._begin(number)
        except StartError as error:
            wrong = {"process": number, "error": str(error)}
            log.error("process not started", extra={"fields": wrong})
            return
        self.restarts += 1
        fields = {"process": number, "pid": self._children[number].process.pid}
        log.info("process started again", extra={"fields": fields})

    async def _watch(self) -> None:
        """Kill processes that hang; they are restarted like any ended process."""
        hangs = self._settings.hangs
        while True:
            await asyncio.sleep(BEAT)
            serving = {place: child for place, child in self._children.items() if child.serves}
            for child in serving.values():
                child.silence += BEAT
            number = max(serving, key=lambda place: serving[place].silence, default=None)
            if number is None or serving[number].silence <= hangs:
                continue
            hung = serving[number]
            hung.serves = False
            if hung.process.returncode is None:
                fields = {"process": number, "pid": hung.process.pid}
                log.error("process hangs", extra={"fields": fields})
                hung.process.kill()
            # The others may have waited for resources that it held.
            for child in serving.values():
                child.silence = min(child.silence, hangs - MERCY)


def _watch_without_threads() -> None:
    """Let asyncio wait for processes as from Python 3.12 on. Earlier it has a thread for each, and
    if that cannot start, nobody waits for the process."""
    if sys.version_info >= (3, 12):
        return
    with suppress(AttributeError, OSError):  # not on every system
        os.close(os.pidfd_open(os.getpid()))
        watcher = asyncio.PidfdChildWatcher()
        watcher.attach_loop(asyncio.get_running_loop())
        asyncio.set_child_watcher(watcher)


def _reason(error: Exception) -> str:
    """Return the system's message, without Python's number and name before it."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


async def supervise(
    settings: Settings, style: LogStyle, ready: Callable[[int, int | None], None]
) -> signal.Signals:
    """Serve with several processes until SIGTERM or SIGINT, and return which; SIGHUP reloads
    certificates and tokens.

    `ready` gets the ports for gRPC and HTTP. After a second signal, searches answer at once with
    their best so far. systemd is told of all this, if it started the server.
    """
    supervisor = Supervisor(settings, style)
    signals: asyncio.Queue[signal.Signals] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signals.put_nowait, number)
    systemd = Systemd()
    loop.add_signal_handler(signal.SIGHUP, systemd.reload, supervisor.reload)
    try:
        port, http_port = await supervisor.start()
        ready(port, http_port)
    except BaseException:
        await supervisor.end()
        raise
    systemd.ready(f"serving at port {port} in {settings.processes} processes")
    number = await signals.get()
    systemd.stopping()
    order = STOP if number == signal.SIGTERM else LEAVE
    stopping = asyncio.ensure_future(supervisor.stop(order))
    again = asyncio.ensure_future(signals.get())
    await asyncio.wait({stopping, again}, return_when=asyncio.FIRST_COMPLETED)
    if again.done():
        log.info("stopping at once")
        supervisor.tell(HURRY)
    again.cancel()
    await stopping
    systemd.close()
    return number
