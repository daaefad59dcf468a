"""Where games run: the one small interface, and processes of this machine.

A backend is given blocks and hands back attempts. It decides nothing: what a failure means, and
whether a game is played again, is the driver's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.host import Host, Task, wait_for
from covert_bots.arena.plan import Block, Fixture, PlanSettings
from covert_bots.players.game import Game


@dataclass(frozen=True)
class BlockTask:
    """A block, and which of its games are to be played, as which attempt."""

    block: Block
    attempts: Mapping[int, int]  # rotation: number of the attempt


class Backend(Protocol):
    """Something that plays blocks."""

    @property
    def room(self) -> int:
        """How many more blocks it should be given now, to have enough to do and not too much."""
        ...

    def submit(self, task: BlockTask) -> None:
        """Gives it a block."""
        ...

    def wait(self) -> list[Attempt]:
        """Waits for news, a moment at most, and returns the attempts that have ended."""
        ...

    def __enter__(self) -> Backend: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


def tasks_of(task: BlockTask, settings: PlanSettings) -> list[Task]:
    """What a host is given, game by game."""

    def one(fixture: Fixture) -> Task:
        attempt = task.attempts[fixture.rotation]
        return Task(fixture, attempt, settings.bots, settings.budget.move_seconds)

    return [one(game) for game in task.block.games if game.rotation in task.attempts]


class LocalProcesses:
    """So many hosts on this machine, side by side."""

    def __init__(self, settings: PlanSettings, game: Game, workers: int) -> None:
        self._settings = settings
        self._hosts = [Host(game) for _ in range(workers)]
        self._waiting: deque[Task] = deque()

    @property
    def room(self) -> int:
        free = sum(host.free for host in self._hosts)
        return max(0, free - len(self._waiting))

    def submit(self, task: BlockTask) -> None:
        self._waiting.extend(tasks_of(task, self._settings))
        self._hand_out()

    def wait(self) -> list[Attempt]:
        self._hand_out()
        wait_for(self._hosts)
        found = [attempt for host in self._hosts if (attempt := host.poll()) is not None]
        self._hand_out()
        return found

    def __enter__(self) -> LocalProcesses:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for host in self._hosts:
            host.close()

    def _hand_out(self) -> None:
        for host in self._hosts:
            if host.free and self._waiting:
                host.start(self._waiting.popleft())
