"""Games on a Ray cluster: a block is a task.

Ray would silently repeat a task that died; so retries are off, and the driver judges failures. The
ledger stays with the driver. Every node needs this package and the bots.
"""

from __future__ import annotations

from typing import Any

from covert_bots.arena.attempt import Attempt, Failure, failed
from covert_bots.arena.backend import BlockTask, tasks_of
from covert_bots.arena.host import Host, Task, wait_for
from covert_bots.arena.plan import PlanSettings
from covert_bots.engines.isolation import USUAL, Isolation
from covert_bots.players.cluster import Connection
from covert_bots.players.game import Game

BLOCKS_A_CPU = 2  # in flight: enough to keep a processor busy, and few are lost with a driver
WAIT_SECONDS = 0.2

_host: Host | None = None  # of this worker process


class RayCluster:
    """A backend on a Ray cluster; errors as for `Connection`."""

    def __init__(
        self,
        settings: PlanSettings | None,
        game: Game,
        workers: int,
        address: str | None = None,
        isolation: Isolation = USUAL,
    ) -> None:
        self._isolation = isolation
        self._connection = Connection(workers, address)
        self._ray = ray = self._connection.ray
        self.settings = settings  # None: not known before the first block
        self._cpus = self._connection.cpus
        self._game = ray.put(game)
        self._play = ray.remote(num_cpus=1, max_retries=0)(_play_block)
        self._running: dict[Any, list[Task]] = {}

    @property
    def room(self) -> int:
        return max(0, self._cpus * BLOCKS_A_CPU - len(self._running))

    def submit(self, task: BlockTask) -> None:
        assert self.settings is not None
        tasks = tasks_of(task, self.settings, self._isolation)
        self._running[self._play.remote(tasks, self._game)] = tasks

    def wait(self) -> list[Attempt]:
        ready, _ = self._ray.wait(
            list(self._running), num_returns=1, timeout=WAIT_SECONDS, fetch_local=True
        )
        attempts: list[Attempt] = []
        for reference in ready:
            tasks = self._running.pop(reference)
            try:
                attempts += self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                detail = f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
                attempts += [
                    failed(task.fixture, task.attempt, Failure.INFRASTRUCTURE, None, detail)
                    for task in tasks
                ]
        return attempts

    def __enter__(self) -> RayCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _play_block(tasks: list[Task], game: Game) -> list[Attempt]:
    """Play the games of a block in this worker's host; a Ray task."""
    global _host
    if _host is not None and _host.game != game:  # of another tournament
        _host.close()
        _host = None
    if _host is None:
        _host = Host(game)
    attempts = []
    for task in tasks:
        _host.start(task)
        while (attempt := _host.poll()) is None:
            wait_for([_host])
        attempts.append(attempt)
    return attempts
