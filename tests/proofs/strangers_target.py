"""A server as strangers see it, and what is seen of it while they attack it."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service.authorities import Authority
from service.games import request_view, some_decisions

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covertbots.client import Client, ServiceError, limits

__all__ = ["Attack", "Reached", "Target", "Watched", "stranger_address"]

EVERY = 0.05  # seconds between two health checks, begun even if the last one has not ended


@dataclass
class Watched:
    """The figures of what was seen beside an attack."""

    health: list[float] = field(default_factory=list)
    """Seconds of each check, from when it was to begin."""
    answers: int = 0
    """Answers that the holder got."""
    failures: Counter[str] = field(default_factory=Counter)
    """Calls of the holder and health checks that were not answered, by why."""

    def health_within(self, share: float) -> float:
        """Return the seconds in which this share of the checks was answered."""
        return sorted(self.health)[min(int(len(self.health) * share), len(self.health) - 1)]


@dataclass(frozen=True)
class Reached:
    """A server as a stranger sees it, who has no token."""

    authority: Path
    """The file of the authority of its certificate."""
    port: int
    http_port: int
    metrics_port: int
    seconds: float
    """The time that an attack goes on that could go on for ever."""
    pid: int
    """The process."""
    first: int = 0
    """The number of the first of the strangers; those before it may be known as what they are."""

    def connection(self, port: int, stranger: int = 0) -> socket.socket:
        """Open a connection to a port that has said nothing, of one of many strangers."""
        return socket.create_connection(
            ("127.0.0.1", port), 10, (stranger_address(self.first + stranger), 0)
        )

    def secured(self, connection: socket.socket) -> ssl.SSLSocket:
        """Return the same connection over TLS, for what its port speaks."""
        context = ssl.create_default_context(cafile=self.authority)
        context.set_alpn_protocols(
            ["h2" if connection.getpeername()[1] == self.port else "http/1.1"]
        )
        return context.wrap_socket(connection, server_hostname="localhost")


Attack: TypeAlias = Callable[[Reached], "Counter[str]"]
"""An attack on a server, which returns what came back, and how often."""


def stranger_address(number: int) -> str:
    """Return the address of one of many strangers; the others call from 127.0.0.1."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


class Target:
    """A server in a process of its own, and those who may call it."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.authority = Authority(folder)
        files = self.authority.certify()
        self.token = add_holder(folder / "tokens.toml", "holder", batch=False, quota=Quota())
        words = ["--tls-cert", files.certificate, "--tls-key", files.key, "--json"]
        words += ["--tokens", folder / "tokens.toml", "--log-format", "json"]
        words += ["--port", "0", "--http-port", "0", "--metrics-port", "0"]
        self._log = folder / "log"
        with self._log.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "covert_command", "serve", *map(str, words)],
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        assert self.process.stdout is not None
        text = ""
        for line in self.process.stdout:
            text += line
            if line.rstrip() == "}":
                break
        if not text:
            raise SystemExit(f"the server did not start: {self._log.read_text().strip()}")
        shown = json.loads(text)
        started = next(line for line in self.log_lines() if line["message"] == "started")
        ports: list[Any] = [shown["port"], shown["http_port"], started["metrics_port"]]
        self.port = shown["port"]
        self.reached = Reached(
            self.authority.file, ports[0], ports[1], ports[2], seconds, self.process.pid
        )

    def log_lines(self) -> list[dict[str, object]]:
        """Read what the server's log says."""
        lines = self._log.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def log_bytes(self) -> int:
        """Count the bytes that it has written."""
        return self._log.stat().st_size

    def forget_peak(self) -> None:
        """Let `memory` count from now on."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def memory(self) -> float:
        """Return the most that it has had since then, MB."""
        with open(f"/proc/{self.process.pid}/status") as lines:
            (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
        return int(kilobytes) / 1024

    def client(self) -> Client:
        """Return a client of the holder that does not retry: single attempts are counted."""
        address, credentials = f"localhost:{self.port}", self.authority.credentials()
        return Client(address, timeout=30, credentials=credentials, token=self.token)

    @contextmanager
    def watched(self) -> Iterator[Watched]:
        """Check health and call as the holder while the block lasts."""
        watched, over = Watched(), threading.Event()
        watching = [
            threading.Thread(target=task, args=(watched, over))
            for task in (self._check_health, self._call, self._call_anew)
        ]
        for thread in watching:
            thread.start()
        try:
            yield watched
        finally:
            over.set()
            for thread in watching:
                thread.join()

    def _check_health(self, watched: Watched, over: threading.Event) -> None:
        credentials = self.authority.credentials()
        with grpc.secure_channel(f"localhost:{self.port}", credentials) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            intended = time.monotonic()
            while not over.is_set():
                try:
                    stub.Check(health_pb2.HealthCheckRequest(), timeout=60)
                    watched.health.append(time.monotonic() - intended)
                except grpc.RpcError as error:  # one that fails counts as the slowest
                    watched.health.append(float("inf"))
                    watched.failures[f"health {error.code().name}"] += 1
                intended += EVERY
                over.wait(max(0.0, intended - time.monotonic()))

    def _call(self, watched: Watched, over: threading.Event) -> None:
        """Call as the holder, over one connection."""
        view = request_view(some_decisions(3, 11, 12)[3])
        with self.client() as client:
            while not over.wait(0.05):
                self._ask(client, view, watched)

    def _call_anew(self, watched: Watched, over: threading.Event) -> None:
        """Call as the holder, over a new connection each time."""
        view = request_view(some_decisions(3, 11, 12)[3])
        while not over.wait(0.2):
            with self.client() as client:
                self._ask(client, view, watched)

    def _ask(self, client: Client, view: object, watched: Watched) -> None:
        try:
            client.suggest_move(view, "ismcts", limits(iterations=100))  # type: ignore[arg-type]
            watched.answers += 1
        except ServiceError as error:
            watched.failures[f"holder {error.code.name} {error.reason or error.message}"] += 1
