"""Attempts and plans as the lines of a ledger: JSON objects."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from covert_bots.arena.attempt import (
    MOST_NUMBER,
    Attempt,
    Failure,
    Outcome,
    SeatFigures,
    Thoughts,
)
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan, PlanSettings

Line = dict[str, Any]

BY_ACTION = b',"actions":['  # most of a line; it comes last, after the facts of any game


def to_bytes(line: Line) -> bytes:
    """Return the bytes of a line, without its line break."""
    return json.dumps(line, separators=(",", ":")).encode()


def read_line(data: bytes, *, by_action: bool = True) -> Line:
    """Parse a line; ValueError if it is none. Without `by_action`, lists by action are left out,
    which are most of the data."""
    if not by_action:
        head, mark, _ = data.rpartition(BY_ACTION)
        data = head + b"}" if mark else data
    line = json.loads(data)
    if not isinstance(line, dict):
        raise ValueError("not an object")
    return line


def line_of(attempt: Attempt, bots: Sequence[str]) -> Line:
    """Return the line of an attempt."""
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
    """Return the attempt of a line; ValueError, TypeError or LookupError if it is damaged."""
    facts = line["facts"]
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
        facts=facts["game"],
        seat_facts=tuple(facts["seats"]),
        seconds=line["seconds"],
    )
    if attempt.outcome is Outcome.FINISHED:
        by_seat = (attempt.scores, attempt.figures, attempt.seat_facts)
        seats = len(attempt.fixture.seats)
        if any(len(values) != seats for values in by_seat) or not attempt.winners:
            raise ValueError(f"not {seats} scores, figures and facts, or nobody has won")
    return attempt


def _numbers(line: Line, name: str) -> array[int]:
    """Read 32-bit numbers; none if the line was read without them."""
    try:
        return array("I", line.get(name, ()))
    except OverflowError:
        raise ValueError(f"a number of its {name} is not from 0 to {MOST_NUMBER}") from None


def packed(numbers: Iterable[int]) -> bytes:
    """Pack 32-bit numbers, low byte first."""
    words = array("I", numbers)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def seats_of(fixture: Fixture, bots: Sequence[str]) -> list[str]:
    """Return the bot in each seat."""
    return [bots[bot] for bot in fixture.seats]


def settings_line(settings: PlanSettings) -> Line:
    """Return the settings of a plan for a line."""
    tree = {**asdict(settings), "format": settings.format.value}
    if not settings.stages:  # most ledgers have none
        del tree["stages"]
    return tree


def settings_of(tree: Line) -> PlanSettings:
    """Read the settings of a plan from a line; ValueError, TypeError or LookupError if they are
    damaged."""
    rest = dict(tree)
    budget = MoveBudget(**rest.pop("budget"))
    bots = tuple(rest.pop("bots"))
    stages = tuple((int(bots), int(blocks)) for bots, blocks in rest.pop("stages", ()))
    form = Format(rest.pop("format"))
    return PlanSettings(bots, budget=budget, format=form, stages=stages, **rest)
