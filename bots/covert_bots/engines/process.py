"""The process of an engine: a line in, a line out, within bounds of length and time."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from covert_bots.engines.failure import EngineError, Fault
from covert_bots.engines.guard import Guard

LONGEST_LINE = 1 << 16  # bytes of an engine's line, without its end
MOST_SAID = 1 << 20  # bytes of standard error in a game
KEPT = 4000  # bytes of it, from its end
CHUNK = 1 << 16  # bytes, as much as a pipe holds
LOOK_SECONDS = 1.0  # between two looks at the clock
STOP_LOOK_SECONDS = 0.02  # between two looks whether an answer is wanted at once
STOPPED_SECONDS = 2.0  # after a longer look this process or the machine was stopped
HUNG_UP_SECONDS = 1.0  # for a process that has closed its output to end by itself
SHOWN = 60  # characters of a wrong line
LINUX = sys.platform == "linux"
GONE = select.POLLHUP | select.POLLERR


class Stop(NamedTuple):
    """A request for an answer at once, which may come while the answer is waited for."""

    wanted: Callable[[], bool]
    line: bytes  # that tells the engine; empty for none
    seconds: float  # for the answer from then on, at most


class EngineProcess:
    """A running engine."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            start_new_session=True,
        )
        self._guard = Guard(self._process)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._ended = os.pidfd_open(self._process.pid) if LINUX else -1
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        if LINUX:  # elsewhere a child of a dead engine that holds its output is waited for
            self._poll.register(self._ended, select.POLLIN)
        self._buffer = b""  # read of its output
        self._said = b""  # the end of its standard error
        self._said_bytes = 0
        self._innermost: int | None = None
        self.waited = 0.0  # seconds for the last answer, but for those in which all stood still
        self.on_said: Callable[[bytes], None] = lambda data: None

    def ask(self, line: bytes, seconds: float, what: str, stop: Stop | None = None) -> bytes:
        """Write a line and return the line that answers it; EngineError if none comes within the
        time. `what` is the name of the answer."""
        self._check_silent()
        unwritten = memoryview(line + b"\n")
        unwritten = unwritten[self._write(unwritten) :]
        if unwritten:
            self._poll.register(self._in, select.POLLOUT)
        try:
            return self._wait(unwritten, seconds, what, stop)
        finally:
            with suppress(KeyError):
                self._poll.unregister(self._in)

    def tell(self, line: bytes) -> None:
        """Write a line that has no answer, if the engine reads it at once."""
        self._write(memoryview(line + b"\n"))

    def ends(self, seconds: float) -> bool:
        """Wait so long for it to end by itself, and return true if it has."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def begin(self) -> None:
        """Count what it says from here on, for a new game."""
        self._hear()
        self._said, self._said_bytes = b"", 0

    @property
    def said(self) -> str:
        """The end of what it has said to standard error in this game."""
        return self._said.decode(errors="replace").strip()

    @property
    def processes(self) -> list[int]:
        """The process that has been started, and its guard."""
        return [self._process.pid, self._guard.pid]

    def cpu_seconds(self, *, below: bool = False) -> float:
        """Return the CPU time of its process so far, threads included, and with `below` that of its
        children and theirs; 0 once it has ended, and where it cannot be known."""
        if self._innermost is None:
            self._innermost = _innermost(self._process.pid)
        own = _cpu_seconds(self._innermost)
        return own + _cpu_seconds_below(self._innermost) if below else own

    def kill(self) -> None:
        """End its process at once, from any thread; `close` is still to be called."""
        with suppress(ProcessLookupError, PermissionError):  # no process is left, or zombies
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End it, and all processes of its session that it has started."""
        self._guard.close()
        if LINUX:
            os.close(self._ended)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:  # it reads no more; its end is noticed elsewhere
            return len(data)

    def _check_silent(self) -> None:
        """Raise EngineError if it has written something that was not asked for."""
        with suppress(BlockingIOError):
            self._buffer += os.read(self._out, CHUNK)
        if self._buffer:
            wrong = f"wrote {_shown(self._buffer)} without being asked"
            raise EngineError(Fault.ERROR, f"{wrong}; expected one line for each question")

    def _wait(self, unwritten: memoryview, seconds: float, what: str, stop: Stop | None) -> bytes:
        left, looked, late = seconds, time.monotonic(), f"no {what} within {seconds:g} s"
        self.waited = 0.0
        while True:
            look = LOOK_SECONDS if stop is None else STOP_LOOK_SECONDS
            events = self._poll.poll(max(0.0, min(left, look)) * 1000)
            now = time.monotonic()
            passed, looked = min(now - looked, STOPPED_SECONDS), now
            left -= passed
            self.waited += passed
            for descriptor, event in events:
                if descriptor == self._out:
                    line = self._read()
                    if line is not None:
                        return line
                elif descriptor == self._err:
                    self._hear()
                elif descriptor == self._in:
                    unwritten = unwritten[self._write(unwritten) :]
                    if event & GONE or not unwritten:
                        self._poll.unregister(self._in)
                else:  # it has ended, but not all may have been read
                    line = self._read()
                    if line is not None:
                        return line
            if left <= 0:
                raise EngineError(Fault.LATE, late, self.said)
            if stop is not None and stop.wanted():
                if stop.line:
                    unwritten = memoryview(bytes(unwritten) + stop.line + b"\n")
                    self._poll.register(self._in, select.POLLOUT)
                if stop.seconds < left:
                    left = stop.seconds
                    late = f"no {what} within {left:g} s after it was wanted at once"
                stop = None

    def _read(self) -> bytes | None:
        """Read some output, and return a line if it is complete; EngineError if there is none."""
        data = b""
        with suppress(BlockingIOError):  # it has ended, and another process holds its output
            data = os.read(self._out, CHUNK)
        if not data:
            raise self._death()
        self._buffer += data
        line, end, rest = self._buffer.partition(b"\n")
        if len(line) > LONGEST_LINE:
            wrong = f"wrote a line of more than {LONGEST_LINE} bytes: {_shown(line)}"
            raise EngineError(Fault.ERROR, f"{wrong}; expected at most so many")
        if not end:
            return None
        if rest:
            wrong = f"wrote {_shown(rest)} after the line that answers"
            raise EngineError(Fault.ERROR, f"{wrong}; expected one line for each question")
        self._buffer = b""
        return line

    def _hear(self) -> None:
        """Read what it says to standard error, and keep the end of it."""
        try:
            data = os.read(self._err, CHUNK)
        except BlockingIOError:
            return
        if not data:
            with suppress(KeyError):
                self._poll.unregister(self._err)
            return
        self._said = (self._said + data)[-KEPT:]
        self._said_bytes += len(data)
        self.on_said(data)
        if self._said_bytes > MOST_SAID:
            wrong = f"wrote more than {MOST_SAID} bytes to standard error in a game"
            raise EngineError(Fault.ERROR, f"{wrong}; expected at most so many", self.said)

    def _death(self) -> EngineError:
        """Return the failure of an engine that has ended or has closed its output."""
        try:
            detail = f"the process ended with {self._process.wait(HUNG_UP_SECONDS)}"
        except subprocess.TimeoutExpired:
            detail = "the process hung up and did not end"
        if self._buffer:
            detail += f", in the middle of a line: {_shown(self._buffer)}"
        with suppress(EngineError):
            self._hear()
        return EngineError(Fault.DEAD, detail, self.said)


def _innermost(pid: int) -> int:
    """Return the process in which a program runs that a sandbox has started: the last of a chain of
    only children."""
    while True:
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            if len(children) != 1 or Path(f"/proc/{pid}/comm").read_text().strip() != "bwrap":
                return pid
        except OSError:
            return pid
        pid = int(children[0])


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process; 0 once it has ended."""
    try:  # the clock of another process, on Linux: clock_getcpuclockid(3)
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def _cpu_seconds_below(pid: int) -> float:
    """Return the CPU time of the children of a process, of those that have ended too, and of
    theirs."""
    seconds = 0.0
    with suppress(OSError):  # it has ended, or the system has no such files
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seconds += sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                seconds += _cpu_seconds(child) + _cpu_seconds_below(child)
    return seconds


def _shown(line: bytes) -> str:
    """Return the beginning of a line that may be anything, as text."""
    text = line[: 4 * SHOWN].decode(errors="replace")
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")
