"""Clocks for whole games: who runs out of time loses, and our bots do not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from arena.tournaments import edit, game_of, plan_of, played
from arena.tournaments import run as play
from command.shell import REPOSITORY, document, mistake, run, serving

from covert_bots.arena.attempt import Attempt, Failure, Outcome
from covert_bots.arena.entrants import remote
from covert_bots.arena.forecast import forecast
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.plan_file import plan_file_of, read_plan_file
from covert_bots.arena.verify import verify
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.engines.clock import GRACE, Clock, Clocks, Pace, TimeLeft
from covert_bots.engines.documents import Teller, begun_of, time_left_in
from covert_bots.engines.isolation import USUAL
from covert_bots.engines.process import EngineProcess

OURS = f"engine:{sys.executable} -m covert_command engine --bot ismcts"
OLD = f"engine:{sys.executable} {REPOSITORY / 'examples/engines/careful.py'}"


@pytest.mark.parametrize(
    ("game", "quick"), [(Covert(), "greedy:worlds=1"), (CovertAction(), "greedy")], ids=str
)
@pytest.mark.parametrize(
    ("clock", "slowness"),
    [(Clock(4), 0.004), (Clock(30), 0.03), (Clock(3600, 5), 1.0), (Clock(1, 0.02), 0.015)],
    ids=str,
)
def test_who_spends_each_share_never_runs_out_of_time(
    game: Covert, quick: str, clock: Clock, slowness: float
) -> None:
    """Not even if each decision takes some time beside its share."""
    seats = game.players[0]
    clocks, state = Clocks(clock, seats), game.deal(seats, 3)
    paces, bot = [Pace() for _ in range(seats)], game.catalogue.make(quick)
    spent = [0.0] * seats
    while (seat := state.actor) is not None:
        view = state.view(seat)
        share = paces[seat].share(clocks.time_left(seat), game.decisions_left(view))
        taken = slowness + (share if len(state.legal_actions()) > 1 else 0.0)
        assert clocks.charge(seat, taken)
        spent[seat] += taken
        clocks.add(seat)
        state.play(bot.choose(view, 1))
    assert min(spent) > 0.4 * clock.seconds  # and it is not too careful


def test_a_clock_may_be_overdrawn_by_the_grace_and_no_more() -> None:
    clocks = Clocks(Clock(1, 0.5), 2)
    assert clocks.charge(0, 1 + 0.9 * GRACE)
    assert clocks.time_left(0).left == (0.0, 1.0)
    assert clocks.add(0) == pytest.approx(0.5 - 0.9 * GRACE)
    assert not clocks.charge(0, 0.5 + 0.2 * GRACE)
    assert clocks.least == [0.0, 1.0]


def test_a_clock_is_read_as_it_is_written() -> None:
    for text, clock in {
        "60+0.5": Clock(60, 0.5),
        "90": Clock(90),
        "0.5+0.01": Clock(0.5, 0.01),
    }.items():
        assert Clock.read(text) == clock
        assert Clock.read(str(clock)) == clock
    assert Clock(60, 0.5, "cpu").words == (
        "60 seconds for each seat and game, and 0.5 more after each decision (CPU time, of "
        "servers wall time)"
    )


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--clock", "1:30"), "--clock: '1:30'; expected seconds and an increment, such as"),
        (("--clock", "0"), "--clock: 0; expected 0.1 to 31536000 seconds"),
        (("--clock", "60+99999999999"), "--clock: +1e+11; expected +0 to"),
        (("--clock-of", "cpu"), "--clock-of: cpu; expected --clock too"),
    ],
)
def test_a_wrong_clock_is_explained(words: tuple[str, ...], wrong: str) -> None:
    assert mistake("arena", "run", "--bots", "greedy,random", *words).startswith(wrong)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Path]:
    """Return a tournament with clocks, and its ledger."""
    path = tmp_path_factory.mktemp("clocks") / "games.ledger"
    clock = Clock(0.6, 0.001, "cpu")  # which other work on the machine does not change
    plan = plan_of("ismcts", "greedy:worlds=1", blocks=1, clock=clock)
    with Ledger(path) as ledger:
        play(plan, ledger)
    return plan, path


def test_a_search_manages_its_time_and_the_ledger_keeps_what_is_left(
    kept: tuple[Plan, Path],
) -> None:
    plan, path = kept
    with Ledger(path, reading=True) as ledger:
        assert ledger.settings() == plan.settings
        attempts = list(ledger.attempts(plan))
        assert verify(plan, ledger, game_of(plan), None).differences == ()
    for game in attempts:
        assert game.outcome is Outcome.FINISHED
        assert len(game.thoughts.left) == len(game.actions)
        searching, greedy = (game.figures[game.fixture.seats.index(bot)] for bot in (0, 1))
        assert searching.least_left is not None
        assert greedy.least_left is not None
        assert searching.least_left < 0.8 * greedy.least_left
        assert (searching.lag, searching.iterations > 0) == (None, True)


def test_a_time_that_no_clock_can_have_shown_is_found(
    kept: tuple[Plan, Path], tmp_path: Path
) -> None:
    plan, path = kept
    copy = tmp_path / "copy.ledger"
    copy.write_bytes(path.read_bytes())
    edit(copy, lambda line: "left" in line and line["left"].__setitem__(-1, 10_000))
    with Ledger(copy, reading=True) as ledger:
        differences = verify(plan, ledger, game_of(plan), None).differences
    assert len(differences) == 2
    assert "10000 ms are left; the clock had at most" in differences[0]


def test_the_report_shows_the_clock_and_another_clock_does_not_resume(
    kept: tuple[Plan, Path],
) -> None:
    plan, path = kept
    shown = run("arena", "show", str(path)).stdout
    assert "Clock: 0.6 seconds for each seat and game, and 0.001 more after" in shown
    figures = document("arena", "show", str(path))["bots"]
    assert [bot["out_of_time"] for bot in figures] == [0, 0]
    assert figures[0]["least_seconds_left"] < figures[1]["least_seconds_left"]
    assert 'clock = "0.6+0.001"\nclock_of = "cpu"\n' in plan_file_of(plan.settings)
    other = ("--bots", "ismcts,greedy:worlds=1", "--seed", "1", "--blocks", "1", "--clock", "9")
    refused = mistake("arena", "run", *other, "--ledger", str(path))
    assert "another plan: budget: " in refused


def test_without_clocks_plans_and_lines_are_as_before() -> None:
    plan = plan_of("greedy:worlds=1", "random", blocks=1)
    assert plan.settings.as_tree()["budget"] == {"move_seconds": 60.0}
    (game, *_) = played(plan)
    assert list(game.thoughts.left) == []


def only_game(bot: str, clock: Clock, move_seconds: float = 60.0) -> Attempt:
    """Play a game of a bot with itself."""
    plan = plan_of(bot, form=Format.SELF_PLAY, blocks=1, clock=clock, move_seconds=move_seconds)
    (game,) = played(plan, workers=0)
    return game


@pytest.mark.parametrize(
    ("clock", "move_seconds", "failure"),
    [
        (Clock(0.3), 60.0, Failure.TIME),
        (Clock(60), 0.3, Failure.DEADLINE),
        (Clock(60, of="cpu"), 0.3, Failure.DEADLINE),
    ],
    ids=["clock", "move", "cpu"],
)
def test_a_bot_that_hangs_is_out_of_time_or_past_the_deadline(
    clock: Clock, move_seconds: float, failure: Failure
) -> None:
    game = only_game("badly_behaved:hangs", clock, move_seconds)
    assert (game.outcome, game.failure) == (Outcome.FORFEIT, failure)
    assert game.culprit is not None
    assert game.winners == (1 - game.culprit,)


def test_a_bot_that_sleeps_runs_out_of_wall_time_only() -> None:
    """It sleeps 0.02 seconds in each of its first decisions, and hangs after them."""
    wall = only_game("badly_behaved:dozes", Clock(0.5))
    assert wall.failure is Failure.TIME
    assert wall.detail.startswith("its clock of 0.5+0 ran out at decision ")
    assert len(wall.actions) < 2 * 30
    cpu = only_game("badly_behaved:dozes", Clock(0.5, of="cpu"), 0.5)
    assert cpu.failure is Failure.DEADLINE
    assert len(cpu.actions) > 2 * 35


def test_a_bot_of_a_module_is_told_the_time_if_it_asks() -> None:
    game = only_game("badly_behaved:tells_time", Clock(60, 0.5))
    assert game.detail == f"RuntimeError: seat {game.culprit} of (60.0, 60.0)"


def test_engines_are_told_the_time_of_all_seats() -> None:
    game = Covert()
    teller, clock = Teller(game), Clock(60, 0.5, "cpu")
    begun = begun_of(json.loads(teller.game_line(2, 1, 5, 60.0, False, clock))["game"])
    assert begun.clock == clock
    clocks, state = Clocks(clock, 2), game.deal(2, 1)
    clocks.charge(0, 1.5)
    view = state.view(state.actor or 0)
    line, _ = teller.view_line(1, view, view.legal_actions(), "none", None, clocks.time_left(1))
    body = json.loads(line)["view"]
    assert body["clock"] == {"left": [58.5, 60.0], "increment": 0.5}
    assert time_left_in(body, begun) == clocks.time_left(1)
    old, _ = teller.view_line(1, view, view.legal_actions(), "none", None)
    assert "clock" not in json.loads(old)["view"]


@pytest.mark.parametrize("bot", [OURS, OLD], ids=["ours", "old"])
def test_engines_play_by_the_clock(bot: str) -> None:
    """Ours search as long as it lets them; one that knows nothing of clocks plays as ever."""
    plan = plan_of(bot, "random", blocks=1, clock=Clock(1, of="cpu"))
    for game in played(plan, workers=0):
        assert game.outcome is Outcome.FINISHED, game.detail
        left = game.figures[game.fixture.seats.index(0)].least_left
        assert left is not None
        assert 0 <= left < (0.6 if bot == OURS else 1.0)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as target:
        yield target


def test_a_bot_of_a_server_manages_its_time_there(server: str) -> None:
    """The time of the network is not counted, and is in the ledger."""
    plan = plan_of(f"grpc://{server}/ismcts:iterations=2", "random", blocks=1, clock=Clock(900))
    begun = time.monotonic()
    games = played(plan, workers=0)
    taken = time.monotonic() - begun
    for game in games:
        assert game.outcome is Outcome.FINISHED, game.detail
        figures = game.figures[game.fixture.seats.index(0)]
        assert figures.lag is not None
        assert 0 < figures.lag < taken
        assert figures.least_left is not None
    limits = remote._limits(TimeLeft(1, (3.0, 2.5), 0.25, "wall"))
    assert limits.clock.remaining.ToMilliseconds() == 2500
    assert limits.clock.increment.ToMilliseconds() == 250


def test_the_forecast_knows_the_clock() -> None:
    """Two seats and a minute each: about two minutes a game, and nothing is measured."""
    plan = plan_of("ismcts", "ismcts:lanes=2", blocks=1, clock=Clock(60))
    seconds = forecast(plan, game_of(plan)).core_seconds
    assert seconds == pytest.approx(2 * 2 * 60)


def test_what_an_engine_lets_children_do_is_on_its_clock(tmp_path: Path) -> None:
    burning = "import time; until = time.process_time() + 0.2\nwhile time.process_time() < until: 0"
    script = f"import subprocess, sys, time; subprocess.run([sys.executable, '-c', {burning!r}])"
    script += "; print('{}', flush=True); time.sleep(60)"
    command = [sys.executable, "-c", script]
    with closing(EngineProcess(command, USUAL.environment())) as engine:
        engine.ask(b"{}", 60.0, "answer")
        assert engine.cpu_seconds(below=True) > engine.cpu_seconds() + 0.15


def test_a_plan_file_has_a_clock(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    plan = plan_of("greedy", "random", clock=Clock(60, 0.5, "cpu"))
    file.write_text(plan_file_of(plan.settings))
    read = read_plan_file(file)
    assert Clock.read(read["budget.clock"], read["budget.clock_of"]) == plan.settings.budget.clock


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ('clock = "fast"', "budget.clock: 'fast'; expected seconds"),
        ('clock = "60"\nclock_of = "sun"', "budget.clock_of: 'sun'; expected wall or cpu"),
        ('clock_of = "cpu"', "budget.clock_of: without a clock; expected budget.clock too"),
        ("clock = 60", "budget.clock: 60; expected a string"),
    ],
)
def test_a_wrong_clock_in_a_plan_file_is_explained(tmp_path: Path, lines: str, wrong: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(f'bots = ["greedy", "random"]\n[budget]\n{lines}\n')
    assert wrong in mistake("arena", "run", str(file))
