"""The same request has one answer: on two servers, over gRPC and over HTTP, under mixed load.

    PYTHONPATH=tests python tests/proofs/one_answer.py [--requests 1000]

The request's search is ended by its iterations. It is sent by several callers at once, to two
servers in processes of their own, which differ in their workers, over both ports in turn. Meanwhile
others ask them for searches by time and by iterations, watch answers and leave, deal and advance
games, and send what is wrong. Compared are the bytes of the binary form as they came, but for those
of `Measured`, which must be the last.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import cycle, islice
from typing import Any

import click
import grpc
import httpx
from proofs.nothing_lost import Process, process
from service.answers import cut_measured
from service.games import request_view, some_decisions

from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2

VIEWS = [request_view(state) for state in some_decisions(3, 11, 12)]
SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
SPECS = ("ismcts:lanes=2", "flat", "ismcts:evaluator=learned")
ITERATIONS = 400
CALLERS = 4
PATIENCE = 60.0  # seconds for one answer, those refused before it included
AGAIN = 0.05  # seconds after a refusal

Ask = Callable[[bytes], bytes]


def question(spec: str) -> bytes:
    """Return the request."""
    request = opponent_pb2.SuggestMoveRequest(
        view=VIEWS[3], bot=spec, limits=limits(iterations=ITERATIONS), seed=2026
    )
    return request.SerializeToString(deterministic=True)


def over_grpc(server: Process) -> Ask:
    """Ask over gRPC, until there is an answer."""
    method: Any = grpc.insecure_channel(server.target).unary_unary(SUGGEST)

    def ask(request: bytes) -> bytes:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer: bytes = method(request, timeout=PATIENCE)
                return answer
            except grpc.RpcError as error:
                refused: Any = error
                if refused.code() != grpc.StatusCode.UNAVAILABLE or time.monotonic() > end:
                    raise
                time.sleep(AGAIN)

    return ask


def over_http(server: Process) -> Ask:
    """Ask over HTTP, until there is an answer."""
    client = httpx.Client(base_url=server.url, timeout=PATIENCE)

    def ask(request: bytes) -> bytes:
        end = time.monotonic() + PATIENCE
        while True:
            kind = {"content-type": "application/proto"}
            response = client.post(SUGGEST, content=request, headers=kind)
            if response.status_code == 200:
                return response.content
            if response.status_code != 503 or time.monotonic() > end:
                raise AssertionError(response.text)
            time.sleep(AGAIN)

    return ask


class Load:
    """Calls of all sorts to a server, one after the other, until it is told to stop."""

    def __init__(self, server: Process, seed: int) -> None:
        self.made: Counter[str] = Counter()
        self._server = server
        self._chance = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """Wait for the last call."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        kinds = (self._think, self._count, self._leave, self._host, self._mistake)
        with Client(self._server.target, attempts=1) as client:
            while not self._over.is_set():
                kind = self._chance.choice(kinds)
                try:
                    kind(client)
                except ServiceError as error:
                    self.made[error.code.name] += 1
                else:
                    self.made[kind.__name__.removeprefix("_")] += 1

    def _think(self, client: Client) -> None:
        spec = self._chance.choice(("ismcts:lanes=2", "flat", "random"))
        client.suggest_move(self._chance.choice(VIEWS), spec, limits(seconds=0.05))

    def _count(self, client: Client) -> None:
        seed = self._chance.randrange(1000)
        client.suggest_move(self._chance.choice(VIEWS), "ismcts", limits(iterations=200), seed=seed)

    def _leave(self, client: Client) -> None:
        with client.analyze(VIEWS[0], "ismcts", limits(seconds=5), interval=0.01) as answers:
            next(answers)

    def _host(self, client: Client) -> None:
        record = client.deal(self._chance.randrange(2, 5), self._chance.randrange(1000))
        client.advance(record)

    def _mistake(self, client: Client) -> None:
        client.suggest_move(VIEWS[0], "hal")


@contextmanager
def two_servers() -> Iterator[list[Process]]:
    """Run two servers, one with one worker and one with three."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(process("--workers", workers, "--max-queue", "64"))
            for workers in ("1", "3")
        ]


def measure(requests: int, seed: int = 1) -> dict[str, Any]:
    """Return how many different answers came to so many requests, by spec."""
    with two_servers() as servers, ThreadPoolExecutor(CALLERS) as callers:
        ways = [make(server) for server in servers for make in (over_grpc, over_http)]
        loads = [Load(server, seed + number) for server in servers for number in range(2)]
        digests: dict[str, Counter[str]] = {spec: Counter() for spec in SPECS}
        try:
            asked = list(islice(zip(cycle(ways), cycle(SPECS), strict=False), requests))

            def answer_to(what: tuple[Ask, str]) -> tuple[str, bytes]:
                ask, spec = what
                return spec, cut_measured(ask(question(spec)))

            for spec, answer in callers.map(answer_to, asked):
                digests[spec][sha256(answer).hexdigest()[:12]] += 1
        finally:
            for load in loads:
                load.stop()
        made: Counter[str] = sum((load.made for load in loads), Counter())
    return {"answers": {spec: dict(counts) for spec, counts in digests.items()}, "load": dict(made)}


@click.command()
@click.option("--requests", default=1000, show_default=True)
def command(requests: int) -> None:
    """Print how many answers there were."""
    begun = time.monotonic()
    measured = measure(requests)
    for spec, counts in measured["answers"].items():
        said = ", ".join(f"{count} times {digest}" for digest, count in counts.items())
        click.echo(f"{spec}: {len(counts)} answer, {said}")
        assert len(counts) == 1
    click.echo(f"meanwhile {measured['load']}, in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    command()
