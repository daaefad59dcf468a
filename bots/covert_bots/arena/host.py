"""Processes that host games, one after the other, and may die or hang without harm to anybody else.

Bots are other people's code: a bot that ends its process or never answers must cost its own game
alone. So games run in a process of their own that notes in shared memory which seat it is about to
ask, and all actions so far; who started it sees it die, or not get on, and knows who was to decide
and how it came to that.

A bot of somebody else's module may leave threads or child processes behind. Then the next game has
a new process.

The process is started by name, not by `multiprocessing`, which would run its parent's main module.
It has a session of its own, so that what a bot has started can be ended with it, and a guard, so
that all of it ends when who started it is killed. SIGTERM, which a service manager sends to all
processes at once, is for who started it: it must not look as if a bot had ended the process.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from tempfile import TemporaryFile
from typing import NamedTuple

from covert_bots.arena.attempt import Attempt, Failure, failed, play
from covert_bots.arena.entrants.enter import is_foreign
from covert_bots.arena.plan import Fixture
from covert_bots.players.game import Game
from covert_bots.players.signals import deaf_to

LOOK_SECONDS = 0.1  # how often hosts are looked at for one that does not get on
STOPPED_SECONDS = 2.0  # without a look: who looks was stopped itself (Ctrl-Z), or the machine was
START_SECONDS = 300.0  # from a game's start to its first question, the process's own included
HUNG_UP_SECONDS = 1.0  # for a process that has closed its pipe to end by itself
NOTE = struct.Struct("qqq")  # the fields of `_Note`
# Those played follow the note, as many as the longest game has.
ACTION = struct.Struct("I")
NOBODY = -1
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
GUARD = 'read line; kill -s KILL -- "-$1"'  # ends a group at the end of the guard's input


@dataclass(frozen=True)
class Task:
    """One attempt at a game, for a host."""

    fixture: Fixture
    attempt: int
    bots: tuple[str, ...]
    move_seconds: float


class _Note(NamedTuple):
    """How far a game is, as its process notes before each question."""

    questions: int = 0  # put so far in this game
    seat: int = NOBODY  # asked last
    actions: int = 0  # played


class Host:
    """One such process, started anew whenever it has died."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._memory_bytes = NOTE.size + game.longest * ACTION.size
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._memory: mmap.mmap | None = None
        self._task: Task | None = None
        self._started = self._looked_at = self._waited = 0.0
        self._seen = _Note()

    @property
    def free(self) -> bool:
        """Whether it can be given a game."""
        return self._task is None

    def start(self, task: Task) -> None:
        """Gives it a game; it has to be free."""
        assert self._task is None
        if self._process is None or self._process.poll() is not None:
            self._open()
        assert self._pipe is not None
        assert self._memory is not None
        self._task = task
        self._started = self._looked_at = time.monotonic()
        self._waited = 0.0
        self._seen = _Note()
        NOTE.pack_into(self._memory, 0, *self._seen)
        with suppress(OSError):  # it died between two games; `poll` finds out
            self._pipe.send(task)

    @property
    def news(self) -> list[Connection]:
        """What can be read from when an attempt has ended or the process has."""
        return [] if self._task is None or self._pipe is None else [self._pipe]

    def poll(self) -> Attempt | None:
        """The attempt, if it has come to something."""
        task = self._task
        if task is None:
            return None
        assert self._pipe is not None
        assert self._process is not None
        assert self._memory is not None
        # Not only its pipe, which a child of a bot may hold; and before it, for what it said last.
        ended = self._process.poll() is not None
        try:
            if self._pipe.poll():
                found: Attempt
                found, leaves_something = self._pipe.recv()
                if leaves_something:  # that could cost a later game
                    self.close()
                self._task = None
                return found
        except (EOFError, OSError):
            ended = True
        if ended:
            return self._died()
        now = time.monotonic()
        passed, self._looked_at = now - self._looked_at, now
        note = self._note()
        if note != self._seen:
            self._seen, self._waited = note, 0.0
            return None
        self._waited += passed if passed < STOPPED_SECONDS else LOOK_SECONDS
        if not note.questions:
            if self._waited > START_SECONDS:
                detail = f"the game did not begin within {START_SECONDS:g} s"
                return self._gone(Failure.INFRASTRUCTURE, detail)
        elif self._waited > task.move_seconds:
            return self._gone(Failure.DEADLINE, f"no move within {task.move_seconds:g} s")
        return None

    def close(self) -> None:
        """Ends the process, whatever it is doing, and what its bots have started."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):  # nobody is left, or zombies
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        if self._pipe is not None:
            self._pipe.close()
        if self._memory is not None:
            self._memory.close()
        self._process = self._guard = self._pipe = self._memory = self._task = None

    def _note(self) -> _Note:
        assert self._memory is not None
        return _Note(*NOTE.unpack_from(self._memory))

    def _died(self) -> Attempt:
        """The attempt of a game whose process has ended, or has closed its pipe and does not."""
        assert self._process is not None
        try:
            detail = f"the process ended with {self._process.wait(HUNG_UP_SECONDS)}"
        except subprocess.TimeoutExpired:
            detail = "the process hung up and did not end"
        self._seen = self._note()
        return self._gone(Failure.INFRASTRUCTURE, detail)

    def _gone(self, failure: Failure, detail: str) -> Attempt:
        """The attempt of a game that got no further than was seen last."""
        task, seen = self._task, self._seen
        assert task is not None
        assert self._memory is not None
        played = self._memory[NOTE.size : NOTE.size + seen.actions * ACTION.size]
        spent = time.monotonic() - self._started
        self.close()
        return failed(
            task.fixture,
            task.attempt,
            failure,
            None if seen.seat == NOBODY else seen.seat,
            detail,
            actions=tuple(action for (action,) in ACTION.iter_unpack(played)),
            seconds=spent,
        )

    def _open(self) -> None:
        self.close()
        ours, theirs = socket.socketpair()
        with TemporaryFile() as file, theirs, deaf_to(signal.SIGTERM):
            # With room that is only promised, a full disk would end whoever writes there.
            file.write(bytes(self._memory_bytes))
            file.flush()
            self._memory = mmap.mmap(file.fileno(), self._memory_bytes)
            descriptors = (theirs.fileno(), file.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, *map(str, descriptors)],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a bot that prints is not to spoil what we print
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,
            )
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", str(self._process.pid)],
            stdin=subprocess.PIPE,  # nothing is written to it; it ends with this process
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pipe = Connection(ours.detach())
        with suppress(OSError):  # it has died already; `poll` finds out
            self._pipe.send(self.game)


def wait_for(hosts: list[Host]) -> None:
    """Waits until one of them has news, or until it is time to look at them all."""
    connection.wait([one for host in hosts for one in host.news], LOOK_SECONDS)


def _serve(descriptor: int, shared: int) -> None:
    """The life of a host: games until nobody wants any more."""
    # Not ignored: what a bot starts would ignore it too.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    pipe = Connection(descriptor)
    game: Game = pipe.recv()
    memory = mmap.mmap(shared, NOTE.size + game.longest * ACTION.size)
    questions = 0
    host = os.getpid()

    def stop_unless_host() -> None:
        """A bot may fork, and its child come back here; the game is its parent's alone."""
        if os.getpid() != host:
            os._exit(1)

    def about_to_ask(seat: int, actions: Sequence[int]) -> None:
        nonlocal questions
        stop_unless_host()
        questions += 1
        played = min(len(actions), game.longest)
        if played:
            ACTION.pack_into(memory, NOTE.size + (played - 1) * ACTION.size, actions[played - 1])
        NOTE.pack_into(memory, 0, *_Note(questions, seat, played))  # after what it counts

    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        questions = 0
        attempt = play(task.fixture, task.attempt, task.bots, game, about_to_ask)
        stop_unless_host()
        foreign = any(is_foreign(task.bots[bot]) for bot in task.fixture.seats)
        pipe.send((attempt, foreign and _something_left()))


def _something_left() -> bool:
    """Whether there are threads, child processes or timers that a bot has not ended."""
    if any(signal.getitimer(timer)[0] > 0 for timer in TIMERS):
        return True
    if threading.active_count() > 1:
        return True
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:  # there is none
        return False
    return True


if __name__ == "__main__":
    _serve(*map(int, sys.argv[1:3]))
