"""The checks of an engine, each of a promise of docs/engine-protocol.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from covert_bots.engines.clock import CPU, WALL, Clock
from covert_bots.engines.documents import BYE, STOP
from covert_bots.players.game import Game
from covert_command.conformance.engine_trial import EngineTrial, Match, with_later_members
from covert_command.conformance.trial import AbsentError, BrokenError, expect

FEW = 10  # decisions
CLOCK_SECONDS, INCREMENT = 5.0, 0.01
LONG = 1 << 20  # bytes of a line
EVENTS = 10_000
STOP_SECONDS = 5.0  # for an answer at once, on a busy machine
END_SECONDS = 10.0  # to end


class EngineCheck(NamedTuple):
    """A promise, and the function that checks it."""

    promise: str
    run: Callable[[EngineTrial], None]


def engine_checks(games: list[Game]) -> list[EngineCheck]:
    """Return the checks, with one for each game and number of players."""
    whole = [
        EngineCheck(f"it plays {game.name} with {players} players", partial(_plays, game, players))
        for game in games
        for players in game.players
    ]
    first, *others = _CHECKS
    return [first, *whole, *others]


def _greets(trial: EngineTrial) -> None:
    trial.hello  # noqa: B018


def _plays(game: Game, players: int, trial: EngineTrial) -> None:
    """Play a whole game. A clock is shown, so that a search ends, and is not enforced: an engine
    may ignore it."""
    Match(trial, game, players, Clock(CLOCK_SECONDS, INCREMENT), enforced=False).play()


def _plays_without_a_clock(trial: EngineTrial) -> None:
    Match(trial, *trial.first).play(FEW)


def _keeps_clock(of: str, trial: EngineTrial) -> None:
    Match(trial, *trial.first, Clock(CLOCK_SECONDS, INCREMENT, of)).play()


def _ignores_later_members(trial: EngineTrial) -> None:
    trial.greet(with_later_members)
    clock = Clock(CLOCK_SECONDS, INCREMENT)
    try:
        Match(trial, *trial.first, clock, with_later_members, enforced=False).play(FEW)
    except AbsentError as error:
        raise BrokenError(str(error)) from None


def _reads_long_lines(trial: EngineTrial) -> None:
    Match(trial, *trial.first, change=_longer).play(FEW)


def _longer(line: bytes) -> bytes:
    ((kind, body),) = json.loads(line).items()
    body["later"] = "x" * LONG
    return json.dumps({kind: body}, separators=(",", ":")).encode()


def _reads_many_events(trial: EngineTrial) -> None:
    if not trial.hello.events:
        raise AbsentError("it wants no events")
    match = Match(trial, *trial.first)
    for _ in range(FEW):
        if (line := match.question(EVENTS)) is not None:
            match.answer(line)


def _stops(trial: EngineTrial) -> None:
    match = Match(trial, *trial.first)
    for _ in range(FEW):
        if (line := match.question()) is not None:
            match.answer(line + b"\n" + STOP, STOP_SECONDS)


def _ignores_a_late_stop(trial: EngineTrial) -> None:
    match = Match(trial, *trial.first)
    for _ in range(FEW):
        trial.tell(STOP)
        match.play(1)
    trial.tell(STOP)
    Match(trial, *trial.first).play(1)


def _begins_anew(trial: EngineTrial) -> None:
    for _ in range(FEW):
        Match(trial, *trial.first).play(2)


def _ends(trial: EngineTrial) -> None:
    Match(trial, *trial.first).play(1)
    trial.tell(BYE)
    expect(trial.running.ends(END_SECONDS), f"it did not end within {END_SECONDS:g} s")
    trial.close()


_CHECKS = [
    EngineCheck("it answers `hello`", _greets),
    EngineCheck("it plays without a clock", _plays_without_a_clock),
    EngineCheck("it keeps to a clock of wall time", partial(_keeps_clock, WALL)),
    EngineCheck("it keeps to a clock of CPU time", partial(_keeps_clock, CPU)),
    EngineCheck("it ignores members that it does not know", _ignores_later_members),
    EngineCheck("it reads lines of a mebibyte", _reads_long_lines),
    EngineCheck("it reads ten thousand events in a line", _reads_many_events),
    EngineCheck("it answers at once when told to `stop`", _stops),
    EngineCheck("it ignores a `stop` that comes too late", _ignores_a_late_stop),
    EngineCheck("it begins a game in the middle of another", _begins_anew),
    EngineCheck("it ends at `bye`", _ends),
]
