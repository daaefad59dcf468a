"""What the log says of calls, by a clock that stands still between them."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from covert_server import call_log
from covert_server.call_log import EVERY, CallLog
from covert_server.calls import Method
from covert_server.status import BusyError, DrainingError, Refusal, refusal_of

SLOW = 5.0  # seconds
FULL, LEAVING = refusal_of(BusyError(1.0)), refusal_of(DrainingError())


class Noted:
    """A log, and the calls that end in it."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.now = 1000.0
        self._caplog = caplog
        self._log = CallLog(SLOW)

    def ends(self, outcome: Refusal | bytes, *, after: float = 0.0, stream: bool = False) -> None:
        """Lets a call end that came so many seconds ago."""
        call: Any = SimpleNamespace(arrived=self.now - after, client="north", request_id="one")
        method: Any = SimpleNamespace(path="/Opponent/Any", server_streams=stream)
        one: Method = method
        self._log.ended(one, call, outcome)

    @property
    def lines(self) -> list[tuple[str, Any, Any]]:
        """The words of each line, why a call was refused, and how many calls it stands for."""
        found = [(one.getMessage(), vars(one)["fields"]) for one in self._caplog.records]
        return [(words, more.get("reason"), more.get("calls")) for words, more in found]


@pytest.fixture
def noted(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Noted:
    caplog.set_level(logging.INFO, call_log.log.name)
    noted = Noted(caplog)
    monkeypatch.setattr(call_log, "time", SimpleNamespace(monotonic=lambda: noted.now))
    return noted


def test_of_the_refusals_of_a_second_one_has_a_line_and_the_next_line_counts_them(
    noted: Noted,
) -> None:
    for _ in range(5):
        noted.ends(FULL)
    assert noted.lines == [("refused", "QUEUE_FULL", 1)]
    noted.now += EVERY
    noted.ends(FULL)
    assert noted.lines[1:] == [("refused", "QUEUE_FULL", 5)]
    noted.now += EVERY
    noted.ends(FULL)
    assert noted.lines[2:] == [("refused", "QUEUE_FULL", 1)]


def test_each_reason_is_counted_by_itself(noted: Noted) -> None:
    for refusal in (FULL, LEAVING, FULL):
        noted.ends(refusal)
    noted.now += EVERY
    for refusal in (LEAVING, FULL):
        noted.ends(refusal)
    assert noted.lines == [
        ("refused", "QUEUE_FULL", 1),
        ("refused", "SHUTTING_DOWN", 1),
        ("refused", "SHUTTING_DOWN", 1),
        ("refused", "QUEUE_FULL", 2),
    ]


def test_an_answer_that_took_long_has_a_line_and_a_stream_has_none(
    noted: Noted, caplog: pytest.LogCaptureFixture
) -> None:
    noted.ends(b"", after=SLOW)
    noted.ends(b"", after=SLOW + 1, stream=True)
    assert noted.lines == []
    noted.ends(b"", after=SLOW + 1)
    assert noted.lines == [("slow call", None, None)]
    (line,) = caplog.records
    assert line.levelname == "WARNING"
    assert vars(line)["fields"] == {
        "method": "/Opponent/Any",
        "client": "north",
        "request_id": "one",
        "seconds": SLOW + 1,
    }
