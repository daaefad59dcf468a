"""A game at a table whose server is killed again and again, at any moment, and started again.

The people choose by the number of their news alone, and the bots by a seed: so the game must be the
one that is played without any kill, action by action. What was acknowledged must be there, and what
was sent without an answer is sent once more, with the same number.
"""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import grpc
from tables.players import Player, made

from covertbots.v1 import tables_pb2 as v1
from covertbots.v1.tables_pb2_grpc import TablesStub

GONE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN)
SEATS = {
    "covert": ["host", "greedy", "open", "greedy"],
    "covert_action": ["host", "greedy", "open", "greedy", "random", "greedy"],
}
DECISIONS = 24  # of the people, before bots play on
SOON = 0.03  # seconds; an action takes about half of it
OPTIONS = [
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 100),
    ("grpc.service_config", '{"loadBalancingConfig": [{"round_robin": {}}]}'),
]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port: int = listening.getsockname()[1]
        return port


@dataclass
class Victim:
    """A server in a process of its own, on a port that stays the same."""

    place: str
    """Where it keeps its tables."""
    port: int = field(default_factory=free_port)
    kills: int = 0

    def start(self) -> None:
        """Start it, and wait until it serves."""
        words = ["-m", "covert_command", "serve", "--tables", self.place]
        words += ["--port", str(self.port), "--workers", "1", "--log-level", "warning"]
        self._process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith(b"serving"), line

    def kill(self) -> None:
        """Kill it as nothing can refuse."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self.kills += 1

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"


class Stubborn:
    """A stub that makes calls again while the server is away, and counts them."""

    def __init__(self, stub: TablesStub) -> None:
        self._stub = stub
        self.again = 0

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._stub, name)

        def insist(request: object) -> object:
            while True:
                try:
                    return call(request)
                except grpc.RpcError as error:
                    if not isinstance(error, grpc.Call) or error.code() not in GONE:
                        raise
                    self.again += 1
                    time.sleep(0.05)

        return insist


class Killer:
    """Kills one of some servers some milliseconds after it is told to, beside what goes on."""

    def __init__(self, victims: Sequence[Victim], rng: random.Random) -> None:
        self._victims = victims
        self._rng = rng
        self._thread: threading.Thread | None = None

    def strike(self) -> None:
        """Kill the server soon, and start it again."""
        self.wait()
        self._thread = threading.Thread(target=self._kill, args=(self._rng.uniform(0, SOON),))
        self._thread.start()

    def _kill(self, wait: float) -> None:
        victim = self._rng.choice(self._victims)
        time.sleep(wait)
        victim.kill()
        victim.start()

    def wait(self) -> None:
        """Wait until the server is there again."""
        if self._thread is not None:
            self._thread.join()


def choose(player: Player, seed: int) -> str:
    """Return what a person does: by chance, but the same at the same number of news."""
    legal = [action.text for action in player.table.to_decide.legal_actions]
    return random.Random(f"{seed} {player.seat} {player.after}").choice(legal)


def played_game(victims: Sequence[Victim], game: str, seed: int, strikes: int = 0) -> list[str]:
    """Play a game to its end at some servers in turn, and kill one at so many of the people's
    decisions. Return the record's actions; each is there that was acknowledged, at the number at
    which it was."""
    rng = random.Random(seed)
    killer, at = Killer(victims, rng), sorted(rng.sample(range(DECISIONS), strikes))
    target = "ipv4:" + ",".join(victim.target for victim in victims)
    with grpc.insecure_channel(target, OPTIONS) as channel:
        stub: Any = Stubborn(TablesStub(channel))
        table, players = made(stub, SEATS[game], game=game, seed=seed, window=0)
        for decision in range(DECISIONS):
            while not any(player.is_to_decide for player in players):
                for player in players:
                    player.look()
                    if player.table.status == v1.TABLE_STATUS_OVER:
                        return record_of(stub, table, killer)
            player = next(player for player in players if player.is_to_decide)
            if decision in at:
                killer.strike()
            player.act(choose(player, seed))
        for player in players:
            hand = v1.HandOverRequest(table=table.table, token=player.token, seat=player.seat)
            hand.bot = "greedy"
            stub.HandOver(hand)
        request = v1.GetTableRequest(table=table.table, token=table.host_token)
        request.wait.seconds = 1
        while stub.GetTable(request).table.status != v1.TABLE_STATUS_OVER:
            pass
        for player in players:
            player.look()  # the numbers of its news go on
        return record_of(stub, table, killer)


def record_of(stub: Any, table: v1.CreateTableResponse, killer: Killer) -> list[str]:
    request = v1.GetTableRecordRequest(table=table.table, token=table.host_token)
    record = stub.GetTableRecord(request).record
    killer.wait()
    return [action.text for action in record.actions]
