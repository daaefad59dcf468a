"""No accepted call is lost, and no worker, thread or place in the queue leaks.

    PYTHONPATH=tests python tests/proofs/nothing_lost.py [--cancellations 1000] [--killed 200]
        [--stops 50]

Calls are cancelled at random moments and clients killed, on both ports of one server, which must
then be as it was before. And again and again a server under load gets SIGTERM: every call it has
accepted must be answered, and it must exit with 0. With the level `debug` its log has every call
that it accepts, by the name that the client gave it: those must be just the ones that the clients
had answers to.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import grpc
import httpx
from google.protobuf import json_format
from service.games import request_view, some_decisions

from covertbots.v1 import opponent_pb2, suggestion_pb2

SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
VIEW = request_view(some_decisions(3, 11, 12)[3])
CALLERS = 6
CLEAN = 30.0  # seconds in which a server must be idle again
ONE_CLIENT = """
import sys
from covertbots.client import Client, limits
from covertbots.v1.view_pb2 import View
client = Client(sys.argv[1], timeout=None)
view = View.FromString(bytes.fromhex(sys.argv[2]))
print("begun", flush=True)
while True:
    for answer in client.analyze(view, "ismcts", limits(seconds=float(sys.argv[3]))):
        pass
"""


def question(iterations: int) -> opponent_pb2.SuggestMoveRequest:
    """Return a request for a move."""
    limits = suggestion_pb2.Limits(iterations=iterations)
    return opponent_pb2.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits)


class Process:
    """A server in a process of its own, and its log."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.log = folder / "log"
        words = ["serve", "--port", "0", "--http-port", "0", "--metrics-port", "0", "--json"]
        words += ["--workers", "2", "--log-format", "json", "--log-level", "debug", *more]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "covert_command", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        text = ""
        for line in self.process.stdout:
            text += line
            if line.rstrip() == "}":
                break
        if not text:
            raise SystemExit(f"the server did not start: {self.log.read_text().strip()}")
        told = json.loads(text)
        self.port: int = told["port"]
        self.target = f"127.0.0.1:{self.port}"
        self.url = f"http://127.0.0.1:{told['http_port']}"
        # Each process writes such a line; the one of the supervisor counts.
        lines = [line for line in self.lines() if line["message"] == "started"]
        self.started = max(lines, key=lambda line: "processes" in line)
        self.metrics = f"http://127.0.0.1:{self.started['metrics_port']}/metrics"

    def lines(self) -> list[Any]:
        """Return the server's log so far."""
        return [json.loads(line) for line in self.log.read_text().splitlines() if line[-1] == "}"]

    def threads(self) -> int:
        """Count the threads of the process that searches, readers or referees run in, and all
        others."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def memory(self) -> float:
        """Return the memory that it takes, MB."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize() / 1e6

    def busy(self) -> float:
        """Count the jobs that run or wait, of all pools."""
        text = httpx.get(self.metrics).text
        names = ("covertbots_running{", "covertbots_queue_length{")
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(names))

    def wait_idle(self) -> None:
        """Wait until nothing runs or waits; raise AssertionError if it never comes to that."""
        begun = time.monotonic()
        while self.busy():
            assert time.monotonic() - begun < CLEAN, f"{self.busy()} jobs are left"
            time.sleep(0.05)

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def process(*more: str) -> Iterator[Process]:
    """Run a server while the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        server = Process(Path(folder), *more)
        try:
            yield server
        finally:
            server.end()


async def cancelled(server: Process, number: int, seed: int) -> Counter[str]:
    """Cancel so many calls at random moments, half of them over HTTP."""
    chance = random.Random(seed)
    long = question(10_000_000)
    body = json_format.MessageToJson(long)
    outcomes: Counter[str] = Counter()
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with (
        httpx.AsyncClient(base_url=server.url, timeout=60) as http,
        grpc.aio.insecure_channel(server.target, options) as channel,
    ):
        method: Any = channel.unary_unary(SUGGEST)

        async def over_grpc() -> None:
            await method(long.SerializeToString())

        async def over_http() -> None:
            headers = {"content-type": "application/json"}
            response = await http.post(SUGGEST, content=body, headers=headers)
            outcomes[str(response.status_code)] += 1

        async def make_and_cancel(after: float, over_web: bool) -> None:
            call = asyncio.ensure_future(over_http() if over_web else over_grpc())
            await asyncio.sleep(after)
            call.cancel()
            (outcome,) = await asyncio.gather(call, return_exceptions=True)
            outcomes["answered" if outcome is None else type(outcome).__name__] += 1

        for first in range(0, number, CALLERS):
            several = range(first, min(number, first + CALLERS))
            waits = [chance.choice((0.0, 0.001, 0.01, 0.1)) * chance.random() for _ in several]
            await asyncio.gather(*(make_and_cancel(wait, chance.random() < 0.5) for wait in waits))
    return outcomes


def killed(server: Process, number: int, seed: int) -> None:
    """Kill so many clients, a few at a time, while they search or wait."""
    chance = random.Random(seed)
    view = VIEW.SerializeToString().hex()
    arguments = [sys.executable, "-c", ONE_CLIENT, server.target, view]
    for first in range(0, number, CALLERS):
        clients = [
            subprocess.Popen([*arguments, str(chance.choice((0.01, 60)))], stdout=subprocess.PIPE)
            for _ in range(first, min(number, first + CALLERS))
        ]
        for client in clients:
            assert client.stdout is not None
            client.stdout.readline()
        time.sleep(0.2 * chance.random())
        for client in clients:
            client.kill()
            client.communicate()


class Load:
    """Callers on both ports, each with the next call once it has the answer."""

    def __init__(self, server: Process, seed: int) -> None:
        self.answered: set[str] = set()
        self.refused: Counter[str] = Counter()
        self._server = server
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._call, args=(number, number % 2 == 1, seed))
            for number in range(CALLERS)
        ]
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """End the callers."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _call(self, number: int, over_web: bool, seed: int) -> None:
        chance = random.Random(seed * CALLERS + number)
        with (
            httpx.Client(base_url=self._server.url, timeout=60) as http,
            grpc.insecure_channel(self._server.target) as channel,
        ):
            method: Any = channel.unary_unary(SUGGEST)
            count = 0
            while not self._over.is_set():
                name, count = f"{number}-{count}", count + 1
                request = question(chance.choice((50, 500, 5000)))
                if over_web:
                    wrong = self._over_http(http, request, name)
                else:
                    wrong = self._over_grpc(method, request, name)
                if wrong:
                    self.refused[wrong] += 1
                    time.sleep(0.02)
                else:
                    self.answered.add(name)

    def _over_grpc(self, method: Any, request: Any, name: str) -> str:
        try:
            method(request.SerializeToString(), timeout=60, metadata=[("x-request-id", name)])
        except grpc.RpcError as failed:
            error: Any = failed
            return str(error.code().name)
        return ""

    def _over_http(self, http: httpx.Client, request: Any, name: str) -> str:
        headers = {"content-type": "application/proto", "x-request-id": name}
        try:
            response = http.post(SUGGEST, content=request.SerializeToString(), headers=headers)
        except httpx.TransportError as error:
            return type(error).__name__
        return "" if response.status_code == 200 else str(response.status_code)


def stopped(seed: int) -> dict[str, Any]:
    """Send SIGTERM to a server under load; raise AssertionError if a call was lost."""
    with process() as server:
        load = Load(server, seed)
        while len(load.answered) < CALLERS:
            time.sleep(0.01)
        time.sleep(0.3 * random.Random(seed).random())
        server.process.send_signal(signal.SIGTERM)
        code = server.process.wait(60)
        load.join()
        lines = server.lines()
    accepted = {line["request_id"] for line in lines if line["message"] == "accepted"}
    assert code == 0, f"exit code {code}"
    assert lines[-1]["message"] == "stopped", lines[-1]
    assert accepted == load.answered, f"lost: {sorted(accepted ^ load.answered)}, {load.refused}"
    return {"answered": len(accepted), "refused": dict(load.refused)}


@click.command()
@click.option("--cancellations", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--killed", "kills", type=click.IntRange(0), default=200, show_default=True)
@click.option("--stops", type=click.IntRange(0), default=50, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def main(cancellations: int, kills: int, stops: int, seed: int) -> None:
    """Cancel calls, kill clients, stop servers."""
    with process() as server:
        asyncio.run(cancelled(server, CALLERS * 4, seed))  # so that it has all its threads
        server.wait_idle()
        before = server.threads()
        outcomes = asyncio.run(cancelled(server, cancellations, seed))
        server.wait_idle()
        print(f"{cancellations} cancellations: {dict(outcomes)}; nothing runs or waits", flush=True)
        killed(server, kills, seed)
        server.wait_idle()
        after = server.threads()
        print(f"{kills} clients killed: nothing runs or waits; threads {before}, now {after}")
        assert after <= before + 2, "threads are left"  # gRPC's own pool breathes
        incidents = [line for line in server.lines() if line["level"] == "error"]
        assert not incidents, incidents[0]
    answered, refused = 0, Counter[str]()
    for number in range(stops):
        calls = stopped(seed + number)
        answered += calls["answered"]
        refused.update(calls["refused"])
    print(f"{stops} times SIGTERM: {answered} calls accepted and answered; others: {dict(refused)}")


if __name__ == "__main__":
    main()
