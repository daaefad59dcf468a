"""Every message, however wrong, gets a right answer or a documented status, and the server goes on.

    PYTHONPATH=tests python tests/proofs/hostile.py [--requests 100000] [--seed 1]

sends so many to each port, of a server of its own with tokens, from four clients at a time. Fails
at the first answer that is neither right nor documented, at a fault in the server's log, and if a
valid call is not answered afterwards or the server has grown by more than MOST_GROWTH.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from proofs.nothing_lost import VIEW, Process
from service import hostile_grpc, hostile_http

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covertbots.client import Client

CLIENTS = 4
PORTS = "gRPC", "HTTP"
MOST_GROWTH = 200.0  # MB
# So that a search whose limits were changed does not take the time of all others.
FEW = ("--max-seconds", "0.2", "--max-iterations", "2000", "--log-level", "info")


@contextmanager
def guarded() -> Iterator[tuple[Process, list[str]]]:
    """Run a server; yield it and the tokens of its holders: one without limits, one with few
    calls."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tokens.toml")
        free = add_holder(file, "free", batch=False, quota=Quota())
        few = add_holder(file, "few", batch=True, quota=Quota(calls=600, seconds=30))
        server = Process(Path(folder), "--tokens", str(file), *FEW)
        try:
            # Nine of ten messages come from the holder without limits, so they are read.
            yield server, [free] * 9 + [few]
        finally:
            server.end()


def faults_of(server: Process) -> list[Any]:
    """Return the faults of the server in its log."""
    return [line for line in server.lines() if line["level"] == "error"]


def check_alive(server: Process, token: str) -> None:
    """Check that a valid call is answered, and that the log has no fault of the server."""
    with Client(server.target, token=token, timeout=20) as client:
        assert client.suggest_move(VIEW, "greedy").suggestion.moves
    assert not faults_of(server), faults_of(server)[:3]
    assert server.process.poll() is None


def measure(port: str, count: int, seed: int) -> Counter[str]:
    """Send so many messages to a port, `gRPC` or `HTTP`; return how often each answer came."""
    with guarded() as (server, tokens):
        check_alive(server, tokens[0])
        before = server.memory()

        def over_grpc(seed: int, count: int) -> Counter[str]:
            hostile = hostile_grpc.HostileCalls(seed, tokens)
            return hostile_grpc.call_all(server.target, hostile, count)

        def over_http(seed: int, count: int) -> Counter[str]:
            hostile = hostile_http.Hostile(seed, tokens)
            return hostile_http.send_all(server.url, hostile, count)

        send: Callable[[int, int], Counter[str]] = over_grpc if port == "gRPC" else over_http
        parts = [count // CLIENTS + (client < count % CLIENTS) for client in range(CLIENTS)]
        seeds = [seed * CLIENTS + client for client in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as threads:
            try:
                answers = sum(threads.map(send, seeds, parts), Counter[str]())
            except AssertionError as error:
                raise AssertionError(f"{error}; in the log: {faults_of(server)[:3]}") from error
        check_alive(server, tokens[0])
        server.wait_idle()
        growth = server.memory() - before
        assert growth < MOST_GROWTH, f"the server has grown by {growth:.0f} MB"
        return answers


@click.command()
@click.option("--requests", default=100_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--port", "ports", type=click.Choice(PORTS), multiple=True, default=PORTS)
def main(requests: int, seed: int, ports: tuple[str, ...]) -> None:
    """Send a server messages that are wrong at every level."""
    for port in ports:
        began = time.monotonic()
        answers = measure(port, requests, seed)
        seconds = time.monotonic() - began
        listed = ", ".join(f"{count} {answer}" for answer, count in answers.most_common())
        print(
            f"{port}, seed {seed}: {answers.total()} messages in {seconds:.0f} s: {listed}",
            flush=True,
        )


if __name__ == "__main__":
    main()
