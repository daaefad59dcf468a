"""The effect of hostile requests on a server: its slowest health check, and its memory.

    python benchmarks/speed/hostile_requests.py [--json]

Starts a server with its defaults and sends, from other processes, requests as large as it takes and
larger: views with as many players, moves to choose from and recorded actions as fit, one alone,
33 at once, 60 in a row; the same of as many bytes as are read on the event loop; searches of 64
lanes; a queue of calls that cannot be answered in time.
Meanwhile health is checked a hundred times a second. Fails if a check takes longer than 0.5 s, or
the server more than 300 MB.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from covert_server.bot_requests import AT_ONCE
from covertbots.client import Client
from covertbots.v1 import action_pb2, opponent_pb2, referee_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertSetup
from covertbots.v1.covert_view_pb2 import CovertView

WORST_HEALTH = 0.5  # seconds
MOST_MEMORY = 300  # MB
MEGABYTE = 1 << 20

SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
ADVANCE = "/covertbots.v1.Referee/Advance"


def filled(make: Callable[[int], Any], size: int) -> bytes:
    """Return a request with as many entries as fit into `size` bytes."""
    entries = size // 2
    data: bytes = make(entries).SerializeToString()
    while len(data) > size:
        entries -= max(1, entries * (len(data) - size) // len(data))
        data = make(entries).SerializeToString()
    return data


def suggest(view: view_pb2.View, **fields: Any) -> opponent_pb2.SuggestMoveRequest:
    """Return a request for a move."""
    return opponent_pb2.SuggestMoveRequest(view=view, **fields)


def floods(view: view_pb2.View, size: int) -> dict[str, tuple[str, bytes]]:
    """Return requests of `size` bytes that are all one list: the method and the bytes of each."""
    none = action_pb2.Action()
    slip = action_pb2.Action(text="dance")
    plain = referee_pb2.Record(covert=CovertSetup(card_set=view.covert.card_set), players=2, seed=1)

    def recorded(count: int) -> referee_pb2.AdvanceRequest:
        record = referee_pb2.Record(actions=[none] * count)
        record.MergeFrom(plain)
        return referee_pb2.AdvanceRequest(record=record)

    return {
        "players": (
            SUGGEST,
            filled(lambda n: suggest(_with(view, players=[CovertView.Player()] * n)), size),
        ),
        "cards in hands": (SUGGEST, filled(lambda n: suggest(_hands(view, n)), size)),
        "only": (SUGGEST, filled(lambda n: suggest(view, only=[none] * n), size)),
        "only slips": (SUGGEST, filled(lambda n: suggest(view, only=[slip] * n), size)),
        "actions to play": (
            ADVANCE,
            filled(lambda n: referee_pb2.AdvanceRequest(record=plain, actions=[none] * n), size),
        ),
        "actions of a record": (ADVANCE, filled(recorded, size)),
    }


def _with(view: view_pb2.View, **lists: Any) -> view_pb2.View:
    """Return a view with more in its lists."""
    large = view_pb2.View(covert=CovertView(**lists))
    large.MergeFrom(view)
    return large


def _hands(view: view_pb2.View, count: int) -> view_pb2.View:
    """Return a view with so many cards, in hands of 64 each: more than a game, but no list is too
    long."""
    large = view_pb2.View()
    large.CopyFrom(view)
    player = CovertView.Player(agency_cards=[CovertView.Place()] * 64)
    large.covert.players.extend([player] * min(60, count // 64 + 1))
    large.covert.players[0].missions.extend([CovertView.Place()] * max(0, count - 60 * 64))
    return large


def send_all(
    target: str, method: str, data: bytes, calls: int, at_once: int, timeout: float
) -> None:
    """Send a request again and again; print how often each status came back."""
    with grpc.insecure_channel(target) as channel:
        call: Any = channel.unary_unary(method)

        def answer(_: int) -> str:
            try:
                call(data, timeout=timeout)
            except grpc.RpcError as error:
                return str(error.code().name)
            return "OK"

        with ThreadPoolExecutor(at_once) as pool:
            print(json.dumps(Counter(pool.map(answer, range(calls)))))


class Health:
    """Checks of health, and the slowest answer so far."""

    def __init__(self, target: str) -> None:
        self._stub = health_pb2_grpc.HealthStub(grpc.insecure_channel(target))
        self.worst = 0.0

    def check(self) -> None:
        """Check once."""
        started = time.monotonic()
        self._stub.Check(health_pb2.HealthCheckRequest(), timeout=60)
        self.worst = max(self.worst, time.monotonic() - started)


def peak_memory(process: int) -> float:
    """Return the most memory a process has had, in MB."""
    with open(f"/proc/{process}/status", encoding="utf-8") as lines:
        (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
    return int(kilobytes) / 1024


def attacks(target: str) -> Iterator[tuple[str, str, bytes, int, int, float]]:
    """Yield name, method, request, calls, calls at once, seconds each waits."""
    with Client(target) as client:
        most = client.list_bots().ceilings.request_bytes
        start = client.advance(client.deal(players=2, seed=1))
        view = start.news[start.to_decide[0].seat].moments[-1].view
    for size, label in ((AT_ONCE, "2 kB"), (most, "the largest"), (MEGABYTE, "1 MB")):
        for name, (method, data) in floods(view, size).items():
            for calls, at_once in ((1, 1), (33, 33), (60, 1)):
                yield f"{name}, {label}", method, data, calls, at_once, 60
    lanes = suggest(view, bot="ismcts:lanes=64,iterations=20000").SerializeToString()
    yield "64 lanes", SUGGEST, lanes, 16, 16, 60
    late = suggest(view, bot="ismcts:iterations=10000000").SerializeToString()
    yield "too late", SUGGEST, late, 32, 32, 0.3


def measure(target: str, process: int) -> list[dict[str, Any]]:
    """Run every attack and return what each did."""
    health = Health(target)
    health.check()
    results = []
    for name, method, data, calls, at_once, timeout in attacks(target):
        health.worst = 0.0
        arguments = [target, method, str(calls), str(at_once), str(timeout)]
        with subprocess.Popen(
            [sys.executable, __file__, "--send", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as sender:
            assert sender.stdin is not None
            assert sender.stdout is not None
            sender.stdin.write(data)
            sender.stdin.close()
            while sender.poll() is None:
                health.check()
                time.sleep(0.01)
            statuses = json.loads(sender.stdout.read())
        results.append(
            {
                "attack": name,
                "bytes": len(data),
                "calls": calls,
                "at_once": at_once,
                "statuses": statuses,
                "worst_health_seconds": round(health.worst, 4),
                "peak_memory_mb": round(peak_memory(process), 1),
            }
        )
    return results


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--send", nargs=5, hidden=True)  # what a sender is started with
def main(as_json: bool, send: tuple[str, str, str, str, str] | None) -> None:
    """Send a server requests that are meant to stop it."""
    if send:
        target, method, calls, at_once, timeout = send
        send_all(target, method, sys.stdin.buffer.read(), int(calls), int(at_once), float(timeout))
        return
    serve = "from covert_command import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", serve, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")  # it has said why
            target = line.split()[1].rstrip(";")
            results = measure(target, server.pid)
        finally:
            server.terminate()
    worst = max(attack["worst_health_seconds"] for attack in results)
    memory = max(attack["peak_memory_mb"] for attack in results)
    if as_json:
        result = {"attacks": results, "worst_health_seconds": worst, "peak_memory_mb": memory}
        print(json.dumps(result, indent=1))
    else:
        print(f"{'attack':34} {'bytes':>8} {'calls':>5} {'at once':>7} {'health':>8}  answers")
        for attack in results:
            answers = ", ".join(f"{count} {code}" for code, count in attack["statuses"].items())
            print(
                f"{attack['attack']:34} {attack['bytes']:8} {attack['calls']:5} "
                f"{attack['at_once']:7} {1000 * attack['worst_health_seconds']:5.0f} ms  {answers}"
            )
        print(f"slowest health check {worst:.3f} s; the server's peak memory {memory:.0f} MB")
    raise SystemExit(0 if worst <= WORST_HEALTH and memory <= MOST_MEMORY else 1)


if __name__ == "__main__":
    main()
