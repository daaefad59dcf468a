"""What a transcript makes of events."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from covert_command.transcript import Transcript
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1 import view_pb2


def _shown(*events: v1.Event) -> list[str]:
    """The lines for the news of one seat, each event in a moment of its own."""
    text = StringIO()
    transcript = Transcript(Console(file=text, width=100))
    moments = [v1.Moment(events=[event]) for event in events]
    transcript.show(v1.AdvanceResponse(news=[v1.SeatNews(seat=0, moments=moments)]), 0)
    return [" ".join(line.split()) for line in text.getvalue().splitlines() if line.strip()]


def _phase(phase: view_pb2.Phase) -> v1.Event:
    return v1.Event(kind=v1.EVENT_KIND_PHASE, phase=phase)


LAST = _phase(view_pb2.PHASE_LAST_MISSION)
OVER = _phase(view_pb2.PHASE_OVER)
SCORE = v1.Event(kind=v1.EVENT_KIND_SCORE, seat=0, words="seat 0 has 2 points", count=2)
WIN = v1.Event(kind=v1.EVENT_KIND_OVER, words="seat 1 wins the tie with seat 0")
FLIGHT = v1.Event(kind=v1.EVENT_KIND_AGENT, seat=1, words="seat 1 flies agent 1 from A to B")
DONE = v1.Event(kind=v1.EVENT_KIND_MISSION_COMPLETED, seat=1, words="seat 1 completes M1")
END = ["The end", "North has 2 points", "East wins the tie with North"]


def test_last_missions_are_announced_also_when_nobody_completes_one() -> None:
    none = "nobody completes one"
    assert _shown(LAST, OVER, SCORE, WIN) == ["Last missions", none, *END]
    flown = "East flies agent 1 from A to B"
    assert _shown(LAST, FLIGHT, OVER, SCORE, WIN) == ["Last missions", flown, none, *END]
    assert _shown(LAST, DONE, OVER, SCORE, WIN) == ["Last missions", "East completes M1", *END]
    assert _shown(OVER, SCORE, WIN) == END
