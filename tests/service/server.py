"""A real server on a free port, on an event loop in a thread of its own; and one by grpcio that
answers as a test wants."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import grpc
import httpx
from prometheus_client.parser import text_string_to_metric_families

from covert_server.app import Server
from covert_server.settings import Settings
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import WorkerPool
from covertbots.v1.opponent_pb2_grpc import OpponentServicer, add_OpponentServicer_to_server

T = TypeVar("T")
NARROW = 4096  # bytes


@contextmanager
def answering(servicer: OpponentServicer, address: str = "127.0.0.1:0") -> Iterator[str]:
    """Run a server whose answers are the servicer's; yield its target."""
    with ThreadPoolExecutor(8) as threads:
        server = grpc.server(threads)
        add_OpponentServicer_to_server(servicer, server)
        port = server.add_insecure_port(address)
        server.start()
        yield f"127.0.0.1:{port}"
        server.stop(0).wait()


SERVE = """
import asyncio, json, sys
from covert_server.app import serve
from covert_server.settings import Settings
settings = Settings(**json.loads(sys.argv[1]))
asyncio.run(serve(settings, lambda port, http: print(port, flush=True)))
"""


def start_server(**settings: Any) -> tuple[subprocess.Popen[str], str]:
    """Start a server in a process of its own; return it and its target."""
    words = [sys.executable, "-c", SERVE, json.dumps({"address": "127.0.0.1:0", **settings})]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, f"127.0.0.1:{int(process.stdout.readline())}"


class Serving:
    """A server that runs while its `with` block lasts."""

    def __init__(self, settings: Settings | None = None, address: str = "127.0.0.1:0") -> None:
        self._settings = replace(settings or Settings(), address=address)
        self.loop = self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Serving:
        self._thread.start()
        self.do(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.do(self.server.stop(0.0))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self.server = Server(self._settings)
        self.target = f"127.0.0.1:{await self.server.start()}"
        self.url = f"http://127.0.0.1:{self.server.http_port}"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def read(self, value: Callable[[], T]) -> T:
        """Return a value of the server, as its loop has it."""

        async def read() -> T:
            return value()

        return self.do(read())

    @property
    def running(self) -> int:
        """Searches in a worker."""
        return self.read(lambda: self.server.searchers.running)

    @property
    def waiting(self) -> int:
        """Searches in the queue."""
        return self.read(lambda: self.server.searchers.waiting)

    def connect(self, *, http: bool = True) -> socket.socket:
        """Connect to the port for HTTP, or to that for gRPC."""
        port = int((self.url if http else self.target).rpartition(":")[2])
        return socket.create_connection(("127.0.0.1", port), timeout=60)

    @property
    def metrics(self) -> str:
        """The address of the figures, in clear text."""
        return f"http://127.0.0.1:{self.server.metrics_port}/metrics"

    def figures(self) -> dict[str, float]:
        """Return all samples, by name and values of labels."""
        text = httpx.get(self.metrics, timeout=60).text
        return {
            " ".join((sample.name, *sorted(sample.labels.values()))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


def connect_narrowly(serving: Serving) -> socket.socket:
    """Connect over HTTP with small buffers on both sides."""
    http = serving.server._http
    assert http is not None
    for listening in http._sockets:  # what they accept is as they are
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, NARROW)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
    connection.settimeout(60)
    connection.connect(("127.0.0.1", int(serving.url.rpartition(":")[2])))
    return connection


@contextmanager
def held(serving: Serving, pool: WorkerPool, seconds: float = 1.0) -> Iterator[threading.Event]:
    """Keep all workers of a pool until the event is set, by jobs that cannot be paused and are
    expected to take so long."""
    release, claim = threading.Event(), Claim("who holds them", seconds=seconds)

    async def hold() -> None:
        jobs = [
            pool.run(lambda _: release.wait(120), claim=claim, threads=1)
            for _ in range(pool.workers)
        ]
        await asyncio.gather(*jobs)

    holding = asyncio.run_coroutine_threadsafe(hold(), serving.loop)
    eventually(lambda: pool.running == pool.workers)
    try:
        yield release
    finally:
        release.set()
        holding.result(60)


def within_50_ms(once: Callable[[], float]) -> bool:
    """Return True if one of many tries is as quick; other work of this machine is not measured."""
    return any(once() < 0.05 for _ in range(100))


def eventually(holds: Callable[[], bool], within: float = 60.0, pause: float = 0.002) -> float:
    """Wait until something holds; return the seconds it took. It is asked after each pause."""
    start = time.monotonic()
    while not holds():
        assert time.monotonic() - start < within, "it never came to hold"
        time.sleep(pause)
    return time.monotonic() - start
