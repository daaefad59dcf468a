"""Every failure of a bot costs only its own game, and is reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from arena.badly_behaved import CHILD, PATIENCE, Stuck
from arena.tournaments import HERE, ISOLATION, game_of, plan_of, played, run, won
from command.shell import COMMAND, HEARING

from covert_bots.arena import host
from covert_bots.arena.attempt import Attempt, Failure, Outcome, failed
from covert_bots.arena.backend import BlockTask, LocalProcesses
from covert_bots.arena.course import MOST_ATTEMPTS
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.enter import probe
from covert_bots.arena.errors import OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Fixture, Format
from covert_bots.covert.game import Covert
from covert_bots.engines import process
from covert_engine.covert import State, compile, house_set

LOADED_SECONDS = 3.0  # in which a bot that does not hang moves, whatever else the machine does
STARTED_SECONDS = 120.0  # until a game has reached the point where its bot hangs
ENDED_SECONDS = 60.0  # in which a process has ended; what bots leave behind lives longer
PASSING = ("--pass-env", "BADLY_BEHAVED_PIPE")
HUNG_UP = "the process hung up and did not end"


def attempts_of(
    bot: str, workers: int = 1, move_seconds: float = 60.0, blocks: int = 1
) -> list[Attempt]:
    """Play a tournament of a bot with one that plays legal moves."""
    bots = (f"badly_behaved:{bot}", "badly_behaved:calm")
    return played(plan_of(*bots, blocks=blocks, move_seconds=move_seconds), workers)


FAILING = [
    ("raises", Failure.BOT_ERROR, "RuntimeError: no idea what to do"),
    ("curses", Failure.BOT_ERROR, "what no text may hold: ?"),
    ("raises_in_silence", Failure.BOT_ERROR, "_SilentError whose str raises RuntimeError"),
    ("unready", Failure.BOT_ERROR, "no model to load"),
    ("unready_in_silence", Failure.BOT_ERROR, "_SilentError whose str raises RuntimeError"),
    ("cheats", Failure.ILLEGAL_ACTION, "0 at decision"),
    ("mumbles", Failure.ILLEGAL_ACTION, "'pass' at decision"),
    ("plays_two", Failure.ILLEGAL_ACTION, "array([1, 2]) at decision"),
    ("quarrels", Failure.ILLEGAL_ACTION, "something else at decision"),
    ("shrugs", Failure.ILLEGAL_ACTION, "_Silent whose repr raises RuntimeError at decision"),
]


def test_a_bot_that_fails_forfeits_its_game() -> None:
    """One process plays with all of these bots, with every other one in the first seat."""
    bots = ["calm", *(bot for bot, *_ in FAILING)]
    named = [f"badly_behaved:{bot}" for bot in bots]
    plan = plan_of(*named, blocks=1, form=Format.GAUNTLET)
    with Ledger(":memory:") as ledger:
        ledger.open_plan(plan)
        for game in (game for block in plan for game in block.games):
            if game.seats.index(max(game.seats)) == max(game.seats) % 2:
                there = replace(won(game, 0), seat_facts=({}, {}))
                ledger.add(there, plan.settings.bots)
        run(plan, ledger)
        attempts = [game for game in ledger.attempts(plan) if game.outcome is not Outcome.FINISHED]
    assert len(attempts) == len(FAILING)
    for attempt in attempts:
        failing = max(attempt.fixture.seats)
        _, failure, detail = FAILING[failing - 1]
        mine = attempt.fixture.seats.index(failing)
        assert attempt.outcome is Outcome.FORFEIT
        assert attempt.failure is failure
        assert attempt.culprit == mine
        assert attempt.winners == (1 - mine,)
        assert detail in attempt.detail


@pytest.mark.parametrize(
    ("bot", "decisions"),
    [
        ("raises", PATIENCE),
        ("hangs", PATIENCE),
        ("dies", PATIENCE),
        ("unready", 0),
    ],
)
def test_how_it_came_to_a_forfeit_is_kept(bot: str, decisions: int) -> None:
    """The ledger has all actions until then, the figures of the seats and no score."""
    cards = compile(house_set())
    workers = {"hangs": 2, "dies": 1}.get(bot, 0)
    attempts = attempts_of(bot, workers, LOADED_SECONDS)
    for attempt in attempts:
        state = State.deal(cards, 2, attempt.fixture.seed)
        decided = [0, 0]
        for action in attempt.actions:
            assert state.actor is not None
            decided[state.actor] += 1
            state.play(action)
        assert attempt.culprit is not None
        assert decided[attempt.culprit] == decisions
        if decisions:
            assert state.actor == attempt.culprit
        assert (attempt.scores, attempt.rounds) == ((), 0)
        asked = decided.copy()
        asked[attempt.culprit] += bool(decisions)  # the decision that failed
        assert [seat.decisions for seat in attempt.figures] == asked
        assert all(seat.slowest > 0 for seat in attempt.figures if decisions)
        assert len({facts["character"] for facts in attempt.seat_facts}) == 2


def test_forfeits_are_the_same_for_any_number_of_workers() -> None:
    """A bot that hangs forfeits, and the others play on."""
    failures = {"calm_too": None, "hangs": Failure.DEADLINE, "dies": Failure.CRASH}
    bots = [f"badly_behaved:{bot}" for bot in ("calm", *failures)]
    plan = plan_of(*bots, blocks=1, form=Format.GAUNTLET, move_seconds=LOADED_SECONDS)
    digests = []
    for workers in (2, 3):
        with Ledger(":memory:") as ledger:
            run(plan, ledger, workers)
            digests.append(ledger.digest())
            attempts = list(ledger.attempts(plan, final=True))
    assert digests[0] == digests[1]
    assert len(attempts) == plan.games
    for attempt in attempts:
        other = max(attempt.fixture.seats)
        assert attempt.failure is list(failures.values())[other - 1]
        if attempt.failure is not None:
            assert attempt.culprit == attempt.fixture.seats.index(other)
        if attempt.failure is Failure.DEADLINE:
            assert attempt.detail == "no move within 3 s"


def test_a_number_of_numpy_is_the_action_it_equals() -> None:
    attempts, calm = (attempts_of(bot, workers=0) for bot in ("numbers", "calm_too"))
    assert [game.actions for game in attempts] == [game.actions for game in calm]
    assert all(game.outcome is Outcome.FINISHED for game in attempts)


def test_time_in_which_the_arena_does_not_run_counts_against_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock moves a quarter of an hour before every look, as if the arena had been stopped."""
    stopped = SimpleNamespace(monotonic=count(0.0, 900.0).__next__)
    monkeypatch.setattr("covert_bots.arena.host.time", stopped)
    assert all(game.outcome is Outcome.FINISHED for game in attempts_of("tardy"))
    hung = attempts_of("hangs", workers=2, move_seconds=1)
    assert {game.failure for game in hung} == {Failure.DEADLINE}


def test_a_game_that_does_not_begin_is_given_up_and_nobodys_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host, "START_SECONDS", 0.5)
    plan = plan_of("badly_behaved:calm", "random", blocks=1, move_seconds=0.1)
    game = plan.block(0).games[0]
    stuck = host.Host(Stuck())
    with closing(stuck):
        stuck.start(host.Task(game, 1, plan.settings.bots, plan.settings.budget.move_seconds))
        until = time.monotonic() + ENDED_SECONDS
        while (attempt := stuck.poll()) is None:
            assert time.monotonic() < until, "it is waited for without end"
            host.wait_for([stuck])
    assert (attempt.outcome, attempt.failure) == (Outcome.VOID, Failure.INFRASTRUCTURE)
    assert attempt.culprit is None
    assert attempt.detail == "the game did not begin within 0.5 s"


@pytest.mark.parametrize(
    ("bot", "detail"),
    [
        ("dies", "the process ended with -9"),
        ("lingers", HUNG_UP),
        ("hangs_up", HUNG_UP),
        ("leaves_a_child", "the process ended with -9"),
    ],
)
def test_a_bot_whose_process_dies_forfeits_at_once(
    bot: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it could have each lost game played again."""
    if detail == HUNG_UP:  # for what never ends by itself, any time will do
        monkeypatch.setattr(process, "HUNG_UP_SECONDS", 0.1)
    (attempt,) = played(plan_of(f"badly_behaved:{bot}", blocks=1, form=Format.SELF_PLAY), workers=0)
    assert attempt.culprit is not None
    assert (attempt.failure, attempt.detail) == (Failure.CRASH, detail)
    assert attempt.winners == (1 - attempt.culprit,)


def test_the_first_death_of_a_referee_is_infrastructure_and_the_second_a_crash() -> None:
    plan = plan_of("greedy", blocks=1, form=Format.SELF_PLAY)
    with Ledger(":memory:") as ledger, Mortal(plan.settings, game_of(plan), 1) as backend:
        Driver(plan, ledger).run(backend)
        first, second = ledger.attempts(plan)
    assert first.culprit is not None
    assert second.culprit is not None
    assert first.detail == second.detail == "the process ended with -9"
    assert (first.outcome, first.failure) == (Outcome.VOID, Failure.INFRASTRUCTURE)
    assert (second.outcome, second.failure) == (Outcome.FORFEIT, Failure.CRASH)
    assert second.winners == (1 - second.culprit,)
    assert first.actions


class Mortal(LocalProcesses):
    """A process that is killed while a bot of ours thinks."""

    def wait(self) -> list[Attempt]:
        (referee,) = self._hosts
        if referee._process is not None and referee._note().actions > PATIENCE:
            referee._process.kill()
        return super().wait()


def test_one_game_that_cannot_be_played_is_given_up_and_the_others_are_played() -> None:
    """It is tried between other games, which show that the fault is its own."""
    plan = plan_of("random", "greedy:worlds=1", blocks=4)
    bad = plan.block(1).games[0]
    with Ledger(":memory:") as ledger:
        driver = Driver(plan, ledger)
        games: list[Fixture] = []
        driver.on_attempt = lambda attempt, _: games.append(attempt.fixture)
        done = driver.run(Scripted(lambda game: game == bad))
    assert (done.done, done.missing) == (7, 1)
    places = [place for place, game in enumerate(games) if game == bad]
    assert len(places) == MOST_ATTEMPTS
    assert all(later - place > 1 for place, later in pairwise(places[:-1]))


@pytest.mark.parametrize(("blocks", "room"), [(1, 1), (1, 8), (5, 8), (20, 1), (20, 8)])
def test_a_run_in_which_no_game_can_be_played_ends_before_they_are_given_up(
    blocks: int, room: int
) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=blocks)
    with Ledger(":memory:") as ledger:
        driver = Driver(plan, ledger)
        tried: list[int] = []
        driver.on_attempt = lambda attempt, _: tried.append(attempt.number)
        with pytest.raises(OutageError, match=r"in a row failed, .*; the last: the node is gone$"):
            driver.run(Scripted(lambda _: True, room))
        assert driver.progress.missing == 0
        assert max(tried) <= 3
        assert not list(ledger.attempts(plan))


def test_outages_use_up_none_of_the_attempts_at_a_game() -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=10)
    with Ledger(":memory:") as ledger:
        for _ in range(MOST_ATTEMPTS + 1):
            with pytest.raises(OutageError):
                Driver(plan, ledger).run(Scripted(lambda _: True))
        done = Driver(plan, ledger).run(Scripted(lambda _: False))
    assert (done.done, done.missing) == (plan.games, 0)


class Scripted:
    """A backend with room for some blocks, in which those games fail with no bot to blame."""

    def __init__(self, fails: Callable[[Fixture], bool], blocks: int = 1) -> None:
        self._fails = fails
        self._blocks = blocks
        self._given = 0
        self._ended: list[Attempt] = []

    @property
    def room(self) -> int:
        return self._blocks - self._given

    def submit(self, task: BlockTask) -> None:
        self._given += 1
        for turn, number in task.attempts.items():
            game = task.block.games[turn]
            lost = failed(game, number, Failure.INFRASTRUCTURE, None, "the node is gone")
            played = replace(won(game, 0), number=number, seat_facts=({}, {}))
            self._ended.append(lost if self._fails(game) else played)

    def wait(self) -> list[Attempt]:
        ended, self._ended, self._given = self._ended, [], 0
        return ended

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_a_bots_child_that_comes_back_plays_no_part() -> None:
    attempts, calm = attempts_of("forks_and_raises"), attempts_of("calm_too", workers=0)
    assert [game.actions for game in attempts] == [game.actions for game in calm]
    assert all(game.outcome is Outcome.FINISHED for game in attempts)


@pytest.mark.parametrize(
    ("bot", "dies"),
    [
        ("leaves_a_thread", False),
        ("leaves_a_process", False),
        ("leaves_a_timer", False),
        ("leaves_nothing", True),
    ],
)
def test_what_a_bot_leaves_behind_is_not_there_in_the_next_game(bot: str, dies: bool) -> None:
    """The bots die in the second game of one process; only a bot that leaves nothing gets that
    far."""
    attempts = attempts_of(bot, workers=0, blocks=2)
    finished = [game for game in attempts if game.outcome is Outcome.FINISHED]
    assert len(finished) == (2 if dies else 4)


class Held:
    """A named pipe that bots hold open, and their children, for as long as they live."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self._reading)

    def wait_for_a_child(self) -> None:
        """Wait until a bot's child says that it holds the pipe."""
        self._wait_for(CHILD, STARTED_SECONDS)

    def wait_for_the_end(self) -> None:
        """Wait until nobody holds the pipe any more."""
        self._wait_for(b"", ENDED_SECONDS)

    def _wait_for(self, wanted: bytes, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(BlockingIOError):  # a process holds it, and has written nothing
                if os.read(self._reading, len(CHILD)) == wanted:
                    return
            time.sleep(0.02)
        pytest.fail(f"nobody said {wanted!r}" if wanted else "somebody lives on")


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    path = tmp_path / "held"
    monkeypatch.setenv("BADLY_BEHAVED_PIPE", str(path))
    with closing(Held(path)) as pipe:
        yield pipe


def test_what_a_bot_has_started_ends_with_its_process(held: Held) -> None:
    attempts = attempts_of("hangs_with_a_child", workers=2, move_seconds=LOADED_SECONDS)
    assert {game.failure for game in attempts} == {Failure.DEADLINE}
    held.wait_for_a_child()
    held.wait_for_the_end()


def test_what_a_factory_starts_ends_when_it_has_been_looked_at(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(HERE)
    monkeypatch.setattr("covert_bots.arena.entrants.enter.IMPORT_SECONDS", 60.0)
    view = State.deal(compile(house_set()), 2, 1).view(0)
    probe("badly_behaved:starts_a_child", view, Covert(), ISOLATION)
    held.wait_for_a_child()
    held.wait_for_the_end()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_driver_that_was_ended(held: Held, how: signal.Signals) -> None:
    """Both a host whose bot never answers and what the bot has started end."""
    bot = "badly_behaved:hangs_with_a_child"
    driver = subprocess.Popen(
        [*HEARING, *COMMAND, "arena", "run", "--blocks", "1", "--bots", f"{bot},random", *PASSING],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, sys.path)])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    held.wait_for_a_child()
    driver.send_signal(how)
    driver.wait()
    held.wait_for_the_end()


def test_what_a_bot_prints_is_nobodys_concern(capfd: pytest.CaptureFixture[str]) -> None:
    assert all(game.outcome is Outcome.FINISHED for game in attempts_of("prints"))
    assert capfd.readouterr() == ("", "")


def test_at_a_table_of_four_the_others_share_a_forfeited_victory() -> None:
    form = Format.SELF_PLAY
    plan = plan_of("badly_behaved:raises", players=4, blocks=1, form=form)
    attempts = played(plan, workers=0)
    assert len(attempts) == plan.games == 1
    for attempt in attempts:
        assert attempt.outcome is Outcome.FORFEIT
        assert attempt.culprit is not None
        assert set(attempt.winners) == set(range(4)) - {attempt.culprit}
        assert attempt.share(attempt.winners[0]) == pytest.approx(1 / 3)
