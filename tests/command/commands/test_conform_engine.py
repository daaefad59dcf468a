"""`covert-bots conform --engine`: our engine keeps its promises, and each broken one is noticed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command.shell import mistake, run

from covert_bots.covert.game import Covert
from covert_command.commands.conform import ABSENT, BROKEN, HOLDS, engine_findings, finding
from covert_command.conformance import engine_checks as checks
from covert_command.conformance.engine_checks import EngineCheck
from covert_command.conformance.engine_trial import EngineTrial

ROOT = Path(__file__).parents[3]
ODD = ROOT / "tests" / "engines" / "odd.py"
WHOLE = "it plays covert with 2 players"
LONGER = ("it plays covert with 3", "it plays covert with 4")  # whole games of the same kind


def named(start: str) -> EngineCheck:
    (check,) = (
        check for check in checks.engine_checks([Covert()]) if check.promise[: len(start)] == start
    )
    return check


def odd(fault: str) -> EngineTrial:
    return EngineTrial([sys.executable, "-I", "-S", str(ODD), fault], [Covert()])


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "END_SECONDS", 0.2)


@pytest.fixture(scope="module")
def ours() -> Iterator[EngineTrial]:
    command = [sys.executable, "-m", "covert_command", "engine", "--bot", "greedy"]
    with closing(EngineTrial(command, [Covert()])) as trial:
        yield trial


def results(trial: EngineTrial) -> dict[str, str]:
    """Return the result of each check, without the longest games."""
    tried = (c for c in checks.engine_checks([Covert()]) if not c.promise.startswith(LONGER))
    told = (finding(check, trial) for check in tried)
    return {each.promise: f"{each.result} {each.why}".strip() for each in told}


def test_our_engine_keeps_its_promises(ours: EngineTrial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "END_SECONDS", 60.0)
    told = results(ours)
    assert told.pop("it reads ten thousand events in a line") == f"{ABSENT} it wants no events"
    assert set(told.values()) == {HOLDS}


def test_an_engine_that_wants_events_gets_ten_thousand() -> None:
    with closing(odd("")) as trial:
        assert finding(named("it reads ten thousand"), trial).result == HOLDS


FAULTS = [
    ("no hello", "it answers `hello`", "wrote 'hello'; expected a line such as"),
    ("no game", "it plays without a clock", "it plays none of the games: not this game"),
    ("illegal", "it plays without a clock", "its answer 1 is 'walk'; expected the text of one of"),
    ("illegal", WHOLE, "its answer 1 is 'walk'; expected the text of one of"),
    ("strict", "it ignores members", "later: not known"),
    ("short lines", "it reads lines of a mebi", "the process ended with 1"),
    ("few events", "it reads ten thousand", "the process ended with 1"),
    # Its answer to `stop` comes before the next question or after it.
    ("answers stop", "it answers at once", ""),
    ("answers stop", "it ignores a `stop`", ""),
    ("one game", "it begins a game in the middle", "the process ended with 1"),
    ("stays", "it ends at `bye`", "it did not end within 0.2 s"),
    ("slow", "it keeps to a clock of wall", "; its clock had 0.0"),
    ("burns", "it keeps to a clock of CPU", "; its clock had 0.0"),
]


@pytest.mark.parametrize(("fault", "promise", "why"), FAULTS)
def test_a_broken_promise_is_noticed(
    fault: str, promise: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "CLOCK_SECONDS", 0.5)
    with closing(odd(fault)) as trial:
        told = finding(named(promise), trial)
    assert (told.result, why in told.why) == (BROKEN, True), told.why


def test_a_game_that_an_engine_refuses_is_absent() -> None:
    with closing(odd("two seats")) as trial:
        told = finding(named("it plays covert with 3"), trial)
    assert (told.result, told.why) == (ABSENT, "not this game")


def test_what_is_no_engine_is_told_once() -> None:
    (told,) = engine_findings(f"{sys.executable} -I -S -c 'import sys; sys.exit(\"no engine\")'")
    assert told.result == BROKEN
    assert told.why == "the process ended with 1; it said: no engine"
    assert run("conform", "--engine", "true").returncode == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--engine", "no/such"], "--engine: 'no/such' is not there, or not executable; expected"),
        (["--engine", "'a"], "No closing quotation; expected a command as in a shell"),
        (["--engine", ""], "--engine: no command; expected a program and its arguments"),
        (["--engine", "true", "grpc://a:1"], "--engine: comes with grpc://a:1; expected it alone"),
        ([], "ADDRESS: is missing; expected grpc://"),
    ],
)
def test_a_mistake_is_named(words: list[str], told: str) -> None:
    assert told in mistake("conform", *words)
