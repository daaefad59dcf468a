"""Processes that referee games, one at a time, and may die or hang without harm to others.

A bot that ends its process or never answers must cost only its own game. Bots of the catalogue
think in the process that referees; it writes the seat to ask next and all actions so far to shared
memory. If it dies or hangs, its parent knows whose decision it was, and the game until then. All
other bots have processes of their own (`entrants/foreign.py`): this one holds the truth.

The process is started by name, not by `multiprocessing`, which would run its parent's main module.
It has a session of its own and a guard, so that it ends when the parent is killed. It ignores
SIGTERM, which a service manager sends to all processes at once: the parent ends it, and no bot gets
the blame.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from tempfile import TemporaryFile
from typing import NamedTuple

from covert_bots.arena.attempt import Attempt, Failure, failed, play
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.entrants.names import PREFIX, is_foreign
from covert_bots.arena.plan import Fixture
from covert_bots.engines.clock import Clock
from covert_bots.engines.guard import Guard
from covert_bots.engines.isolation import USUAL, Isolation
from covert_bots.engines.shelter import adopt_orphans, end_strays, hide_memory
from covert_bots.players.game import Game
from covert_bots.players.pieces import deaf_to

LOOK_SECONDS = 0.1  # between two checks for hosts that hang
STOPPED_SECONDS = 2.0  # a longer gap between checks: the parent (Ctrl-Z) or machine was stopped
START_SECONDS = 300.0  # from a game's start to its first question, with the start of the process
HUNG_UP_SECONDS = 1.0  # for a process that has closed its pipe to end by itself
NOTE = struct.Struct("qqq")  # the fields of `_Note`
# The actions played follow the note; there is room for the longest game.
ACTION = struct.Struct("I")
NOBODY = -1
FOREIGN_SECONDS = 150.0  # for the referee, which ends a bot of others that hangs, beyond a move


@dataclass(frozen=True)
class Task:
    """An attempt at a game, for a host."""

    fixture: Fixture
    attempt: int
    bots: tuple[str, ...]
    move_seconds: float
    isolation: Isolation = USUAL
    clock: Clock | None = None


class _Note(NamedTuple):
    """The state of a game, which its process writes before each question."""

    questions: int = 0  # so far in this game
    seat: int = NOBODY  # asked last
    actions: int = 0  # played


class Host:
    """A host process, restarted after its death."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._memory_bytes = NOTE.size + game.longest * ACTION.size
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: Guard | None = None
        self._pipe: Connection | None = None
        self._memory: mmap.mmap | None = None
        self._task: Task | None = None
        self._started = self._looked_at = self._waited = 0.0
        self._last_note = _Note()

    @property
    def free(self) -> bool:
        """True if it can start a game."""
        return self._task is None

    def start(self, task: Task) -> None:
        """Start a game; the host must be free."""
        assert self._task is None
        if self._process is None or self._process.poll() is not None:
            self._open()
        assert self._pipe is not None
        assert self._memory is not None
        self._task = task
        self._started = self._looked_at = time.monotonic()
        self._waited = 0.0
        self._last_note = _Note()
        NOTE.pack_into(self._memory, 0, *self._last_note)
        with suppress(OSError):  # it died between two games; `poll` notices
            self._pipe.send(task)

    @property
    def news(self) -> list[Connection]:
        """The pipes that become readable when an attempt or the process ends."""
        return [] if self._task is None or self._pipe is None else [self._pipe]

    def poll(self) -> Attempt | None:
        """Return the attempt if it has ended, or if the process died or hangs."""
        task = self._task
        if task is None:
            return None
        assert self._pipe is not None
        assert self._process is not None
        assert self._memory is not None
        # The pipe is read afterwards, for the last message.
        ended = self._process.poll() is not None
        try:
            if self._pipe.poll():
                attempt: Attempt = self._pipe.recv()
                self._task = None
                return attempt
        except (EOFError, OSError):
            ended = True
        if ended:
            return self._died()
        now = time.monotonic()
        passed, self._looked_at = now - self._looked_at, now
        note = self._note()
        if note != self._last_note:
            self._last_note, self._waited = note, 0.0
            return None
        self._waited += passed if passed < STOPPED_SECONDS else LOOK_SECONDS
        if not note.questions:
            if self._waited > START_SECONDS:
                detail = f"the game did not begin within {START_SECONDS:g} s"
                return self._gone(Failure.INFRASTRUCTURE, detail)
        elif self._waited > task.move_seconds + self._grace(task, note):
            return self._gone(Failure.DEADLINE, f"no move within {task.move_seconds:g} s")
        return None

    def close(self) -> None:
        """End the process at once, and its bots."""
        if self._guard is not None:
            self._guard.close()
        if self._pipe is not None:
            self._pipe.close()
        if self._memory is not None:
            self._memory.close()
        self._process = self._guard = self._pipe = self._memory = self._task = None

    @staticmethod
    def _grace(task: Task, note: _Note) -> float:
        """Return the time that the referee has beyond that of a move: it ends bots that are not
        ours by itself, and asks a server that is gone again."""
        bot = task.bots[task.fixture.seats[note.seat]]
        if bot.startswith(PREFIX):
            from covert_bots.arena.entrants.remote import patience  # gRPC takes long to import

            return FOREIGN_SECONDS + patience()
        return FOREIGN_SECONDS if is_foreign(bot) else 0.0

    def _note(self) -> _Note:
        assert self._memory is not None
        return _Note(*NOTE.unpack_from(self._memory))

    def _died(self) -> Attempt:
        """Return the attempt of a game whose process has ended, or has closed its pipe."""
        assert self._process is not None
        try:
            detail = f"the process ended with {self._process.wait(HUNG_UP_SECONDS)}"
        except subprocess.TimeoutExpired:
            detail = "the process hung up and did not end"
        self._last_note = self._note()
        return self._gone(Failure.INFRASTRUCTURE, detail)

    def _gone(self, failure: Failure, detail: str) -> Attempt:
        """Return the failed attempt of a game, as of its last note."""
        task, note = self._task, self._last_note
        assert task is not None
        assert self._memory is not None
        played = self._memory[NOTE.size : NOTE.size + note.actions * ACTION.size]
        spent = time.monotonic() - self._started
        self.close()
        return failed(
            task.fixture,
            task.attempt,
            failure,
            None if note.seat == NOBODY else note.seat,
            detail,
            actions=tuple(action for (action,) in ACTION.iter_unpack(played)),
            seconds=spent,
        )

    def _open(self) -> None:
        self.close()
        ours, theirs = socket.socketpair()
        with TemporaryFile() as file, theirs, deaf_to(signal.SIGTERM):
            # Written in full: with a sparse file, a full disk would kill the writing process.
            file.write(bytes(self._memory_bytes))
            file.flush()
            self._memory = mmap.mmap(file.fileno(), self._memory_bytes)
            descriptors = (theirs.fileno(), file.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, *map(str, descriptors)],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a bot's prints must not mix with our output
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,
            )
        self._guard = Guard(self._process)
        self._pipe = Connection(ours.detach())
        with suppress(OSError):  # it has died already; `poll` notices
            self._pipe.send(self.game)


def wait_for(hosts: list[Host]) -> None:
    """Wait until a host has news, or until the next check of all hosts."""
    connection.wait([pipe for host in hosts for pipe in host.news], LOOK_SECONDS)


def _serve(descriptor: int, shared: int) -> None:
    """Play games until the parent closes the pipe."""
    hide_memory()
    adopt_orphans()
    # A handler, because children would inherit an ignored signal.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    pipe = Connection(descriptor)
    game: Game = pipe.recv()
    memory = mmap.mmap(shared, NOTE.size + game.longest * ACTION.size)
    questions = 0
    foreign: ForeignBots | None = None

    def about_to_ask(seat: int, actions: Sequence[int]) -> None:
        nonlocal questions
        questions += 1
        played = min(len(actions), game.longest)
        if played:
            ACTION.pack_into(memory, NOTE.size + (played - 1) * ACTION.size, actions[played - 1])
        NOTE.pack_into(memory, 0, *_Note(questions, seat, played))  # after the actions it counts

    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        questions = 0
        foreign = foreign or ForeignBots(task.isolation)
        attempt = play(
            task.fixture,
            task.attempt,
            task.bots,
            game,
            about_to_ask,
            foreign,
            task.move_seconds,
            task.clock,
        )
        end_strays(foreign.processes)
        pipe.send(attempt)


if __name__ == "__main__":
    _serve(*map(int, sys.argv[1:3]))
