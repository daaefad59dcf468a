"""Transcripts made from events."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from covert_command.covert.screen.transcript import Transcript
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView


def _shown(*events: v1.Event) -> list[str]:
    """Return the lines for the news of one seat, each event in a moment of its own."""
    text = StringIO()
    transcript = Transcript(Console(file=text, width=100))
    moments = [v1.Moment(events=[event]) for event in events]
    transcript.show(v1.AdvanceResponse(news=[v1.SeatNews(seat=0, moments=moments)]), 0)
    return [" ".join(line.split()) for line in text.getvalue().splitlines() if line.strip()]


def _event(words: str, seat: int | None = None, **details: Any) -> v1.Event:
    return v1.Event(words=words, seat=seat, covert=CovertEvent(**details))


def _phase(phase: CovertView.Phase) -> v1.Event:
    return _event("", kind=CovertEvent.KIND_PHASE, phase=phase)


LAST = _phase(CovertView.PHASE_LAST_MISSION)
OVER = _phase(CovertView.PHASE_OVER)
SCORE = _event("North has 2 points", 0, kind=CovertEvent.KIND_SCORE, count=2)
WIN = _event("East wins the tie with North", kind=CovertEvent.KIND_OVER)
FLIGHT = _event("East flies agent 1 from A to B", 1, kind=CovertEvent.KIND_AGENT)
DONE = _event("East completes M1", 1, kind=CovertEvent.KIND_MISSION_COMPLETED)
END = ["The end", "North has 2 points", "East wins the tie with North"]


def test_last_missions_are_announced_also_when_nobody_completes_one() -> None:
    none = "Nobody completes one"
    assert _shown(LAST, OVER, SCORE, WIN) == ["Last missions", none, *END]
    flown = "East flies agent 1 from A to B"
    assert _shown(LAST, FLIGHT, OVER, SCORE, WIN) == ["Last missions", flown, none, *END]
    assert _shown(LAST, DONE, OVER, SCORE, WIN) == ["Last missions", "East completes M1", *END]
    assert _shown(OVER, SCORE, WIN) == END
