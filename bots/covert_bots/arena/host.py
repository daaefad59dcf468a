"""Processes that host games, one after the other, and may die or hang without harm to anybody else.

Bots are other people's code: a bot that ends its process or never answers must cost its own game
alone. So games run in a process of their own that notes in shared memory which seat it is about to
ask; who started it sees it die, or not get on, and knows who was to decide.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, sharedctypes
from multiprocessing.connection import Connection
from typing import Any

from covert_bots.arena.game import Attempt, Failure, failed, play
from covert_bots.arena.plan import Game
from covert_engine.covert import CompiledSet, compile
from covert_engine.covert.card_set import CardSet

__all__ = ["Host", "Task", "wait_for"]

LOOK_SECONDS = 0.1  # how often hosts are looked at for one that does not get on
NOBODY = -1
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


@dataclass(frozen=True)
class Task:
    """One attempt at a game, for a host."""

    game: Game
    attempt: int
    bots: tuple[str, ...]
    move_seconds: float


class Host:
    """One such process, started anew whenever it has died."""

    def __init__(self, card_set: CardSet) -> None:
        self._card_set = card_set
        self._spawn = get_context("spawn")  # nothing of this process, threads least of all
        self._asked: Any = None  # decisions begun, and the seat asked last
        self._process: Any = None
        self._pipe: Connection | None = None
        self._task: Task | None = None
        self._started = self._seen_at = 0.0
        self._seen = 0

    @property
    def free(self) -> bool:
        return self._task is None

    def start(self, task: Task) -> None:
        """Gives it a game; it has to be free."""
        assert self._task is None
        if self._process is None or not self._process.is_alive():
            self._open()
        self._task = task
        self._started = self._seen_at = time.monotonic()
        self._asked[:] = (0, NOBODY)
        self._seen = 0
        assert self._pipe is not None
        with suppress(OSError):  # it died between two games; `poll` finds out
            self._pipe.send(task)

    def waited_for(self) -> list[Any]:
        """What becomes ready when there is news."""
        return [] if self._task is None else [self._pipe, self._process.sentinel]

    def poll(self) -> Attempt | None:
        """The attempt, if it has come to something."""
        task = self._task
        if task is None:
            return None
        assert self._pipe is not None
        try:
            if self._pipe.poll():
                found: Attempt = self._pipe.recv()
                self._task = None
                return found
        except (EOFError, OSError):
            pass
        if not self._process.is_alive():
            self._process.join()
            code = self._process.exitcode
            return self._gone(Failure.INFRASTRUCTURE, f"the process ended with {code}")
        now = time.monotonic()
        if self._asked[0] != self._seen:
            self._seen, self._seen_at = self._asked[0], now
        elif self._seen and now - self._seen_at > task.move_seconds:
            return self._gone(Failure.DEADLINE, f"no move within {task.move_seconds:g} s")
        return None

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = self._task = None

    def _gone(self, failure: Failure, detail: str) -> Attempt:
        task = self._task
        assert task is not None
        seat = None if self._asked[1] == NOBODY else self._asked[1]
        spent = time.monotonic() - self._started
        self.close()
        return failed(task.game, task.attempt, failure, seat, detail, spent)

    def _open(self) -> None:
        self.close()
        self._asked = sharedctypes.RawArray(ctypes.c_longlong, 2)
        self._pipe, theirs = self._spawn.Pipe()
        self._process = self._spawn.Process(
            target=_serve, args=(theirs, self._asked, self._card_set, os.getpid()), daemon=True
        )
        self._process.start()
        theirs.close()


def wait_for(hosts: list[Host]) -> None:
    """Waits until one of them has news, or until it is time to look at them all."""
    connection.wait([one for host in hosts for one in host.waited_for()], LOOK_SECONDS)


def _serve(pipe: Connection, asked: Any, card_set: CardSet, parent: int) -> None:
    """The life of a host: games until nobody wants any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    cards: CompiledSet = compile(card_set)

    def about_to_ask(seat: int) -> None:
        if os.getppid() != parent:
            os._exit(1)
        asked[1] = seat
        asked[0] += 1

    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        pipe.send(play(task.game, task.attempt, task.bots, cards, about_to_ask))
