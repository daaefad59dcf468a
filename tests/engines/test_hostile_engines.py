"""What an engine may do wrong is its own forfeit, with a reason, and the referee plays on."""

from __future__ import annotations

import re
import select
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from arena.tournaments import plan_of

from covert_bots.arena.attempt import Failure, play
from covert_bots.arena.entrants.enter import probe
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.errors import PlanError
from covert_bots.covert.game import Covert
from covert_bots.engines import process
from covert_bots.engines.failure import EngineError
from covert_bots.engines.isolation import Isolation
from covert_bots.engines.process import EngineProcess

SCRIPT = Path(__file__).parent / "hostile.py"
NEVER = 0.2  # seconds, for what never comes


def hostile(how: str) -> str:
    return f"engine:{sys.executable} -I -S {SCRIPT} {shlex.quote(how)}"


@pytest.fixture(scope="module")
def foreign() -> Iterator[ForeignBots]:
    """Yield the engines of one referee, for all of these games."""
    with closing(ForeignBots(Isolation())) as bots:
        yield bots


WRONG = [
    ("sleeps", Failure.DEADLINE, "no move within 0.2 s"),
    ("half a line and no end", Failure.DEADLINE, "no move within 0.2 s"),
    ("ends", Failure.CRASH, "the process ended with 3"),
    ("kills itself", Failure.CRASH, "the process ended with -9"),
    ("forks", Failure.CRASH, "the process ended with 3"),
    ("hangs up", Failure.CRASH, "the process hung up and did not end"),
    ("half a line", Failure.CRASH, r"ended with 0, in the middle of a line: '\{\"action\":\{\"te'"),
    ("a gigabyte", Failure.BOT_ERROR, r"a line of more than 65536 bytes: 'no end .*\.\.\.'; exp"),
    ("a gigabyte of errors", Failure.BOT_ERROR, "more than 1048576 bytes to standard error"),
    ("nonsense", Failure.BOT_ERROR, r"wrote 'good morning'; expected a line such as .*action"),
    ("bytes", Failure.BOT_ERROR, "; expected a line such as "),
    ("two members", Failure.BOT_ERROR, "; expected a line such as "),
    ("a list", Failure.BOT_ERROR, r"wrote '\[\]'; expected a line such as "),
    ("depth", Failure.BOT_ERROR, "; expected a line such as "),
    ("a number", Failure.BOT_ERROR, "action.text: 7; expected the text of a legal action"),
    ("a huge number", Failure.BOT_ERROR, "; expected a line such as "),
    ("iterations", Failure.BOT_ERROR, "action.iterations: -1; expected a whole number"),
    ("illegal", Failure.ILLEGAL_ACTION, r"'resign' at decision \d+; expected the text of one of"),
    ("control", Failure.ILLEGAL_ACTION, r"'.{1,9}\[2J.{1,9}' at decision"),
    ("two lines", Failure.BOT_ERROR, r"after the line that answers; expected one line for each"),
    ("too early", Failure.BOT_ERROR, "; expected one line for each question"),
    ("an error", Failure.BOT_ERROR, "no idea"),
    ("another program", Failure.CRASH, "the process ended with 2"),
    ("a wrong hello", Failure.BOT_ERROR, "hello.views: 'all'; expected json, message, none"),
]


@pytest.mark.parametrize(("how", "failure", "detail"), WRONG, ids=[how for how, *_ in WRONG])
def test_a_failing_engine_forfeits_its_own_game(
    how: str,
    failure: Failure,
    detail: str,
    foreign: ForeignBots,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "HUNG_UP_SECONDS", 0.1 if how == "hangs up" else 30.0)
    bots = ("random", hostile(how))
    fixture = plan_of(*bots, blocks=1).block(0).games[0]
    seconds = NEVER if failure is Failure.DEADLINE else 60.0
    attempt = play(fixture, 1, bots, Covert(), lambda *_: None, foreign, seconds)
    assert attempt.culprit == fixture.seats.index(1)
    assert (attempt.failure, how) == (failure, how)
    assert re.search(detail, attempt.detail), attempt.detail
    assert "\x1b" not in attempt.detail + attempt.trace


def test_an_engine_that_reads_no_more_is_late() -> None:
    """The question does not fit into the pipe."""
    sleeping = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"]
    with (
        closing(EngineProcess(sleeping, {})) as engine,
        pytest.raises(EngineError, match=f"no answer within {NEVER} s"),
    ):
        engine.ask(b"x" * (1 << 20), NEVER, "answer")


def test_what_was_not_asked_for_is_no_answer() -> None:
    speaking = [sys.executable, "-I", "-S", "-c", "print('first', flush=True); input()"]
    with closing(EngineProcess(speaking, {})) as engine:
        assert select.select([engine._out], [], [], 60.0)[0]
        with pytest.raises(EngineError, match=r"^wrote 'first\\n' without being asked; expected"):
            engine.ask(b"x", 60.0, "answer")


def test_what_is_no_engine_is_named_before_the_first_game() -> None:
    view = Covert().deal(2, 1).view(0)
    with pytest.raises(EntrantError, match=r"ended with 2; it said: usage: none; expected an eng"):
        probe(hostile("another program"), view, Covert())
    with pytest.raises(PlanError, match=r"^bots: 'engine:./no_such': ./no_such not found; expec"):
        plan_of("random", "engine:./no_such").settings.check_entrants(Covert())
