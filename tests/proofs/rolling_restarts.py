"""Rolling restarts of two servers behind nginx, HAProxy and Envoy lose no call of any client.

    PYTHONPATH=tests python tests/proofs/rolling_restarts.py [--proxy nginx] [--restarts 4]

The proxies run with the files of `deploy/`. Clients call all the time, one call after the other,
each in a thread of its own. In a rolling restart each server gets SIGTERM, ends with 0, and is
started again at its ports, before it is the turn of the other. nginx, which asks no server how it
is, is told before and after, by its file and SIGHUP. A call that does not succeed is
lost; only the Python client makes calls again, as it does for everybody.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import click
import grpc
import httpx
from google.protobuf import json_format
from service.authorities import Authority
from service.games import request_view, some_decisions
from service.proxies import KINDS, PLACES, Proxy

from covertbots.client import Client, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

VIEW = request_view(some_decisions(2, 11, 40)[7])
LAME_DUCK = 5  # seconds, as docs/proxies.md has it
SEEN = 3.0  # seconds in which a proxy sees that a server is back, or that it is to go
LONG = 0.7  # seconds of a long search
PAUSE = 0.02  # seconds between two calls of a client
Call = Callable[[], object]


class Replica:
    """A server in a process of its own, which keeps its ports when it is started again."""

    def __init__(self) -> None:
        self._ports = [0, 0]
        self.start()

    def start(self) -> None:
        ports = dict(zip(("--port", "--http-port"), map(str, self._ports), strict=True))
        words = [word for pair in ports.items() for word in pair]
        words += ["--workers", "2", "--lame-duck", str(LAME_DUCK), "--http-host", "localhost"]
        command = [sys.executable, "-m", "covert_command", "serve", *words, "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            line = self._process.stdout.readline()
            assert line, "the server did not start"
            text += line
        told = json.loads(text)
        self._ports = [told["port"], told["http_port"]]
        self.target, self.url = (f"127.0.0.1:{port}" for port in self._ports)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(60) == 0


def question(*, long: bool) -> v1.SuggestMoveRequest:
    """Return a request for a move."""
    if long:
        return v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(seconds=LONG))
    return v1.SuggestMoveRequest(view=VIEW, bot="greedy")


@contextmanager
def raw(proxy: Proxy, authority: Authority) -> Iterator[OpponentStub]:
    """Yield gRPC's own stub, by a channel that retries nothing."""
    options = [("grpc.enable_retries", 0)]
    with grpc.secure_channel(proxy.target, authority.credentials(), options) as channel:
        yield OpponentStub(channel)


@contextmanager
def calls(proxy: Proxy, authority: Authority) -> Iterator[dict[str, Call]]:
    """Yield what each client calls."""

    def over_http(http: httpx.Client, *, long: bool) -> object:
        request = json_format.MessageToDict(question(long=long))
        path = "/covertbots.v1.Opponent/SuggestMove"
        return http.post(path, json=request).raise_for_status().json()["suggestion"]

    def at_a_new_connection() -> object:
        with raw(proxy, authority) as stub:
            return stub.SuggestMove(question(long=False), timeout=60)

    def watch(stub: OpponentStub) -> object:
        request = v1.WatchRequest(request=question(long=True))
        *_, last = stub.Watch(request, timeout=60)
        assert last.final
        return last

    with ExitStack() as stack:
        stubs = [stack.enter_context(raw(proxy, authority)) for _ in range(3)]
        clients = [
            stack.enter_context(Client(proxy.target, credentials=authority.credentials()))
            for _ in range(2)
        ]
        seat = stack.enter_context(clients[1].play_seat("greedy"))
        https = [
            stack.enter_context(
                httpx.Client(base_url=proxy.url, verify=proxy.context, timeout=60, trust_env=False)
            )
            for _ in range(2)
        ]
        yield {
            "gRPC, SuggestMove": lambda: stubs[0].SuggestMove(question(long=False), timeout=60),
            "gRPC, long searches": lambda: stubs[1].SuggestMove(question(long=True), timeout=60),
            "gRPC, Watch": lambda: watch(stubs[2]),
            "gRPC, a connection a call": at_a_new_connection,
            "Python client, suggest_move": lambda: clients[0].suggest_move(VIEW, "greedy"),
            "Python client, play_seat": lambda: seat.decide(VIEW),
            "HTTP, SuggestMove": lambda: over_http(https[0], long=False),
            "HTTP, long searches": lambda: over_http(https[1], long=True),
        }


class Caller:
    """Makes one kind of call again and again, and counts those that are lost."""

    def __init__(self, name: str, call: Call, ending: Event) -> None:
        self.name, self._call, self._ending = name, call, ending
        self.answered = 0
        self.lost: Counter[str] = Counter()
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._call()
                self.answered += 1
            except Exception as error:  # each is a lost call
                self.lost[re.sub(r"\d+", "N", f"{type(error).__name__}: {error}")[:300]] += 1
            time.sleep(PAUSE)


def prove(kind: str, restarts: int) -> int:
    """Restart the servers behind one proxy; say what was answered, and return the lost calls."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        authority = Authority(folder)
        replicas = [Replica(), Replica()]
        for replica in replicas:
            stack.callback(replica.stop)
        proxy = stack.enter_context(Proxy(kind, replicas, authority, folder / "proxy"))
        kinds_of_call = stack.enter_context(calls(proxy, authority))
        ending = Event()
        callers = [Caller(name, call, ending) for name, call in kinds_of_call.items()]
        for caller in callers:
            caller.thread.start()
        try:
            for _ in range(restarts):
                for replica in replicas:
                    if kind == "nginx":
                        proxy.take_out(replica)
                        time.sleep(SEEN)
                    replica.stop()
                    replica.start()
                    if kind == "nginx":
                        proxy.put_back()
                    time.sleep(SEEN)
        finally:
            ending.set()
            for caller in callers:
                caller.thread.join()
    lost = 0
    for caller in callers:
        count = caller.lost.total()
        click.echo(f"{kind}: {caller.name}: {caller.answered} answered, {count} lost")
        for error, times in caller.lost.items():
            click.echo(f"    {times} times {error}")
        lost += count
        assert caller.answered, "nothing was answered"
    return lost


@click.command()
@click.option("--proxy", "kinds", multiple=True, type=click.Choice(list(KINDS)))
@click.option("--restarts", type=click.IntRange(min=1), default=4)
def main(kinds: tuple[str, ...], restarts: int) -> None:
    """Restart two servers behind each proxy; exit with 1 if a call is lost."""
    lost = 0
    for kind in kinds or KINDS:
        assert shutil.which(KINDS[kind].program, path=PLACES), f"{kind} is not installed"
        lost += prove(kind, restarts)
    click.echo(f"{lost} calls lost")
    sys.exit(lost > 0)


if __name__ == "__main__":
    main()
