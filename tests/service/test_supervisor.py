"""The supervisor of several processes, with others in their place that start at once.

`test_processes.py` has real ones.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest

from covert_server.calls.call_log import LogStyle
from covert_server.processes import supervisor
from covert_server.processes.process import STOP
from covert_server.processes.supervisor import StartError, Supervisor
from covert_server.settings import Settings

SETTINGS = Settings(address="127.0.0.1:0", workers=2, processes=2, grace=20.0)
WAIT = 0.1  # seconds before a process is started again
PATIENCE = 60.0
BEAT, HANGS = 0.02, 1.0  # seconds
SERVES = f"""
import sys, time
sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(4), "big"))
print('{{"metrics_port": null}}', flush=True)
sys.stdin.buffer.readline()
time.sleep({5 * WAIT})
"""


ENDS = SERVES.partition("sys.stdin.buffer.readline")[0]  # as soon as it serves
STAYS = f"{ENDS}sys.stdin.buffer.read()"  # ignores all orders until its input closes
BEATS = f"""{ENDS}
while True:
    time.sleep({BEAT / 2})
    print(flush=True)
"""


class Starts:
    """A stand-in for `create_subprocess_exec` that fails as often as it is told, and counts."""

    def __init__(self) -> None:
        self.program = SERVES
        self.failures = 0
        self.failure: Exception = BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        self.number = 0
        self._create = asyncio.create_subprocess_exec

    async def __call__(self, *words: str, **settings: Any) -> Process:
        self.number += 1
        if self.failures:
            self.failures -= 1
            raise self.failure
        return await self._create(sys.executable, "-c", self.program, **settings)


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> Starts:
    starts = Starts()
    monkeypatch.setattr(asyncio, "create_subprocess_exec", starts)
    monkeypatch.setattr(supervisor, "FIRST_WAIT", WAIT)
    return starts


@asynccontextmanager
async def started(settings: Settings = SETTINGS) -> AsyncIterator[Supervisor]:
    running = Supervisor(settings, LogStyle())
    try:
        await running.start()
        yield running
    finally:
        await running.end()


async def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        await asyncio.sleep(0.01)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [line.getMessage() for line in caplog.records if line.name == supervisor.__name__]


def test_no_process_is_started_again_while_the_others_stop(
    starts: Starts, caplog: pytest.LogCaptureFixture
) -> None:
    async def stop() -> None:
        async with started() as running:
            running._children[0].process.kill()
            await eventually(lambda: "process ended" in said(caplog))
            await running.stop(STOP)  # the other takes longer to stop than this one to start again
            assert [child.process.returncode for child in running._children.values()] == [-9, 0]

    asyncio.run(stop())
    assert starts.number == 2


@pytest.mark.parametrize("thread", [False, True], ids=["no process", "no thread"])
def test_one_that_cannot_be_made_now_is_made_later(
    starts: Starts, caplog: pytest.LogCaptureFixture, thread: bool
) -> None:
    caplog.set_level("INFO")
    if thread:  # as asyncio has one for each process
        starts.failure = RuntimeError("can't start new thread")

    async def start_again() -> None:
        async with started() as running:
            starts.failures = 2
            running._children[1].process.kill()
            await eventually(lambda: running.restarts == 1)
            assert running._children[1].process.returncode is None

    asyncio.run(start_again())
    again = ["process ended", *["process not started"] * 2, "process started again"]
    assert said(caplog) == ["started", *again]
    assert starts.number == 5


def test_processes_need_no_thread_of_the_supervisor(
    starts: Starts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a thread could not be started, a process would be left that nobody knows."""
    start_thread = Thread.start

    def start(thread: Thread) -> None:
        if "waitpid" in thread.name:
            raise RuntimeError("can't start new thread")
        start_thread(thread)

    monkeypatch.setattr(Thread, "start", start)

    async def start_again() -> None:
        async with started() as running:
            running._children[1].process.kill()
            await eventually(lambda: running.restarts == 1)

    asyncio.run(start_again())


def test_a_process_that_nobody_begins_ends_in_silence() -> None:
    words = [sys.executable, "-m", "covert_server.processes.process"]
    done = subprocess.run(words, input=b"", capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_one_that_keeps_ending_is_started_later_and_later(
    starts: Starts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_WAIT", 4 * WAIT)
    starts.program = ENDS

    def waits() -> list[float]:
        ends = [line for line in caplog.records if line.getMessage() == "process ended"]
        fields = [vars(line)["fields"] for line in ends]
        return [end["again_in"] for end in fields if end["process"] == 0]

    async def keep() -> None:
        async with started():
            await eventually(lambda: len(waits()) >= 4)

    asyncio.run(keep())
    assert waits()[:4] == [WAIT, 2 * WAIT, 4 * WAIT, 4 * WAIT]


def test_one_that_does_not_stop_is_killed(
    starts: Starts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "OVERDUE", 0.1)
    starts.program = STAYS

    async def stop() -> None:
        running = Supervisor(replace(SETTINGS, grace=0.1), LogStyle())
        await running.start()
        await running.stop(STOP)
        assert [child.process.returncode for child in running._children.values()] == [-9, -9]

    asyncio.run(stop())
    assert "processes did not stop" in said(caplog)


def test_a_supervisor_that_was_stopped_ends_no_process(
    starts: Starts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-Z stops it, or the whole machine sleeps: messages that it missed then are not taken for
    silence."""
    monkeypatch.setattr(supervisor, "BEAT", BEAT)
    starts.program = BEATS

    async def sleep() -> None:
        async with started(replace(SETTINGS, hangs=HANGS)) as running:
            await asyncio.sleep(3 * BEAT)
            time.sleep(2 * HANGS)  # noqa: ASYNC251 (nothing of the supervisor runs meanwhile)
            await asyncio.sleep(HANGS)
            assert all(child.silence < HANGS for child in running._children.values())

    asyncio.run(sleep())
    assert "process hangs" not in said(caplog)


def test_sighup_kills_no_process_that_cannot_hear_it_yet(starts: Starts) -> None:
    """Here each gets it as its first thing; the supervisor itself hears it on."""
    starts.program = f"import os, signal; os.kill(os.getpid(), signal.SIGHUP)\n{SERVES}"

    async def start() -> None:
        async with started() as running:
            assert all(child.process.returncode is None for child in running._children.values())
        assert signal.SIGHUP not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

    asyncio.run(start())


def test_a_start_for_which_the_system_has_no_room_says_so(starts: Starts) -> None:
    async def start() -> None:
        starts.failures = 2
        async with started():
            pass

    with pytest.raises(StartError, match=r"^no process can be started: Resource temporarily"):
        asyncio.run(start())
