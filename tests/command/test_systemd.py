"""A server that systemd started tells it how it is; here a real socket takes what it says."""

from __future__ import annotations

import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from command.shell import COMMAND, environment

from covertbots.client import Client

LONGEST = 60.0  # seconds until a message comes
WATCHDOG = 3_000_000  # microseconds
# A server whose event loop stands still as long as SIGUSR1 finds no end of standard input.
HANGING = """
import asyncio, signal, sys
from covert_server.app import serve
from covert_server.settings import Settings

def ready(port, http_port):
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, hang)

def hang():
    print("hangs", flush=True)
    sys.stdin.readline()

asyncio.run(serve(Settings(address="127.0.0.1:0"), ready))
"""


class Manager:
    """The end of systemd, and the server that it has started."""

    def __init__(self, name: str, *command: str, **variables: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name[1:]}" if name.startswith("@") else name)
        self._socket.settimeout(LONGEST)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(NOTIFY_SOCKET=name, **variables),
        )

    def message(self) -> dict[str, str]:
        """Return the next message."""
        lines = self._socket.recv(4096).decode().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def until(self, name: str) -> dict[str, str]:
        """Return the next message that has this line."""
        while name not in (message := self.message()):
            pass
        return message

    def waiting(self) -> list[bytes]:
        """Return the messages that have come."""
        messages = []
        while select.select([self._socket], [], [], 0)[0]:
            messages.append(self._socket.recv(4096))
        return messages

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._socket.close()


@pytest.fixture(params=["1", "2"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    """Return one with a server, in so many processes."""
    more = ("--processes", request.param, "--workers", "2")
    command = [*COMMAND, "serve", "--port", "0", *more]
    manager = Manager(str(tmp_path / "notify"), *command, WATCHDOG_USEC=str(WATCHDOG))
    yield manager
    manager.end()


def test_it_hears_of_start_reload_life_and_stop(manager: Manager) -> None:
    ready = manager.message()
    assert ready["READY"] == "1"
    assert re.match(r"serving at port \d+", ready["STATUS"])
    assert manager.message() == {"WATCHDOG": "1"}
    before = time.monotonic_ns() // 1000
    manager.process.send_signal(signal.SIGHUP)
    reloading = manager.until("RELOADING")
    assert before <= int(reloading["MONOTONIC_USEC"]) <= time.monotonic_ns() // 1000
    assert manager.message() == {"READY": "1"}
    assert manager.until("WATCHDOG") == {"WATCHDOG": "1"}
    manager.process.terminate()
    stopping = manager.until("STOPPING")
    assert stopping["WATCHDOG"] == "1"
    assert int(stopping["EXTEND_TIMEOUT_USEC"]) > 0
    assert manager.process.wait(LONGEST) == 0
    assert not [message for message in manager.waiting() if b"READY" in message]


def test_it_asks_for_more_time_as_long_as_it_drains(tmp_path: Path) -> None:
    """Here it waits for the end of a lame-duck time, which a second signal shortens."""
    command = [*COMMAND, "serve", "--port", "0", "--lame-duck", "3600"]
    manager = Manager(f"@{tmp_path}", *command)  # a name that is in no folder
    try:
        assert manager.message()["READY"] == "1"
        manager.process.terminate()
        assert manager.message()["STOPPING"] == "1"
        for _ in range(2):
            assert list(manager.message()) == ["EXTEND_TIMEOUT_USEC"]
        manager.process.send_signal(signal.SIGHUP)  # reloads, and is ready for nothing
        assert list(manager.message()) == ["EXTEND_TIMEOUT_USEC"]
        manager.process.terminate()
        assert manager.process.wait(LONGEST) == 0
    finally:
        manager.end()


def test_a_server_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    patience = {"WATCHDOG_USEC": "60000"}
    manager = Manager(str(tmp_path / "notify"), sys.executable, "-c", HANGING, **patience)
    process = manager.process
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        manager.until("READY")
        manager.until("WATCHDOG")
        process.send_signal(signal.SIGUSR1)
        assert process.stdout.readline() == "hangs\n"
        manager.waiting()
        time.sleep(0.3)  # five times its patience; one that comes later is not noticed here
        assert manager.waiting() == []
        process.stdin.write("\n")
        process.stdin.flush()
        manager.until("WATCHDOG")
    finally:
        manager.end()


@pytest.mark.parametrize(
    "variables",
    [
        {"WATCHDOG_USEC": "60000", "WATCHDOG_PID": "1"},  # meant for another process
        {"WATCHDOG_USEC": "soon"},
        {},
    ],
)
def test_a_watchdog_for_others_hears_nothing(variables: dict[str, str], tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"), sys.executable, "-c", HANGING, **variables)
    try:
        manager.until("READY")
        manager.process.send_signal(signal.SIGHUP)
        assert list(manager.message()) == ["RELOADING", "MONOTONIC_USEC"]
        manager.process.terminate()
        messages = [manager.until("READY"), manager.until("STOPPING")]
        assert all("WATCHDOG" not in message for message in messages)
    finally:
        manager.end()


def test_a_manager_that_takes_nothing_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Its queue is full before the server has its second message."""
    command = [*COMMAND, "serve", "--port", "0", "--log-format", "json"]
    manager = Manager(str(tmp_path / "notify"), *command, WATCHDOG_USEC="30000")
    try:
        manager.until("READY")
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other,
            suppress(BlockingIOError),
        ):
            while True:
                other.sendto(b"", socket.MSG_DONTWAIT, str(tmp_path / "notify"))
        assert manager.process.stdout is not None
        target = manager.process.stdout.readline().removeprefix("serving ").split(";")[0]
        with Client(target, attempts=1) as client:
            for _ in range(3):
                client.list_bots(timeout=LONGEST)
        manager.process.terminate()
        assert manager.process.wait(LONGEST) == 0
    finally:
        manager.end()


def test_a_manager_that_is_gone_stops_no_server(tmp_path: Path) -> None:
    """The log says so once, however often it is told."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(NOTIFY_SOCKET=str(tmp_path / "nobody")),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("serving ")
        process.terminate()
        _, said = process.communicate(timeout=LONGEST)
        assert process.returncode == 0
        assert 'systemd not told told="READY=1" error=' in said
        assert said.count("systemd not told") == 1
    finally:
        process.kill()
        process.communicate()
