"""A bot that starts processes or threads without end stays within its limit, loses its own game
alone, and leaves nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from arena.tournaments import plan_of

from covert_bots.arena.attempt import Failure, Outcome, play
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.covert.game import Covert
from covert_bots.engines import isolation, launch
from covert_bots.engines.documents import Teller
from covert_bots.engines.engine import Engine
from covert_bots.engines.failure import EngineError
from covert_bots.engines.isolation import Isolation

BOMBS = Path(__file__).parent / "bombs.py"
PROCESSES = 12
AS_NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
LONGEST = 30.0  # seconds
# A Python that any user may run, to begin with.
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable


class Unprivileged(Isolation):
    """The limits of the arena, not as root: no limit of processes holds for root."""

    def command(self, command: Sequence[str], readable: Iterable[Path] = ()) -> list[str]:
        """Return the command within limits."""
        limited = super().command(command, readable)
        if os.getuid() != 0:
            return limited
        return [*AS_NOBODY, *limited]


def can_be_limited() -> bool:
    """Return true if bots can run here as somebody for whom a limit of processes holds."""
    if sys.platform != "linux" or os.getuid() != 0:
        return sys.platform == "linux"
    if shutil.which(AS_NOBODY[0]) is None:
        return False
    return not subprocess.run([*AS_NOBODY, sys.executable, "-c", ""], check=False).returncode


def group_of(pid: int) -> set[int]:
    """Return the processes of a group."""
    members = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == pid and fields[0] != "Z":
            members.add(int(name))
    return members


def wait_for_the_end_of(group: int) -> None:
    """Wait until killed processes have gone."""
    until = time.monotonic() + LONGEST
    while members := group_of(group):
        assert time.monotonic() < until, members
        time.sleep(0.05)


@pytest.mark.skipif(not can_be_limited(), reason="no limit of processes holds here")
@pytest.mark.parametrize("kind", ["forks", "threads"])
def test_a_bomb_stays_within_its_limit_and_costs_its_own_game(kind: str) -> None:
    attacker = f"engine:{PYTHON} -I -S {BOMBS} {kind}"
    bots = (attacker, "greedy:worlds=1")
    fixture = plan_of(*bots, blocks=1).block(0).games[0]
    with closing(ForeignBots(Unprivileged(processes=PROCESSES))) as foreign:
        attempt = play(fixture, 1, bots, Covert(), lambda *_: None, foreign, 60.0)
        assert attempt.culprit == fixture.seats.index(0)
        assert attempt.failure is Failure.ILLEGAL_ACTION, attempt.detail
        said = re.match(r"'(\d+) started by (\d+)'", attempt.detail)
        assert said is not None
        assert 1 <= int(said[1]) <= PROCESSES
        wait_for_the_end_of(int(said[2]))
        others = ("random", "greedy:worlds=1")
        undisturbed = play(fixture, 1, others, Covert(), lambda *_: None, foreign, 60.0)
    assert undisturbed.outcome is Outcome.FINISHED


def boxed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the command of a bomb in a sandbox, with nothing that only this user may read."""
    monkeypatch.setattr(isolation, "_of_program", tuple)
    monkeypatch.setattr(sys, "executable", PYTHON)
    command = [PYTHON, "-I", "-S", str(BOMBS), "forks"]
    return Unprivileged(processes=PROCESSES, untrusted=True).command(
        command, [BOMBS, Path(launch.__file__)]
    )


def can_be_boxed() -> bool:
    """Return true if there are sandboxes for somebody for whom a limit of processes holds."""
    if not can_be_limited() or not isolation.counts_in_sandbox():
        return False
    trial = [*isolation._BOX, "--ro-bind", "/", "/", "--", "true"]
    words = [*AS_NOBODY, *trial] if os.getuid() == 0 else trial
    return shutil.which(trial[0]) is not None and not subprocess.run(words, check=False).returncode


@pytest.mark.skipif(not can_be_boxed(), reason="no sandbox in which a limit of processes holds")
def test_a_bomb_in_a_sandbox_leaves_another_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system counts those of each alone."""
    game, limits = Covert(), Unprivileged()
    state = game.deal(2, 7)
    assert state.actor is not None
    view, legal = state.view(state.actor), state.legal_actions()
    command = boxed(monkeypatch)
    with ExitStack() as running:
        engines = []
        for _ in range(2):
            engine = running.enter_context(closing(Engine(command, limits.environment())))
            engine.begin(Teller(game), 2, view.seat, 1, LONGEST)
            engines.append(engine)
        started = []
        for engine in engines:  # the first one keeps what it has started
            with pytest.raises(EngineError) as caught:
                engine.choose(Teller(game), view, legal, LONGEST)
            said = re.match(r"'(\d+) started by", caught.value.detail)
            assert said is not None, caught.value
            started.append(int(said[1]))
    assert started[0] == started[1] > PROCESSES // 2
