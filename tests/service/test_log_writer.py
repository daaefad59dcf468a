"""A log whose reader is stuck holds up nobody."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from service.server import Serving

from covert_server.calls import log_writer
from covert_server.calls.call_log import TextLines
from covert_server.calls.log_writer import LogWriter
from covert_server.settings import Settings
from covertbots.client import Client


class Reader:
    """The reader of a log, which reads nothing yet. The pipe to it is full."""

    def __init__(self) -> None:
        self._end, self.writing = os.pipe()
        os.set_blocking(self.writing, False)
        with suppress(BlockingIOError):
            while True:
                os.write(self.writing, b"\n" * 4096)
        os.set_blocking(self.writing, True)
        self.writer = LogWriter(self.writing)
        self.writer.setFormatter(TextLines())

    def read(self) -> list[str]:
        """Close the log and return all its lines."""
        parts: list[bytes] = []

        def read() -> None:
            while part := os.read(self._end, 1 << 16):
                parts.append(part)

        reading = threading.Thread(target=read)
        reading.start()
        self.writer.flush()
        self.writer.close()
        os.close(self.writing)
        reading.join()
        os.close(self._end)
        return b"".join(parts).decode().strip().splitlines()


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def server_log(reader: Reader) -> Iterator[None]:
    """Let the server log all it can into a pipe that nobody reads."""
    log = logging.getLogger("covert_server")
    level, log.propagate = log.level, False
    log.addHandler(reader.writer)
    log.setLevel(logging.DEBUG)
    yield
    log.removeHandler(reader.writer)
    log.setLevel(level)
    log.propagate = True


@pytest.mark.usefixtures("server_log")
def test_a_server_answers_while_nobody_reads_its_log(reader: Reader) -> None:
    calls = 50
    with Serving(Settings(workers=1)) as serving, Client(serving.target, attempts=1) as client:
        for _ in range(calls):
            client.get_info()
    lines = reader.read()
    assert sum(" DEBUG answered " in line for line in lines) == calls


def test_what_finds_no_room_is_left_out_and_counted(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "PATIENCE", 60.0)
    monkeypatch.setattr(log_writer, "MOST_LINES", 100)
    for number in range(5000):
        said = {"msg": f"line {number} {'.' * 100}", "levelno": 20, "levelname": "INFO"}
        reader.writer.emit(logging.makeLogRecord(said))
    *written, last = reader.read()
    assert last.endswith(" WARNING log lines left out number=4900")
    assert [line.split()[3] for line in written] == [str(number) for number in range(100)]


def test_a_log_that_nobody_reads_is_given_up_at_the_end(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "PATIENCE", 0.05)
    reader.writer.emit(logging.makeLogRecord({"msg": "the last line"}))
    reader.writer.close()
    assert reader.read()[-1].endswith("the last line")
