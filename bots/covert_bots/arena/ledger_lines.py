"""Attempts and plans as the lines of a ledger: JSON objects."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures, Thoughts
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan, PlanSettings

Line = dict[str, Any]

BY_ACTION = b',"actions":['  # most of a line; it comes last, after the facts of any game
MOST_NUMBER = (1 << 32) - 1


def to_bytes(line: Line) -> bytes:
    """Returns a line as it is written, without its line break."""
    return json.dumps(line, separators=(",", ":")).encode()


def read_line(data: bytes, *, by_action: bool = True) -> Line:
    """Reads a line; ValueError for what is none. Without what it has `by_action`, most of what
    there is to read, if that is not wanted."""
    if not by_action:
        head, mark, _ = data.rpartition(BY_ACTION)
        data = head + b"}" if mark else data
    line = json.loads(data)
    if not isinstance(line, dict):
        raise ValueError("not an object")
    return line


def line_of(attempt: Attempt, bots: Sequence[str]) -> Line:
    """Returns the line of an attempt."""
    fixture = attempt.fixture
    return {
        "block": fixture.block,
        "rotation": fixture.rotation,
        "attempt": attempt.number,
        "seed": str(fixture.seed),  # of the deal; JSON's numbers may be too small for it
        "seats": seats_of(fixture, bots),
        "outcome": attempt.outcome.value,
        "failure": attempt.failure and attempt.failure.value,
        "culprit": attempt.culprit,
        "detail": attempt.detail,
        "winners": attempt.winners,
        "scores": attempt.scores,
        "rounds": attempt.rounds,
        "seconds": attempt.seconds,
        "figures": [asdict(figures) for figures in attempt.figures],
        "facts": {"game": attempt.facts, "seats": attempt.seat_facts},
        "actions": attempt.actions,
        "microseconds": list(attempt.thoughts.microseconds),
        "iterations": list(attempt.thoughts.iterations),
    }


def attempt_of(line: Line, plan: Plan) -> Attempt:
    """Reads the attempt of a line; ValueError, TypeError or LookupError if it is damaged."""
    kept = line["facts"]
    failure = line["failure"]
    attempt = Attempt(
        fixture=plan.block(line["block"]).games[line["rotation"]],
        number=line["attempt"],
        outcome=Outcome(line["outcome"]),
        failure=None if failure is None else Failure(failure),
        culprit=line["culprit"],
        detail=line["detail"],
        actions=tuple(_numbers(line, "actions")),
        thoughts=Thoughts(_numbers(line, "microseconds"), _numbers(line, "iterations")),
        scores=tuple(line["scores"]),
        winners=tuple(line["winners"]),
        rounds=line["rounds"],
        figures=tuple(SeatFigures(**figures) for figures in line["figures"]),
        facts=kept["game"],
        seat_facts=tuple(kept["seats"]),
        seconds=line["seconds"],
    )
    if attempt.outcome is Outcome.FINISHED:
        by_seat = (attempt.scores, attempt.figures, attempt.seat_facts)
        seats = len(attempt.fixture.seats)
        if any(len(values) != seats for values in by_seat) or not attempt.winners:
            raise ValueError(f"not {seats} scores, figures and facts, or nobody has won")
    return attempt


def _numbers(line: Line, name: str) -> array[int]:
    """Reads 32-bit numbers; none where the line was read without them."""
    try:
        return array("I", line.get(name, ()))
    except OverflowError:
        raise ValueError(f"a number of its {name} is not from 0 to {MOST_NUMBER}") from None


def packed(numbers: Iterable[int]) -> bytes:
    """Writes 32-bit numbers, the low byte first."""
    words = array("I", numbers)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def seats_of(fixture: Fixture, bots: Sequence[str]) -> list[str]:
    """Returns the bot in each seat."""
    return [bots[bot] for bot in fixture.seats]


def settings_line(settings: PlanSettings) -> Line:
    """Returns the settings of a plan as they are written."""
    return {**asdict(settings), "format": settings.format.value}


def settings_of(tree: Line) -> PlanSettings:
    """Reads the settings of a plan as they were written; ValueError, TypeError or LookupError if
    they are damaged."""
    rest = dict(tree)
    budget = MoveBudget(**rest.pop("budget"))
    bots = tuple(rest.pop("bots"))
    return PlanSettings(bots, budget=budget, format=Format(rest.pop("format")), **rest)
