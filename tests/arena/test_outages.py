"""An outage is no loss: it stops the run, and costs no bot a game."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from arena.test_failures import Scripted
from arena.tournaments import ThisProcess, game_of, plan_of, won
from arena.tournaments import run as play
from command.shell import COMMAND, LONGEST, REPOSITORY, document, environment, mistake, run

from covert_bots.arena.attempt import Attempt, Failure, Outcome, failed
from covert_bots.arena.course import MOST_ATTEMPTS
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants import remote
from covert_bots.arena.entrants.outage import GoneError, Outage
from covert_bots.arena.errors import OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.ledger_lines import Stop
from covert_bots.arena.plan import Plan
from covert_bots.covert.game import Covert

BOT = "random"
GAMES = 3  # that have ended when the server dies


class Server:
    """A server of bots that can be killed."""

    def __init__(self, port: int = 0) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, "serve", "--port", str(port), "--json", "--grace", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self._process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = self._process.stdout.readline()
            assert line, "the server ended"
            said += line
        self.port = int(said.partition('"port":')[2].split(",")[0].strip(" }\n"))

    def freeze(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(LONGEST)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def dying(server: Server, ledger: Path) -> Iterator[None]:
    """Kill a server once a ledger has some games."""

    def watch() -> None:
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            if ledger.exists() and ledger.read_bytes().count(b'"outcome"') >= GAMES:
                break
            time.sleep(0.01)
        server.kill()

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        watching.join()


def test_a_server_that_dies_costs_its_bot_no_game(tmp_path: Path) -> None:
    """It once cost 351 of 400 games, and turned the result over, with exit code 0."""
    ledger = tmp_path / "games.ledger"
    server = Server()
    bots = f"grpc://127.0.0.1:{server.port}/{BOT},greedy:worlds=1"
    words = ["arena", "run", "--bots", bots, "--blocks", "6", "--seed", "1", "--workers", "1"]
    words += ["--ledger", str(ledger), "--patience", "1"]
    with dying(server, ledger):
        stopped = run(*words)
    with Ledger(ledger, reading=True) as kept:
        settings = kept.settings()
        assert settings is not None
        attempts = list(kept.attempts(Plan(settings)))
    assert {game.outcome for game in attempts} == {Outcome.FINISHED}
    assert stopped.returncode == 3, stopped.stderr
    *_, last = stopped.stderr.splitlines()
    assert last.startswith(f"covert-bots: grpc://127.0.0.1:{server.port}/{BOT} cannot be asked: ")
    assert "connection refused" in last, last
    assert "What to do: start its server again, and then resume." in stopped.stderr
    assert "arena void" in stopped.stderr

    again = Server(server.port)
    done = run(*words)
    again.kill()
    assert done.returncode == 0, done.stderr
    with Ledger(ledger, reading=True) as kept, Ledger(":memory:") as here:
        play(plan_of(BOT, "greedy:worlds=1", blocks=6), here)
        there = Plan(settings)
        assert [game.actions for game in kept.attempts(there)] == [
            game.actions for game in here.attempts(plan_of(BOT, "greedy:worlds=1", blocks=6))
        ]


def test_a_server_that_does_not_even_say_who_it_is_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not late, as its bot would be if the server lived."""
    monkeypatch.setattr(remote, "GREETING_SECONDS", 0.2)
    monkeypatch.setenv(remote.PATIENCE, "0")
    server, game = Server(), Covert()
    entrant = remote.Remote(f"127.0.0.1:{server.port}", BOT, game, 60.0)
    state = game.deal(2, 1)
    assert state.actor is not None
    view = state.view(state.actor)
    assert entrant.answer(view, 1).action in view.legal_actions()
    server.freeze()
    frozen = remote.Remote(f"127.0.0.1:{server.port}", BOT, game, 0.2)
    with pytest.raises(GoneError) as gone:
        frozen.answer(view, 1)
    server.kill()
    assert gone.value.outage is Outage.UNREACHABLE


def test_a_program_that_is_gone_is_an_outage(tmp_path: Path) -> None:
    """An engine's file is deleted while it plays: no new process of it can be started."""
    engine = tmp_path / "engine.py"
    engine.write_text((REPOSITORY / "examples/engines/careful.py").read_text())
    plan = plan_of(f"engine:{sys.executable} {engine}", "random", blocks=4)
    with Ledger(":memory:") as ledger, ThisProcess(plan.settings, game_of(plan)) as backend:
        driver = Driver(plan, ledger)
        driver.on_attempt = lambda *_: engine.unlink(missing_ok=True)
        with pytest.raises(OutageError, match=r"cannot be asked: 3 attempts .*py is gone$"):
            driver.run(backend)
        played = list(ledger.attempts(plan))
        stop = ledger.stop()
    assert Outcome.FORFEIT not in {attempt.outcome for attempt in played}
    assert stop is not None
    assert (stop.outage, stop.bot) == (Outage.START, plan.settings.bots[0])


def test_the_others_play_until_an_outage_is_sure() -> None:
    """A bot that can be asked in between is not gone, and its games are played again."""
    plan = plan_of("greedy", "random", blocks=5)
    fails = {block.games[0].key for block in plan}
    with Ledger(":memory:") as ledger:
        done = Driver(plan, ledger).run(Flapping(fails))
        attempts = list(ledger.attempts(plan))
        assert ledger.stop() is None
    assert (done.done, done.missing) == (10, 0)
    assert [game.failure for game in attempts].count(Failure.OUTAGE) == 5


class Flapping(Scripted):
    """A backend in which the first attempts at some games end by an outage of the first bot."""

    def __init__(self, fails: set[str]) -> None:
        super().__init__(lambda _: False)
        self._fails_first = fails

    def wait(self) -> list[Attempt]:
        return [
            failed(game.fixture, 1, Failure.OUTAGE, game.fixture.seats.index(0), "gone")
            if game.number == 1 and game.fixture.key in self._fails_first
            else game
            for game in super().wait()
        ]


def test_games_are_taken_out_for_a_reason_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.ledger"
    plan = plan_of("greedy:worlds=1", "random", blocks=7)
    with Ledger(path) as ledger:
        play(plan, ledger)
        before = ledger.digest()
    void = ("arena", "void", str(path), "--reason", "the power went out")
    assert "Taken out: 3 games of 14 (0.1, 3.0, 3.1)" in run(*void, "--games", "0.1,3").stdout
    shown = document("arena", "show", str(path))
    assert shown["voided"][0]["games"] == ["0.1", "3.0", "3.1"]
    assert shown["verdict"]["state"] == "interim"
    assert (
        '3 games were taken out after being played ("the power went out")'
        in (shown["verdict"]["sentences"][1])
    )
    assert shown["blocks"] == 5
    with Ledger(path) as ledger:
        play(plan, ledger)
        assert ledger.digest() == before
        assert len(ledger.voidings()) == 1
    assert document("arena", "show", str(path))["verdict"]["state"] == "final"


@pytest.mark.parametrize(
    ("chosen", "games"),
    [
        (("--bot", "random"), 4),
        (("--since", "2020-01-01"), 4),
        (("--until", "2020-01-01T10:00+02:00"), 0),
        (("--games", "0-1", "--failure", "deadline"), 0),
        (("--games", "1", "--bot", "greedy:worlds=1"), 2),
    ],
)
def test_games_are_chosen_by_bot_time_and_number(
    kept: Path, chosen: tuple[str, ...], games: int
) -> None:
    words = ("arena", "void", str(kept), "--reason", "a trial", *chosen)
    if not games:
        assert "none of its 4 games fits" in mistake(*words)
    else:
        assert len(document(*words)["games"]) == games


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ((), "no games; expected --games, --bot,"),
        (("--games", "7-3"), "--games: '7-3'; expected blocks"),
        (("--games", "x"), "--games: 'x'; expected blocks"),
        (("--since", "yesterday"), "--since: 'yesterday'; expected a time such as"),
        (("--bot", "nobody"), "--bot: 'nobody'; expected one of greedy:worlds=1, random"),
        (("--games", "1", "--reason", " "), "--reason: ''; expected 1 to 200"),
    ],
)
def test_a_wrong_choice_of_games_is_explained(
    kept: Path, words: tuple[str, ...], wrong: str
) -> None:
    assert wrong in mistake("arena", "void", str(kept), "--reason", "why", *words)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "games.ledger"
    plan = plan_of("greedy:worlds=1", "random", blocks=2)
    with Ledger(path) as ledger:
        ledger.open_plan(plan)
        for block in plan:
            for game in block.games:
                ledger.add(replace(won(game, 0), seat_facts=({}, {})), plan.settings.bots)
    return path


def test_the_verdict_tells_of_an_outage(kept: Path) -> None:
    plan = plan_of("greedy:worlds=1", "random", blocks=2)
    with Ledger(kept) as ledger:
        ledger.withdraw([], Stop(Outage.REFUSED, "greedy:worlds=1", "gone", 1.0))
    said = document("arena", "show", str(kept))
    assert said["verdict"]["sentences"][0].startswith(
        "Stopped by an outage of greedy:worlds=1: connection refused. "
    )
    assert said["outage"]["outage"] == "connection refused"
    with Ledger(kept) as ledger:
        game = plan.block(0).games[0]
        ledger.add(replace(won(game, 0), number=2, seat_facts=({}, {})), plan.settings.bots)
        assert ledger.stop() is None


def test_a_tournament_without_all_its_games_has_an_exit_code_of_its_own(
    kept: Path,
) -> None:
    """Two blocks are played, and of the third a game was given up."""
    plan = plan_of("greedy:worlds=1", "random", blocks=3)
    first, second = plan.block(2).games
    with Ledger(kept) as ledger:
        ledger.open_plan(plan)
        ledger.add(replace(won(first, 0), seat_facts=({}, {})), plan.settings.bots)
        for number in range(1, MOST_ATTEMPTS + 1):
            lost = failed(second, number, Failure.INFRASTRUCTURE, None, "no memory")
            ledger.add(lost, plan.settings.bots)
    words = ("--bots", "greedy:worlds=1,random", "--blocks", "3", "--seed", "1")
    ended = run("arena", "run", *words, "--ledger", str(kept))
    assert ended.returncode == 3, ended.stderr
    assert "1 game has no result after 5 attempts each" in ended.stderr
