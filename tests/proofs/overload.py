"""At ten times what it can do, a server keeps its promises to those it serves.

    PYTHONPATH=tests python tests/proofs/overload.py [--seconds 60] [--nice 10]

Measures how many searches of 50 ms a server with two workers answers in a second. Then offers ten
times as many for a minute, each with a deadline of 500 ms, whether earlier ones are answered or
not, and checks health fifty times a second. At last a client that asks for one search after the
other is alone with a server, and then beside one that always has 200 calls in flight: they wait, or
are refused and made again when the refusal says, or at once; and beside one whose searches of two
minutes have all workers (`shares.py`). Prints each promise with its figure; fails if one does not
hold. All clients are processes of their own on
the same machine, and take of the server's cores what they need; `--nice` lets the server go first.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import click
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from proofs import shares
from proofs.nothing_lost import Process, process

SEARCH = ("--bot", "ismcts", "--time", "50", "--deadline", "500")  # milliseconds
TIMES = 10  # what can be done, offered
CALLERS = "1,2,4,8"  # at a time, to find what can be done
CONNECTIONS = 20  # that the overload comes over
GREEDY = shares.CALLS
EARLY = 10.0  # seconds after which memory is looked at first
BRIEF = 15.0  # seconds of each measurement that is not the overload
HEALTH_EVERY = 0.02  # seconds


class Promise(NamedTuple):
    """A promise, its figure, and whether it was kept."""

    words: str
    figure: str
    held: bool


class Asking:
    """`covert-bots load` in a process of its own."""

    def __init__(self, server: Process, nice: int, seconds: float, *words: str) -> None:
        command = ["nice", "-n", str(nice), sys.executable, "-m", "covert_command", "load"]
        command += ["--json", "--server", server.target, "--seconds", str(seconds)]
        command += [*SEARCH, *words]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def outcome(self) -> Any:
        """Return what the process printed at its end."""
        text, _ = self._process.communicate()
        assert self._process.returncode == 0, self._process.returncode
        return json.loads(text)


@contextmanager
def health(server: Process) -> Iterator[list[float]]:
    """Check health while the block lasts; yield the milliseconds that each check took."""
    times: list[float] = []
    over = threading.Event()

    def check() -> None:
        with grpc.insecure_channel(server.target) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            while not over.wait(HEALTH_EVERY):
                begun, milliseconds = time.monotonic(), float("inf")
                with suppress(grpc.RpcError):  # a check that fails counts as the slowest
                    stub.Check(health_pb2.HealthCheckRequest(), timeout=60)
                    milliseconds = 1000 * (time.monotonic() - begun)
                times.append(milliseconds)

    checking = threading.Thread(target=check)
    checking.start()
    try:
        yield times
    finally:
        over.set()
        checking.join()


def percentile(times: Sequence[float], share: float) -> float:
    """Return the figure that so large a share of them does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def cpu_of_server(server: Process) -> float:
    """Return the CPU seconds of the server, over all cores."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def cpu_of_clients() -> float:
    """Return the CPU seconds of the clients that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def overload(server: Process, nice: int, seconds: float) -> Iterator[Promise]:
    """Offer ten times what the server can do."""
    loads = Asking(server, nice, BRIEF, "--games", CALLERS).outcome()["loads"]
    best = max(load["achieved"] for load in loads)
    alone = loads[0]["iterations_per_move"]
    rate = round(TIMES * best)
    print(f"Unloaded: {alone['mean']:.0f} iterations a move in the mean, 5% below {alone['p5']}.")
    print(f"The most answers a second: {best:.1f}. Offered: {rate} calls a second.", flush=True)
    clients, own = cpu_of_clients(), cpu_of_server(server)
    with health(server) as checks:
        asking = Asking(server, nice, seconds, "--rate", str(rate), "--clients", str(CONNECTIONS))
        while not server.busy():
            time.sleep(0.05)
        early_at = min(EARLY, seconds / 2)
        time.sleep(early_at)
        early = server.memory()
        time.sleep(max(0.0, seconds - early_at - 1.0))
        late = server.memory()
        load = asking.outcome()
    clients, own = cpu_of_clients() - clients, cpu_of_server(server) - own
    print(
        f"{load['calls']} calls: {load['answered']} answered in time, {load['refused']} told "
        f"when to try again, {load['deadline_misses']} late. Answers, ms: {load['latency_ms']}. "
        f"CPU time: server {own / seconds:.2f} cores, clients {clients / seconds:.2f} cores."
    )
    p99 = percentile(checks, 0.99)
    yield Promise(
        "health p99 at most 100 ms",
        f"{p99:.0f} ms, slowest {max(checks):.0f} ms, of {len(checks)}",
        p99 <= 100,
    )
    yield Promise(
        "no call misses its deadline",
        f"{load['deadline_misses']} of {load['calls']}",
        not load["deadline_misses"],
    )
    fewest = load["iterations_per_move"]["p5"]
    yield Promise(
        "at most 5 % of searches get fewer than half the iterations of an unloaded one",
        f"{fewest} of {alone['p5']}: {fewest / alone['p5']:.2f}",
        fewest >= alone["p5"] / 2,
    )
    slowest = load["refusal_ms"]["max"]
    others = load["calls"] - load["answered"] - load["deadline_misses"]
    yield Promise(
        "every other call is told when to try again, before its deadline",
        f"{load['refused']} of {others}, the slowest after {slowest:.0f} ms; {load['errors']}",
        load["refused"] == others and slowest < 500,
    )
    yield Promise(
        "answers a second at least 90 % of the most",
        f"{load['achieved']:.1f} of {best:.1f}: {load['achieved'] / best:.2f}",
        load["achieved"] >= 0.9 * best,
    )
    yield Promise(
        f"memory at the end within 10 % of that after {early_at:.0f} s",
        f"{early:.0f} MB, {late:.0f} MB",
        late <= 1.1 * early,
    )


def fairness(server: Process, mode: str) -> Iterator[Promise]:
    """Measure a client with one call at a time, alone and beside one with many."""
    reached = shares.Reached(server.target)
    with health(server) as checks:
        alone, beside, other = shares.beside_many_calls(reached, reached, mode, BRIEF)
    before, after = 1000 * alone.p95(), 1000 * beside.p95()
    yield Promise(
        f"a client's p95 beside another's {GREEDY} calls, which {mode}, at most three times its "
        "own alone",
        f"{before:.0f} ms, {after:.0f} ms: {after / before:.2f} times; {len(beside.seconds)} "
        f"answered, others {dict(beside.refused)}; of the other {len(other.seconds)} answered, "
        f"others {dict(other.refused)}",
        after <= 3 * before and not beside.refused,
    )
    p99 = percentile(checks, 0.99)
    yield Promise("health p99 beside it at most 100 ms", f"{p99:.0f} ms", p99 <= 100)


def long_searches(server: Process, *bots: str) -> Promise:
    """Measure a client beside searches of two minutes that have all workers."""
    reached = shares.Reached(server.target)
    alone, beside = shares.beside_long_searches(reached, reached, bots, BRIEF)
    before, after = 1000 * alone.p95(), 1000 * beside.p95()
    return Promise(
        f"a client's p95 beside another's long searches ({', '.join(bots)}) at most three times "
        "its own alone",
        f"{before:.0f} ms, {after:.0f} ms: {after / before:.2f} times; {len(beside.seconds)} "
        f"answered, others {dict(beside.refused)}",
        after <= 3 * before and not beside.refused,
    )


def promises(nice: int, seconds: float) -> Iterator[Promise]:
    """Measure all promises, one after the other."""
    few = ("--log-level", "info")
    with process(*few) as server:
        yield from overload(server, nice, seconds)
        server.wait_idle()
    for mode in shares.MODES:
        with process(*few) as server:
            yield from fairness(server, mode)
    with process(*few) as server:
        yield long_searches(server, "ismcts:lanes=64")
        server.wait_idle()
        yield long_searches(server, "ismcts", "ismcts")


@click.command()
@click.option("--seconds", type=click.FloatRange(12), default=60.0, show_default=True)
@click.option("--nice", type=click.IntRange(0, 18), default=0, show_default=True)
def main(seconds: float, nice: int) -> None:
    """Ask too much of a server."""
    broken = 0
    for promise in promises(nice, seconds):
        broken += not promise.held
        kept = "holds" if promise.held else "DOES NOT HOLD"
        print(f"{kept}: {promise.words}: {promise.figure}", flush=True)
    raise SystemExit(1 if broken else 0)


if __name__ == "__main__":
    main()
