"""Work in pieces: finished pieces are not repeated, and no more are begun than can run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import pytest

from covert_bots.players.pieces import Processes, TrainingError, check_schedule, do_all, write

WORKING = """
import os, signal, sys, time
from pathlib import Path
from typing import NamedTuple
from covert_bots.players.pieces import Processes, do_all

class Piece(NamedTuple):
    file: Path

def do(piece):
    piece.file.with_suffix(".pid").write_text(str(os.getpid()))
    time.sleep(600)

def main():
    # Whatever runs the tests may have turned Ctrl-C off, as a shell does in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pieces = [Piece(Path(sys.argv[1], str(number))) for number in range(3)]
    with Processes(2) as pool:
        do_all(do, pieces, pool, "sleeping", lambda *_: None)

if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
"""
PATIENCE = 60.0  # seconds


class OnePiece(NamedTuple):
    file: Path


class Begun(Processes):
    """Processes that run a task at once and keep its pieces."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.pieces: list[OnePiece] = []

    def submit(self, do: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        self.pieces += given
        future: Future[Any] = Future()
        future.set_result(do(*given, **named))
        return future


def test_no_more_pieces_are_begun_than_there_are_processes(tmp_path: Path) -> None:
    pieces = [OnePiece(tmp_path / f"{number}") for number in range(9)]
    pieces[4].file.write_bytes(b"done before")
    heard = []

    def progress(_: str, done: int, of: int) -> None:
        heard.append((done, of))
        assert len(pool.pieces) <= done + 1

    with Begun(2) as pool:
        do_all(lambda piece: piece.file.name.encode(), pieces, pool, "counting", progress)
    assert heard == [(done, 9) for done in range(1, 10)]
    assert pool.pieces == pieces[:4] + pieces[5:]
    assert [piece.file.read_bytes() for piece in pieces[:4]] == [b"0", b"1", b"2", b"3"]
    assert pieces[4].file.read_bytes() == b"done before"


@pytest.fixture
def working(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a command with two processes, in a group of its own as in a terminal."""
    program = tmp_path / "working.py"
    program.write_text(WORKING, encoding="utf-8")
    command = [sys.executable, str(program), str(tmp_path)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        yield process
        kill(process)


def kill(process: subprocess.Popen[str]) -> None:
    """Kill what is left of the group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def until(met: Callable[[], bool]) -> bool:
    """Return True if a condition comes true before the time-out."""
    ends = time.monotonic() + PATIENCE
    while not met():
        if time.monotonic() > ends:
            return False
        time.sleep(0.05)
    return True


def has_ended(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def begun(folder: Path) -> int:
    return len([file for file in folder.glob("*.pid") if file.read_text(encoding="utf-8")])


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_ended_from_outside_leaves_no_process(
    working: subprocess.Popen[str], tmp_path: Path, sent: signal.Signals
) -> None:
    """Only the command gets the signal, as from `timeout`."""
    assert until(lambda: begun(tmp_path) == 2)
    working.send_signal(sent)
    assert until(lambda: working.poll() is not None)
    assert until(lambda: has_ended(working.pid))


@pytest.mark.parametrize("before", [True, False], ids=["while they start", "while they work"])
def test_ctrl_c_ends_all_at_once_and_only_the_command_speaks(
    working: subprocess.Popen[str], tmp_path: Path, before: bool
) -> None:
    """Ctrl-C signals the whole process group."""
    if before and which("ps") is None:
        pytest.skip("ps is not here to tell when they start")
    assert until(lambda: started(working.pid) == 2 if before else begun(tmp_path) == 2)
    os.killpg(working.pid, signal.SIGINT)
    assert until(lambda: working.poll() is not None)
    assert working.returncode == 1
    assert until(lambda: has_ended(working.pid))
    assert working.stderr is not None
    assert working.stderr.read() == "stopped\n"


def started(parent: int) -> int:
    """Count the worker processes that run, by their command lines."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "args=", "--ppid", str(parent)],
        capture_output=True,
        text=True,
        check=False,
    )
    return listed.stdout.count("--multiprocessing-fork")


def test_processes_end_when_a_piece_goes_wrong(tmp_path: Path) -> None:
    (tmp_path / "begun").mkdir()
    pieces = [OnePiece(tmp_path / "begun" / f"{number}") for number in range(2)]
    began = time.monotonic()
    with pytest.raises(ZeroDivisionError), Processes(2) as pool:
        do_all(one_fails, pieces, pool, "failing", lambda *_: None)
    assert time.monotonic() - began < PATIENCE


def one_fails(piece: OnePiece) -> bytes:
    """Fail in the first piece while the second takes its time."""
    if piece.file.name == "0":
        raise ZeroDivisionError
    time.sleep(600)
    return b""


def test_a_schedule_is_kept_whole_and_must_stay_the_same(tmp_path: Path) -> None:
    file = tmp_path / "schedule.json"
    check_schedule(file, {"games": 5})
    check_schedule(file, {"games": 5})
    assert [path.name for path in tmp_path.iterdir()] == ["schedule.json"]
    with pytest.raises(TrainingError, match="games is 5 there, not 6"):
        check_schedule(file, {"games": 6})


def test_a_signature_is_one_more_thing_that_must_stay_the_same(tmp_path: Path) -> None:
    """A file may have it from the start, or lack it, as old folders do."""
    own: dict[str, Any] = {"games": 5, "signature": "abc"}
    for number, before in enumerate(({"games": 5}, own)):
        file = tmp_path / f"{number}.json"
        check_schedule(file, before)
        check_schedule(file, before)
        check_schedule(file, {"games": 5}, "abc")
    with pytest.raises(TrainingError, match="by their signature abc, not def; expected that"):
        check_schedule(tmp_path / "1.json", {"games": 5}, "def")


def test_another_schedule_is_named_before_another_version(tmp_path: Path) -> None:
    file = tmp_path / "schedule.json"
    check_schedule(file, {"games": 5}, "abc")
    with pytest.raises(TrainingError, match="games is 5 there, not 6"):
        check_schedule(file, {"games": 6}, "def")


def test_a_file_is_written_whole_though_two_write_it(tmp_path: Path) -> None:
    file, contents = tmp_path / "1.json", (b"1" * 100_000, b"2" * 100_000)
    file.write_bytes(contents[0])
    with Processes(2) as pool:
        writing = [pool.submit(write_often, file, content) for content in contents]
        while not all(call.done() for call in writing):
            assert file.read_bytes() in contents
        for call in writing:
            call.result()
    assert not list(tmp_path.glob("*.begun"))


def write_often(file: Path, content: bytes) -> None:
    """Write a file 200 times, once another process is about to do so too."""
    file.with_name(f"here-{os.getpid()}").touch()
    while len(list(file.parent.glob("here-*"))) < 2:
        time.sleep(0.01)
    for _ in range(200):
        write(file, content)


@pytest.mark.parametrize("kept", ["", '{"games": ', "[5]", "5"])
def test_a_damaged_schedule_is_named(kept: str, tmp_path: Path) -> None:
    file = tmp_path / "schedule.json"
    file.write_text(kept, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"schedule\.json: .*; (move it away|expected what)"):
        check_schedule(file, {"games": 5})
