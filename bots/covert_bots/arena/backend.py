"""Backends, which run games: their interface, and processes of this machine.

A backend gets blocks and returns attempts. The driver judges failures and repeats games.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.host import Host, Task, wait_for
from covert_bots.arena.plan import Block, PlanSettings
from covert_bots.engines.isolation import USUAL, Isolation
from covert_bots.players.game import Game


@dataclass(frozen=True)
class BlockTask:
    """A block, and the games of it to play."""

    block: Block
    attempts: Mapping[int, int]  # number of the attempt, by rotation


class Backend(Protocol):
    """A player of blocks."""

    @property
    def room(self) -> int:
        """The number of further blocks to submit now, to keep it busy without a long queue."""

    def submit(self, task: BlockTask) -> None:
        """Submit a block."""

    def wait(self) -> list[Attempt]:
        """Wait for a moment at most, and return the attempts that have ended."""

    def __enter__(self) -> Backend: ...

    def __exit__(self, *_: object) -> None: ...


def tasks_of(task: BlockTask, settings: PlanSettings, isolation: Isolation = USUAL) -> list[Task]:
    """Return the tasks for a host, one for each game."""
    budget, bots = settings.budget, settings.bots
    return [
        Task(
            *(game, task.attempts[game.rotation], bots, budget.move_seconds, isolation),
            clock=budget.clock,
        )
        for game in task.block.games
        if game.rotation in task.attempts
    ]


class LocalProcesses:
    """Hosts on this machine, in parallel."""

    def __init__(
        self,
        settings: PlanSettings | None,
        game: Game,
        workers: int,
        isolation: Isolation = USUAL,
    ) -> None:
        self.settings = settings  # None: not known before the first block
        self._isolation = isolation
        self._hosts = [Host(game) for _ in range(workers)]
        self._waiting: deque[Task] = deque()

    @property
    def room(self) -> int:
        return max(0, sum(host.free for host in self._hosts) - len(self._waiting))

    def submit(self, task: BlockTask) -> None:
        assert self.settings is not None
        self._waiting.extend(tasks_of(task, self.settings, self._isolation))
        self._hand_out()

    def wait(self) -> list[Attempt]:
        self._hand_out()
        wait_for(self._hosts)
        ended = [attempt for host in self._hosts if (attempt := host.poll()) is not None]
        self._hand_out()
        return ended

    def __enter__(self) -> LocalProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        for host in self._hosts:
            host.close()

    def _hand_out(self) -> None:
        for host in self._hosts:
            if host.free and self._waiting:
                host.start(self._waiting.popleft())
