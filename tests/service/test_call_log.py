"""Log lines of calls, by a clock that stands still between them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from covert_server.access import tally
from covert_server.access.tally import EVERY
from covert_server.calls import call_log
from covert_server.calls.call_log import CallLog
from covert_server.calls.status import BusyError, DrainingError, Refusal, refusal_of

SLOW = 5.0  # seconds
FULL, LEAVING = refusal_of(BusyError(1.0)), refusal_of(DrainingError())


class Noted:
    """A log, and the calls that end in it."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.now = 1000.0
        self._caplog = caplog
        self._log = CallLog(SLOW)
        self._timers: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, work: Callable[..., None], *given: Any) -> Any:
        """Stand in for the event loop's."""
        timer = (self.now + seconds, partial(work, *given))
        self._timers.append(timer)
        return SimpleNamespace(cancel=lambda: self._timers.remove(timer))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        for timer in [timer for timer in self._timers if timer[0] <= self.now]:
            self._timers.remove(timer)
            timer[1]()

    def close(self) -> None:
        """Close the log; nothing of it is left."""
        self._log.close()
        assert not self._timers

    def ends(self, outcome: Refusal | bytes, *, after: float = 0.0, stream: bool = False) -> None:
        """Let a call end that came so many seconds ago."""
        times = {"received": self.now - after, "waited": 0.0}
        call: Any = SimpleNamespace(**times, client="north", request_id="one")
        method: Any = SimpleNamespace(path="/Opponent/Any", server_streams=stream)
        self._log.ended(method, call, outcome)

    @property
    def lines(self) -> list[tuple[str, Any, Any]]:
        """The words of each line, why a call was refused, and how many calls it stands for."""
        lines = [(line.getMessage(), vars(line)["fields"]) for line in self._caplog.records]
        return [(words, more.get("reason"), more.get("calls")) for words, more in lines]


@pytest.fixture
def noted(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Noted:
    caplog.set_level(logging.INFO, call_log.log.name)
    noted = Noted(caplog)
    monkeypatch.setattr(call_log, "time", SimpleNamespace(monotonic=lambda: noted.now))
    monkeypatch.setattr(tally, "get_running_loop", lambda: noted)
    return noted


def test_the_first_refusal_has_a_line_and_others_of_its_second_share_one_at_its_end(
    noted: Noted,
) -> None:
    for _ in range(5):
        noted.ends(FULL)
    assert noted.lines == [("refused", "QUEUE_FULL", 1)]
    noted.wait(EVERY)
    assert noted.lines[1:] == [("refused", "QUEUE_FULL", 4)]
    for _ in range(2):
        noted.ends(FULL)
        noted.wait(EVERY)
    assert noted.lines[2:] == [("refused", "QUEUE_FULL", 1)] * 2
    noted.wait(EVERY)
    noted.ends(FULL)
    assert noted.lines[4:] == [("refused", "QUEUE_FULL", 1)]


def test_each_reason_is_counted_by_itself(noted: Noted) -> None:
    for refusal in (FULL, LEAVING, FULL):
        noted.ends(refusal)
    noted.wait(EVERY)
    assert noted.lines == [
        ("refused", "QUEUE_FULL", 1),
        ("refused", "SHUTTING_DOWN", 1),
        ("refused", "QUEUE_FULL", 1),
    ]


def test_no_refusal_is_lost_when_the_server_stops(noted: Noted) -> None:
    for refusal in (FULL, LEAVING, FULL, FULL):
        noted.ends(refusal)
    noted.close()
    assert noted.lines[2:] == [("refused", "QUEUE_FULL", 2)]


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
