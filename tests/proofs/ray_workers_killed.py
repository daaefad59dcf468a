"""Kills workers of a Ray cluster fifty times in a tournament, and compares it with one in peace.

    PYTHONPATH=tests python tests/proofs/ray_workers_killed.py [--kills 50]

Bots of the catalogue, a bot of a module and an engine play Covert Action, on a cluster of two
workers that is started here. At a moment drawn by chance one of the workers that play a block is
killed by SIGKILL, again and again; the next kill waits until a game has ended. Each tournament is
played again in this machine's own processes, and nobody is killed. Then

- the ledgers have the same games, action by action, and each game has ended once;
- every attempt that a kill has cost is void, by the infrastructure, and nobody's fault;
- of the processes below a killed worker, referees and bots, none is left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from arena.tournaments import HERE

from covert_bots.arena.attempt import Attempt, Failure, Outcome
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.driver import Driver
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.arena.ray_cluster import RayCluster
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.cluster import Connection

GAME = CovertAction()
WORKERS = 2
BLOCKS = 12  # of a tournament, of four games
LONGEST = 2.0  # seconds from the end of a game to a kill
END_SECONDS = 20.0  # for the processes below a killed worker to end, on a busy machine
ROOT = Path(__file__).resolve().parents[2]
BOTS = (
    "ismcts:iterations=100",
    "greedy",
    "badly_behaved:calm",
    f"engine:{sys.executable} -I -S {ROOT / 'examples/engines/careful.py'}",
)


class Process(NamedTuple):
    """A process, which is not one that gets its number later."""

    pid: int
    began: str


class Killer:
    """Kills workers at play, below this process alone."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._next = time.monotonic() + rng.uniform(0, LONGEST)
        self._ended = True  # a game, since the last kill
        self.kills = 0
        self.below: list[Process] = []  # of killed workers

    def game_ended(self) -> None:
        """Let the next kill come, soon."""
        if not self._ended:
            self._ended = True
            self._next = time.monotonic() + self._rng.uniform(0, LONGEST)

    def look(self) -> None:
        """Kill a worker at play, if it is time."""
        if not self._ended or time.monotonic() < self._next:
            return
        children = children_of_all()
        below = [process for node in children.get(os.getpid(), []) for process in children[node]]
        at_play = [pid for pid in below if "ray::_play_block" in command_of(pid)]
        if not at_play:
            return
        victim = self._rng.choice(at_play)
        self.below += map(process_of, descendants(victim, children))
        os.kill(victim, signal.SIGKILL)
        self.kills += 1
        self._ended = False


def main() -> None:
    """Play tournaments until there were enough kills."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    wanted = parser.parse_args().kills
    path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    os.environ["PYTHONPATH"] = path  # of the workers too
    with closing(Connection(WORKERS)):
        play(wanted)


def play(wanted: int) -> None:
    """Play tournaments until there were so many kills."""
    killed = games = void = tournaments = 0
    start = time.monotonic()
    while killed < wanted:
        tournaments += 1
        plan = Plan(PlanSettings(BOTS, len(BOTS), BLOCKS, tournaments, game=GAME.name))
        kills, attempts = compared(plan, wanted - killed)
        killed, games = killed + kills, games + plan.games
        void += sum(attempt.outcome is Outcome.VOID for attempt in attempts)
        told = f"{plan.games} games, {len(attempts)} attempts, {killed} kills"
        print(f"tournament {tournaments}: {told}", flush=True)
    print(f"{games} games, {killed} kills, which cost {void} attempts: none lost, none doubled,")
    print(f"none charged to a bot; no process left\n{time.monotonic() - start:.0f} s")


def compared(plan: Plan, most: int) -> tuple[int, list[Attempt]]:
    """Play a plan with kills and without, and return the kills and the attempts with them."""
    killer = Killer(random.Random(plan.settings.seed))
    with Ledger(":memory:") as disturbed, Ledger(":memory:") as undisturbed:
        with RayCluster(plan.settings, GAME, WORKERS) as backend:
            driver = Driver(plan, disturbed)
            wait = backend.wait

            def wait_and_kill() -> list[Attempt]:
                if killer.kills < most:
                    killer.look()
                attempts = wait()
                if any(attempt.outcome is Outcome.FINISHED for attempt in attempts):
                    killer.game_ended()
                return attempts

            backend.wait = wait_and_kill  # type: ignore[method-assign]
            driver.run(backend)
            check_ended(killer.below)
        with LocalProcesses(plan.settings, GAME, WORKERS) as local:
            Driver(plan, undisturbed).run(local)
        attempts = list(disturbed.attempts(plan))
        assert disturbed.digest() == undisturbed.digest()
    check(plan, attempts)
    assert not killer.kills or any(attempt.outcome is Outcome.VOID for attempt in attempts)
    return killer.kills, attempts


def check(plan: Plan, attempts: list[Attempt]) -> None:
    """Check that each game has ended once, and that nobody is charged with the others."""
    ended = Counter(attempt.fixture for attempt in attempts if attempt.outcome is not Outcome.VOID)
    assert len(ended) == plan.games
    assert set(ended.values()) == {1}
    for attempt in attempts:
        assert attempt.outcome in (Outcome.FINISHED, Outcome.VOID), attempt
        if attempt.outcome is Outcome.VOID:
            assert attempt.failure is Failure.INFRASTRUCTURE, attempt
            assert attempt.culprit is None, attempt
            assert "WorkerCrashedError" in attempt.detail, attempt


def check_ended(processes: list[Process]) -> None:
    """Check that all these processes end."""
    until = time.monotonic() + END_SECONDS
    while left := [process for process in processes if process_of(process.pid) == process]:
        assert time.monotonic() < until, [command_of(process.pid) for process in left]
        time.sleep(0.1)


def children_of_all() -> dict[int, list[int]]:
    """Return the children of each process."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            children.setdefault(int(folder.name), [])
            parent = int(fields_of(int(folder.name))[1])
            children.setdefault(parent, []).append(int(folder.name))
    return children


def descendants(pid: int, children: dict[int, list[int]]) -> list[int]:
    """Return the processes below a process."""
    below = children.get(pid, [])
    return [*below, *(lower for child in below for lower in descendants(child, children))]


def process_of(pid: int) -> Process:
    """Return a process that runs; without a beginning if it has ended."""
    with suppress(OSError):
        fields = fields_of(pid)
        if fields[0] != "Z":
            return Process(pid, fields[19])
    return Process(pid, "")


def fields_of(pid: int) -> list[str]:
    """Return what the system tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def command_of(pid: int) -> str:
    """Return the command of a process; empty if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


if __name__ == "__main__":
    main()
