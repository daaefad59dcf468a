"""Attempts and plans as the lines of a ledger: JSON objects."""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from covert_bots.arena.attempt import (
    MOST_NUMBER,
    NO_VALUE,
    WHOLE_VALUE,
    Attempt,
    Failure,
    Outcome,
    SeatFigures,
    Thoughts,
)
from covert_bots.arena.entrants.outage import Outage
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan, PlanSettings
from covert_bots.engines.clock import Clock

Line = dict[str, Any]
LAST_MOMENT = 250_000_000_000  # seconds: in the year 9892
Key = tuple[int, int, int]  # block, rotation, number of the attempt


class Voiding(NamedTuple):
    """Games that somebody took out after they were played."""

    reason: str
    at: float  # time of day
    games: tuple[Key, ...]


def voiding_of(line: Line) -> Voiding:
    """Read games that were taken out from a line."""
    games = tuple(
        (int(block), int(rotation), int(number)) for block, rotation, number in line["voided"]
    )
    return Voiding(str(line["reason"]), _moment(line["at"]), games)


def _moment(number: Any) -> float:
    """Read a time of day."""
    moment = float(number)
    if not 0 <= moment <= LAST_MOMENT:
        raise ValueError(f"{moment} is no time of day")
    return moment


class Stop(NamedTuple):
    """An outage that stopped a run."""

    outage: Outage
    bot: str  # that could not be asked; empty if no game could be played at all
    detail: str
    at: float  # time of day


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
        "ended": round(attempt.ended or time.time(), 1),
        **({} if attempt.outage is None else {"outage": attempt.outage.value}),
        "figures": [without_none(asdict(figures)) for figures in attempt.figures],
        "facts": {"game": attempt.facts, "seats": attempt.seat_facts},
        "actions": attempt.actions,
        "microseconds": list(attempt.thoughts.microseconds),
        "iterations": list(attempt.thoughts.iterations),
        "values": list(attempt.thoughts.values),
        **({"left": list(attempt.thoughts.left)} if attempt.thoughts.left else {}),
    }


def without_none(line: Line) -> Line:
    """Return a line without the members that are None."""
    return {name: value for name, value in line.items() if value is not None}


def attempt_of(line: Line, plan: Plan) -> Attempt:
    """Return the attempt of a line; ValueError, TypeError or LookupError if it is damaged."""
    facts = line["facts"]
    failure, outage = line["failure"], line.get("outage")
    attempt = Attempt(
        fixture=plan.block(line["block"]).games[line["rotation"]],
        number=line["attempt"],
        outcome=Outcome(line["outcome"]),
        failure=None if failure is None else Failure(failure),
        culprit=line["culprit"],
        detail=line["detail"],
        actions=tuple(_numbers(line, "actions")),
        thoughts=Thoughts(
            _numbers(line, "microseconds"),
            _numbers(line, "iterations"),
            _values(line),
            _numbers(line, "left"),
        ),
        scores=tuple(line["scores"]),
        winners=tuple(line["winners"]),
        rounds=line["rounds"],
        figures=tuple(SeatFigures(**figures) for figures in line["figures"]),
        facts=facts["game"],
        seat_facts=tuple(facts["seats"]),
        seconds=line["seconds"],
        outage=None if outage is None else Outage(outage),
        ended=_moment(line.get("ended", 0.0)),
    )
    if attempt.outcome is Outcome.FINISHED:
        by_seat = (attempt.scores, attempt.figures, attempt.seat_facts)
        seats = len(attempt.fixture.seats)
        if any(len(values) != seats for values in by_seat) or not attempt.winners:
            raise ValueError(f"not {seats} scores, figures and facts, or nobody has won")
    return attempt


def stop_line(stop: Stop) -> Line:
    """Return an outage for a line."""
    return {**stop._asdict(), "outage": stop.outage.value}


def stop_of(tree: Line) -> Stop:
    """Read an outage from a line."""
    return Stop(Outage(tree["outage"]), str(tree["bot"]), str(tree["detail"]), _moment(tree["at"]))


def _numbers(line: Line, name: str) -> array[int]:
    """Read 32-bit numbers; none if the line was read without them."""
    try:
        return array("I", line.get(name, ()))
    except OverflowError:
        raise ValueError(f"a number of its {name} is not from 0 to {MOST_NUMBER}") from None


def _values(line: Line) -> array[int]:
    """Read the values of actions; none from lines of earlier versions, which have none."""
    try:
        values = array("i", line.get("values", ()))
    except OverflowError:
        values = array("i", [WHOLE_VALUE + 1])
    if not all(NO_VALUE <= value <= WHOLE_VALUE for value in values):
        raise ValueError(f"a number of its values is not from {NO_VALUE} to {WHOLE_VALUE}")
    return values


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
    return settings.as_tree()


def settings_of(tree: Line) -> PlanSettings:
    """Read the settings of a plan from a line; ValueError, TypeError or LookupError if they are
    damaged."""
    rest = dict(tree)
    limits = dict(rest.pop("budget"))
    clock = Clock(**limits.pop("clock")) if "clock" in limits else None
    budget = MoveBudget(**limits, clock=clock)
    bots = tuple(rest.pop("bots"))
    stages = tuple((int(bots), int(blocks)) for bots, blocks in rest.pop("stages", ()))
    form = Format(rest.pop("format"))
    return PlanSettings(bots, budget=budget, format=form, stages=stages, **rest)
