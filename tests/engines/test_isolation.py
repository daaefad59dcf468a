"""Bots that attack the arena change nothing but their own results.

Each of these attacks succeeded while bots played in the process of the referee, those of PRIVATE in
any process of the same user.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from arena.test_failures import Held
from arena.tournaments import plan_of

from covert_bots.arena.attempt import Attempt, Failure, Outcome, play
from covert_bots.arena.entrants import foreign
from covert_bots.arena.entrants.foreign import MOST_SHOWN, ForeignBots, shown_by
from covert_bots.arena.entrants.outage import Outage
from covert_bots.arena.host import Host, Task, wait_for
from covert_bots.arena.plan import Plan, new_secret
from covert_bots.covert.game import Covert
from covert_bots.engines.engine import Engine
from covert_bots.engines.isolation import Isolation, IsolationError, check_sandbox

HERE = Path(__file__).parent
if str(HERE) not in sys.path:  # referees import what this process can
    sys.path.append(str(HERE))

TRUTH = ("walks_frames", "looks_through_memory", "reads_parents_memory", "traces_the_parent")
ELSEWHERE = ("reads_the_environment", "uses_descriptors", "reads_the_ledger")
HARM = ("kills_the_parent", "kills_its_group", "fills_a_file", "opens_many_files")
PRIVATE = ("sees_processes", "reads_home", "reaches_the_network")  # what a sandbox keeps from bots
IN_SANDBOX = (*PRIVATE, "writes_home", "kills_the_parent", "reads_the_environment", "fills_a_file")
LIMITS = Isolation(
    memory_bytes=1 << 31,
    passed=("ATTACKED_LEDGER", "ATTACKED_HOME", "ATTACKED_PORT", "BADLY_BEHAVED_PIPE"),
)


def sandboxed() -> bool:
    try:
        check_sandbox()
    except IsolationError:
        return False
    return True


needs_sandbox = pytest.mark.skipif(not sandboxed(), reason="no bubblewrap that works here")
modes = pytest.mark.parametrize(
    "untrusted", [False, pytest.param(True, marks=needs_sandbox)], ids=["limits", "sandbox"]
)


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield what bots attack: a ledger; beside it a home with a letter, a port and a secret."""
    file, home = tmp_path / "secret.ledger", tmp_path / "home"
    file.write_text("all cards")
    home.mkdir()
    (home / "letter").touch()
    monkeypatch.setenv("ATTACKED_LEDGER", str(file))
    monkeypatch.setenv("ATTACKED_HOME", str(home))
    monkeypatch.setenv("ATTACKED_SECRET", "hush")
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("ATTACKED_PORT", str(server.getsockname()[1]))
        yield file


def games(plan: Plan, limits: Isolation) -> Iterator[Attempt]:
    """Play the first game of each block, with one referee."""
    with closing(Host(Covert())) as host:
        for block in plan:
            host.start(Task(block.games[0], 1, plan.settings.bots, 60.0, limits))
            while (attempt := host.poll()) is None:
                wait_for([host])
            yield attempt


def game(*bots: str, limits: Isolation = LIMITS, seed: int | str = 1) -> Attempt:
    """Play a game of these bots."""
    plan = plan_of(*bots, blocks=1)
    (attempt,) = games(Plan(replace(plan.settings, seed=seed)), limits)
    return attempt


def culprit(attempt: Attempt, bots: tuple[str, ...]) -> str | None:
    return None if attempt.culprit is None else bots[attempt.fixture.seats[attempt.culprit]]


@modes
def test_an_attack_gains_nothing(ledger: Path, untrusted: bool) -> None:
    limits = replace(LIMITS, untrusted=untrusted, hidden=(str(ledger),))
    attacks = IN_SANDBOX if untrusted else (*TRUTH, *ELSEWHERE, *HARM)
    with closing(Host(Covert())) as host:
        for attack in attacks:
            bots = (f"attackers:{attack}", "greedy:worlds=1")
            fixture = plan_of(*bots, blocks=1).block(0).games[0]
            host.start(Task(fixture, 1, bots, 60.0, limits))
            while (attempt := host.poll()) is None:
                wait_for([host])
            assert culprit(attempt, bots) == bots[0]
            assert (attempt.detail, attack) == ("RuntimeError: beaten", attack)
    if untrusted:
        assert os.listdir(ledger.parent / "home") == ["letter"]


@modes
def test_no_bot_adds_to_the_ledger(ledger: Path, untrusted: bool) -> None:
    limits = replace(LIMITS, untrusted=untrusted, hidden=(str(ledger),))
    game("attackers:forges_the_ledger", "random", limits=limits)
    assert ledger.read_text() == "all cards"


def test_a_secret_cannot_be_guessed_and_the_usual_seed_can() -> None:
    bots = ("attackers:guesses_the_seed", "greedy:worlds=1")
    assert game(*bots, seed=1).detail == "RuntimeError: won"
    assert game(*bots, seed=new_secret()).detail == "RuntimeError: beaten"


@pytest.mark.parametrize("attack", ["replaces_others", "kills_the_parent_later", "eats_memory"])
def test_what_a_bot_does_while_others_think_harms_nobody(attack: str) -> None:
    other = "ismcts:iterations=20"
    harmed = game(f"attackers:{attack}", other)
    undisturbed = game("attackers:honest", other)
    assert harmed.outcome is Outcome.FINISHED
    assert harmed.actions == undisturbed.actions


def test_a_bot_that_needs_more_memory_than_it_may_have_forfeits() -> None:
    bots = ("attackers:needs_memory", "random")
    attempt = game(*bots)
    assert (attempt.failure, culprit(attempt, bots)) == (Failure.BOT_ERROR, bots[0])
    assert "MemoryError" in attempt.detail


def test_what_leaves_the_session_of_a_bot_ends_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "held"
    monkeypatch.setenv("BADLY_BEHAVED_PIPE", str(path))
    plan = plan_of("attackers:escapes", "random", blocks=1)
    with closing(Held(path)) as held, closing(Host(Covert())) as host:
        host.start(Task(plan.block(0).games[0], 1, plan.settings.bots, 60.0, LIMITS))
        held.wait_for_a_child()
        while host.poll() is None:
            wait_for([host])
        held.wait_for_the_end()


def test_a_process_plays_no_deal_twice() -> None:
    """In the other games of a block it would know the cards."""
    with closing(ForeignBots(LIMITS)) as bots:
        processes = []
        for block in (0, 0, 1, 2, 1):
            bots.enter("attackers:honest", Covert(), block, 2, 0, 1, 60.0)
            processes.append(bots.processes[-2])
            bots.leave()
    first, second, third, fourth, fifth = processes
    assert first != second
    assert (third, fourth, fifth) == (first, second, second)


def test_what_a_bot_says_has_its_name_and_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    show = shown_by("mine:make")
    show(b"one\ntwo \x1b[31m\nhal")
    for _ in range(1000):
        show(b"f\n")
    shown = capsys.readouterr().err.splitlines()
    assert shown[:3] == ["mine:make: one", "mine:make: two ?[31m", "mine:make: half"]
    assert shown[MOST_SHOWN:] == ["mine:make: (and more, not shown)"]


@needs_sandbox
def test_a_ledger_in_the_folder_of_a_bot_is_refused() -> None:
    limits = replace(LIMITS, untrusted=True, hidden=(str(HERE / "games.ledger"),))
    with pytest.raises(IsolationError, match=r"games\.ledger lies in .*, which a bot can read"):
        limits.command(["true"], [HERE])


def test_a_process_that_cannot_be_had_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    bots = ("attackers:honest", "random")
    monkeypatch.setattr(foreign, "Engine", no_more)
    with closing(ForeignBots(LIMITS)) as none:
        fixture = plan_of(*bots, blocks=1).block(0).games[0]
        attempt = play(fixture, 1, bots, Covert(), lambda *_: None, none, 60.0)
    assert (attempt.outcome, attempt.outage) == (Outcome.VOID, Outage.START)
    assert "attackers:honest: no process for it: " in attempt.detail


def test_without_bubblewrap_untrusted_bots_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    check_sandbox.cache_clear()
    with pytest.raises(IsolationError, match=r"^--untrusted: bubblewrap is not installed, .* apt"):
        check_sandbox()
    check_sandbox.cache_clear()


@needs_sandbox
def test_an_engine_starts_in_a_sandbox_by_a_link_to_its_program(tmp_path: Path) -> None:
    """As Python is one in a virtual environment."""
    link = tmp_path / "python"
    link.symlink_to(sys.executable)
    limits = Isolation(untrusted=True)
    for program in (link, Path(sys.executable)):
        words = [str(program), "-I", "-S", str(HERE / "odd.py"), ""]
        command = limits.command(words, [program, HERE / "odd.py"])
        with closing(Engine(command, limits.environment())) as engine:
            engine.greet(60.0)
