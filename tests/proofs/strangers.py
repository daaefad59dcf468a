"""What a client without a token can do to a server whose other clients have one.

    PYTHONPATH=tests python tests/proofs/strangers.py [--connections 1000]

Starts a server with TLS and tokens on both ports. A stranger sends most methods the largest request
there is, alone and many at once, and from another address of this machine opens connections that
say nothing, or as little as they can. Meanwhile health is checked, and the holder of a token asks a
bot. Prints for each attack the slowest health check, the growth of the server's memory since the
start, and what the holder got; fails if a check takes longer than 0.5 s, if memory grows by more
than 200 MB, or if the holder is refused.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import grpc
import httpx
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service.authorities import Authority
from service.games import request_view, some_decisions

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covertbots.client import Client, ServiceError, limits

WORST_HEALTH = 0.5  # seconds
MOST_GROWTH = 200.0  # MB
STRANGER = "127.0.0.2"  # whence the stranger calls; the others call from 127.0.0.1
LARGEST = 1 << 17
AT_ONCE = 33
METHODS = (
    *(f"covertbots.v1.Opponent/{one}" for one in ("ListBots", "SuggestMove", "Watch")),
    *(f"covertbots.v1.Referee/{one}" for one in ("GetCardSet", "Deal", "Advance")),
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


@dataclass
class Watched:
    """What was seen beside an attack."""

    worst_health: float = 0.0
    """Seconds of the slowest check."""
    answers: int = 0
    """That the holder got."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Of the holder."""


@dataclass(frozen=True)
class Reached:
    """A server as a stranger sees it."""

    authority: Path
    """The file of the authority of its certificate."""
    port: int
    http_port: int


class Target:
    """A server in a process of its own, and those who may call it."""

    def __init__(self, folder: Path) -> None:
        self.authority = Authority(folder)
        files = self.authority.certify()
        self.token = add_holder(folder / "tokens.toml", "holder", batch=False, quota=Quota())
        words = ["--tls-cert", files.certificate, "--tls-key", files.key]
        words += ["--tokens", folder / "tokens.toml", "--port", "0", "--http-port", "0", "--json"]
        log = folder / "log"
        with log.open("w") as file:
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
            raise SystemExit(f"the server did not start: {log.read_text().strip()}")
        found = json.loads(text)
        self.port = found["port"]
        self.reached = Reached(self.authority.file, self.port, found["http_port"])

    def memory(self) -> float:
        """The most that it has had, MB."""
        with open(f"/proc/{self.process.pid}/status") as lines:
            (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
        return int(kilobytes) / 1024

    def client(self) -> Client:
        """The holder."""
        address = f"localhost:{self.port}"
        return Client(
            address, timeout=30, credentials=self.authority.credentials(), token=self.token
        )

    @contextmanager
    def watched(self) -> Iterator[Watched]:
        """Checks health and calls as the holder while the block lasts."""
        found, over = Watched(), threading.Event()
        watching = [
            threading.Thread(target=one, args=(found, over))
            for one in (self._check_health, self._call)
        ]
        for one in watching:
            one.start()
        try:
            yield found
        finally:
            over.set()
            for one in watching:
                one.join()

    def _check_health(self, found: Watched, over: threading.Event) -> None:
        credentials = self.authority.credentials()
        with grpc.secure_channel(f"localhost:{self.port}", credentials) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            stub.Check(health_pb2.HealthCheckRequest(), timeout=60)
            while not over.is_set():
                begun = time.monotonic()
                with suppress(grpc.RpcError):  # a check that fails counts as the slowest
                    seconds = float("inf")
                    stub.Check(health_pb2.HealthCheckRequest(), timeout=60)
                    seconds = time.monotonic() - begun
                found.worst_health = max(found.worst_health, seconds)
                time.sleep(0.02)

    def _call(self, found: Watched, over: threading.Event) -> None:
        view = request_view(some_decisions(3, 11, 12)[3])
        while not over.is_set():
            with self.client() as client:  # a connection of its own each time
                try:
                    client.suggest_move(view, "ismcts", limits(iterations=100))
                    found.answers += 1
                except ServiceError as error:
                    found.refusals[f"{error.code.name} {error.reason}"] += 1
            time.sleep(0.05)


def large_over_grpc(target: Reached, path: str, calls: int) -> Counter[str]:
    """Sends a method so many of the largest requests at once; what came back."""
    found: Counter[str] = Counter()
    credentials = grpc.ssl_channel_credentials(target.authority.read_bytes())
    with grpc.secure_channel(f"localhost:{target.port}", credentials) as channel:
        call: Any = channel.unary_stream(f"/{path}")

        def one(_: int) -> str:
            try:
                list(call(b"\x0a\x00" * (LARGEST // 2 - 16), timeout=60))
            except grpc.RpcError as failed:
                error: Any = failed
                return str(error.code().name)
            return "OK"

        with ThreadPoolExecutor(calls) as pool:
            found.update(pool.map(one, range(calls)))
    return found


def large_over_http(target: Reached, path: str, calls: int) -> Counter[str]:
    """The same over HTTP, in JSON that is slow to read."""
    context = ssl.create_default_context(cafile=target.authority)
    names = ",".join(f'"a{number}":[]' for number in range(LARGEST // 11))
    data = f"{{{names}}}".encode()[: LARGEST - 1]
    stream = path.endswith("Watch")
    kind = "application/connect+json" if stream else "application/json"
    if stream:
        data = b"\0" + len(data).to_bytes(4, "big") + data
    url = f"https://localhost:{target.http_port}/{path}"

    def one(_: int) -> str:
        try:
            headers = {"content-type": kind}
            found = httpx.post(url, content=data, headers=headers, verify=context, timeout=60)
        except httpx.TransportError as error:
            return type(error).__name__
        return str(found.status_code)

    with ThreadPoolExecutor(calls) as pool:
        return Counter(pool.map(one, range(calls)))


Speaking = Callable[["Reached", socket.socket, list[socket.socket]], None]


def connections(target: Reached, http: bool, speak: Speaking, number: int) -> Counter[str]:
    """Opens so many connections from the stranger's address, and holds them for a while."""
    port = target.http_port if http else target.port
    held = []
    found: Counter[str] = Counter()
    for _ in range(number):
        try:
            one = socket.create_connection(("127.0.0.1", port), 10, (STRANGER, 0))
            held.append(one)
            speak(target, one, held)
        except OSError as error:
            found[type(error).__name__] += 1
    time.sleep(2)
    found["open"] = sum(map(is_open, held))
    for one in held:
        one.close()
    return found


def idle(target: Reached) -> Counter[str]:
    time.sleep(3)
    return Counter()


def is_open(one: socket.socket) -> bool:
    try:
        one.settimeout(0.001)
        while one.recv(1 << 16):
            pass
    except (TimeoutError, ssl.SSLWantReadError, BlockingIOError):
        return True
    except OSError:
        pass
    return False


def nothing(target: Reached, one: socket.socket, held: list[socket.socket]) -> None:
    """Says nothing."""


def half_a_hello(target: Reached, one: socket.socket, held: list[socket.socket]) -> None:
    """Begins with TLS and does not go on."""
    one.sendall(bytes([22, 3, 1, 2, 0, 1]))


def tls_and_no_more(target: Reached, one: socket.socket, held: list[socket.socket]) -> None:
    """Speaks TLS, and the first words of HTTP/2, or half a request over HTTP/1.1."""
    context = ssl.create_default_context(cafile=target.authority)
    http = one.getpeername()[1] == target.http_port
    context.set_alpn_protocols(["http/1.1" if http else "h2"])
    held.remove(one)
    speaking = context.wrap_socket(one, server_hostname="localhost")
    held.append(speaking)
    speaking.sendall(b"POST / HTTP/1.1\r\nhost: a\r\n" if http else PREFACE)


def attacks(number: int) -> Iterator[tuple[str, Callable[[Reached], Counter[str]]]]:
    """What a stranger does, and how; first nothing, which shows what else the machine does."""
    yield "nothing, for comparison", idle
    for path in METHODS:
        for calls in (1, AT_ONCE):
            yield f"gRPC {path}, {calls}", partial(large_over_grpc, path=path, calls=calls)
            yield f"HTTP {path}, {calls}", partial(large_over_http, path=path, calls=calls)
    for http in (False, True):
        for speak in (nothing, half_a_hello, tls_and_no_more):
            name = f"{'HTTP' if http else 'gRPC'} {number} connections, {speak.__name__}"
            yield name, partial(connections, http=http, speak=speak, number=number)


def measure(number: int, only: Sequence[str] = ("",)) -> Iterator[dict[str, Any]]:
    """Every attack whose name has one of `only` in it, with what it did."""
    # In a process of its own: what it does must not keep the watching ones from watching.
    strangers = ProcessPoolExecutor(1, get_context("spawn"))
    with tempfile.TemporaryDirectory() as folder, strangers:
        target = Target(Path(folder))
        try:
            with target.watched():  # so that it has done all that it does
                time.sleep(2)
            before = target.memory()
            for name, attack in attacks(number):
                if attack is not idle and not any(one in name for one in only):
                    continue
                with target.watched() as watched:
                    answers = strangers.submit(attack, target.reached).result()
                    time.sleep(0.3)
                yield {
                    "attack": name,
                    "answers": dict(answers),
                    "worst_health_seconds": round(watched.worst_health, 4),
                    "memory_grown_mb": round(target.memory() - before, 1),
                    "holder_answered": watched.answers,
                    "holder_refused": dict(watched.refusals),
                }
        finally:
            target.process.terminate()
            target.process.wait(60)


def holds(found: dict[str, Any]) -> bool:
    """Whether the server bore it."""
    return (
        found["worst_health_seconds"] <= WORST_HEALTH
        and found["memory_grown_mb"] <= MOST_GROWTH
        and found["holder_answered"] > 0
        and not found["holder_refused"]
    )


@click.command()
@click.option("--connections", "number", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--only", default="", help="Attacks with this in their name.")
def main(number: int, only: str) -> None:
    """Let a stranger loose on a server."""
    with suppress(AttributeError):
        print(f"{len(os.sched_getaffinity(0))} cores", flush=True)
    failed = 0
    for found in measure(number, [only]):
        failed += not holds(found)
        answers = ", ".join(f"{count} {code}" for code, count in found["answers"].items())
        print(
            f"{found['attack']:52} health {found['worst_health_seconds']:.3f} s, memory "
            f"+{found['memory_grown_mb']:.0f} MB, holder {found['holder_answered']} answered "
            f"{found['holder_refused'] or ''} {'' if holds(found) else 'FAILS'}  [{answers}]",
            flush=True,
        )
    print(f"{failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
