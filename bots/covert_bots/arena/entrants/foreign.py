"""Bots that are not ours, each in a process of its own: engines, and bots of modules.

A process plays one game after another, but no deal twice: in the other games of a block it would
know the cards.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from covert_bots.arena.entrants.entrant import Answer
from covert_bots.arena.entrants.names import ENGINE, command_of, readable_of
from covert_bots.arena.entrants.outage import GoneError, Outage
from covert_bots.engines.clock import CPU, Clock, TimeLeft
from covert_bots.engines.documents import Teller
from covert_bots.engines.engine import Engine
from covert_bots.engines.failure import EngineError, Fault, printable
from covert_bots.engines.isolation import Isolation, IsolationError
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covertbots.v1 import referee_pb2

MOST_IDLE = 32  # engines without a game
MOST_SHOWN = 20  # lines of a bot's standard error that are shown in a game
LONGEST_SHOWN = 200  # characters of such a line


@dataclass
class _Kept:
    """An engine, and the blocks that it has played in."""

    name: str
    engine: Engine
    blocks: set[int] = field(default_factory=set)


class ForeignEntrant:
    """A bot in a process of its own."""

    lag = None

    def __init__(
        self, kept: _Kept, teller: Teller, seconds: float, clock: Clock | None = None
    ) -> None:
        self._by_cpu = clock is not None and clock.of == CPU
        self._engine = kept.engine
        self._teller = teller
        self._seconds = seconds

    @property
    def observes(self) -> bool:
        """True if it wants the events of the game."""
        return self._engine.hello.events

    def observe(self, events: list[referee_pb2.Event]) -> None:
        """Note events for the next question."""
        self._engine.note(events)

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        """Ask the engine, which knows its seed from the beginning; EngineError."""
        legal = view.legal_actions()
        seconds = self._seconds if clock is None else clock.wait(self._seconds)
        return Answer(*self._engine.choose(self._teller, view, legal, seconds, clock))

    def cpu_seconds(self) -> float:
        """Return the CPU time of its process; if a clock counts it, with that of its children."""
        return self._engine.cpu_seconds(below=self._by_cpu)


class ForeignBots:
    """The processes of the foreign bots of a referee."""

    def __init__(self, isolation: Isolation) -> None:
        self._isolation = isolation
        self._idle: list[_Kept] = []
        self._playing: list[_Kept] = []
        self._teller: Teller | None = None
        self._files: dict[str, list[Path]] = {}  # that bots are made of, when they first began

    def enter(
        self,
        name: str,
        game: Game,
        block: int,
        players: int,
        seat: int,
        seed: int,
        seconds: float,
        clock: Clock | None = None,
    ) -> ForeignEntrant:
        """Begin a game of a block for a bot; EngineError if the bot does not, GoneError if it
        cannot have a process."""
        if self._teller is None or self._teller.game != game:
            self._teller = Teller(game)
        while (kept := self._take(name, block)) is not None:
            try:
                kept.engine.begin(self._teller, players, seat, seed, seconds, clock)
            except EngineError as error:
                self._end(kept)
                if error.fault is not Fault.DEAD:
                    raise
            else:
                return ForeignEntrant(kept, self._teller, seconds, clock)
        kept = _Kept(name, self._start(name), {block})
        self._playing.append(kept)
        kept.engine.hear(shown_by(name))
        try:
            kept.engine.begin(self._teller, players, seat, seed, seconds, clock)
        except EngineError:
            self._check_files(name)
            raise
        return ForeignEntrant(kept, self._teller, seconds, clock)

    def leave(self) -> None:
        """End a game; engines that failed in it end too."""
        for kept in self._playing:
            if kept.engine.broken:
                kept.engine.close()
            else:
                self._idle.append(kept)
        self._playing = []
        while len(self._idle) > MOST_IDLE:
            self._idle.pop(0).engine.close()

    @property
    def processes(self) -> list[int]:
        """Their processes, with those that guard them."""
        return [pid for kept in (*self._idle, *self._playing) for pid in kept.engine.processes]

    def close(self) -> None:
        """End all processes."""
        for kept in (*self._idle, *self._playing):
            kept.engine.close()
        self._idle, self._playing = [], []

    def _take(self, name: str, block: int) -> _Kept | None:
        """Return an idle engine that knows nothing of a block."""
        for kept in self._idle:
            if kept.name == name and block not in kept.blocks:
                self._idle.remove(kept)
                kept.blocks.add(block)
                kept.engine.hear(shown_by(name))
                self._playing.append(kept)
                return kept
        return None

    def _end(self, kept: _Kept) -> None:
        self._playing.remove(kept)
        kept.engine.close()

    def _start(self, name: str) -> Engine:
        files = readable_of(name)
        self._files.setdefault(name, files)
        try:
            command = self._isolation.command(command_of(name), files)
            return Engine(command, self._isolation.environment())
        except (OSError, IsolationError) as error:  # such as no more processes
            raise GoneError(Outage.START, f"{name}: no process for it: {error}") from error

    def _check_files(self, name: str) -> None:
        """Raise GoneError if a file is gone that a bot was made of. The bot has not begun, so it
        wins nothing by that."""
        gone = [file for file in self._files[name] if not file.exists()]
        if name.startswith(ENGINE) and shutil.which(program := command_of(name)[0]) is None:
            gone.append(Path(program))
        if gone:
            raise GoneError(Outage.START, f"{name}: {gone[0]} is gone")


def shown_by(name: str) -> Callable[[bytes], None]:
    """Return a function that shows what a bot says to standard error in a game, each line with the
    bot's name; only its beginning."""
    pending = bytearray()
    lines = 0

    def show(data: bytes) -> None:
        nonlocal lines
        if lines > MOST_SHOWN:
            return
        pending.extend(data)
        *whole, rest = bytes(pending).split(b"\n")
        pending[:] = rest[:LONGEST_SHOWN]
        for line in whole:
            lines += 1
            text = printable(line[:LONGEST_SHOWN].decode(errors="replace"))
            if lines > MOST_SHOWN:
                text = "(and more, not shown)"
            sys.stderr.write(f"{name}: {text}\n")
            if lines > MOST_SHOWN:
                break
        sys.stderr.flush()

    return show
