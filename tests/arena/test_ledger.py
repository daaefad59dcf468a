"""A ledger is the memory of a tournament: nothing lost, nothing twice, the same however run."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from arena.tournaments import edit, game_of, plan_of, played, run, run_in_file, take_out

from covert_bots.arena.attempt import Attempt, Failure, Outcome, Thoughts, failed
from covert_bots.arena.course import MOST_ATTEMPTS, PlanProgress
from covert_bots.arena.driver import Driver
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import LAYOUT, Ledger
from covert_bots.arena.plan import Fixture, Format, MoveBudget, Plan
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics import sprt
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt, Verdict
from covert_bots.arena.verify import verify
from covert_bots.covert.game import Covert

Change = Callable[[dict[str, Any]], dict[str, Any]]
KILLS = 4
KILLED_BLOCKS = 4
KILLED_WITHIN_SECONDS = 0.05  # some games long, of their own row in the ledger


def digest_of(plan: Plan, workers: int = 0) -> str:
    with Ledger(":memory:") as ledger:
        run(plan, ledger, workers)
        return ledger.digest()


def test_the_number_of_workers_is_in_no_ledger() -> None:
    plan = plan_of("greedy:worlds=1", "random", "ismcts:iterations=2", blocks=1)
    assert digest_of(plan) == digest_of(plan, 3)


def test_self_play_goes_on_is_not_played_again_and_is_verified(tmp_path: Path) -> None:
    short = plan_of("greedy:worlds=1", players=3, blocks=1, form=Format.SELF_PLAY)
    plan = plan_of("greedy:worlds=1", players=3, blocks=3, form=Format.SELF_PLAY)
    with Ledger(tmp_path / "a") as ledger:
        assert run(short, ledger).done == 1
        assert run(plan, ledger).attempts == 2
        assert run(plan, ledger).attempts == 0
        assert ledger.digest() == digest_of(plan)
        report = verify(plan, ledger, Covert(), None)
    assert (report.replayed, report.bots_asked, report.differences) == (3, 3, ())


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    plan = plan_of("badly_behaved:raises", "greedy:worlds=1", blocks=2)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger, 0)
        rows = list(ledger.attempts(plan))
        digest = ledger.digest()
    with Ledger(tmp_path / "a") as ledger:
        assert ledger.settings() == plan.settings
        assert list(ledger.attempts(plan)) == rows
        assert ledger.digest() == digest
    assert len(rows) == plan.games


def test_every_action_has_the_time_and_the_iterations_it_took(tmp_path: Path) -> None:
    plan = plan_of("ismcts:iterations=7", "badly_behaved:raises", blocks=1)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger, 0)
        rows = list(ledger.attempts(plan))
    for row in rows:
        iterations = list(row.thoughts.iterations)
        assert len(row.thoughts.microseconds) == len(iterations) == len(row.actions) > 0
        assert set(iterations) == {0, 7}  # none where there was one action, or another bot's
        assert sum(iterations) == sum(figures.iterations for figures in row.figures)
        took = sum(row.thoughts.microseconds) / 1e6
        assert took == pytest.approx(sum(seat.cpu_seconds for seat in row.figures), rel=0.1)


def test_iterations_are_believed_as_far_as_there_is_room() -> None:
    thoughts = Thoughts()
    thoughts.add(0.5, 1 << 40)
    assert list(thoughts.microseconds) == [500_000]
    assert list(thoughts.iterations) == [(1 << 32) - 1]


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (0.0, 0),
        (0.12345, 1234),
        (1.0, 10_000),
        (None, -1),
        (1.5, -1),
        (-0.1, -1),
        (float("nan"), -1),
    ],
)
def test_values_from_0_to_1_are_kept(value: float | None, kept: int) -> None:
    thoughts = Thoughts()
    thoughts.add(0.5, 1, value)
    assert list(thoughts.values) == [kept]


def test_fewer_blocks_are_the_first_of_the_ledger(tmp_path: Path) -> None:
    """One of them lacks a game, as after a kill; those after them do not count."""
    file = tmp_path / "a"
    with Ledger(file) as ledger:
        run(plan_of("random", "greedy:worlds=1", blocks=4), ledger)
    take_out(file, lambda *game: game == (1, 1))
    short = plan_of("random", "greedy:worlds=1", blocks=2)
    with Ledger(file) as ledger:
        done = run(short, ledger)
        assert (done.attempts, done.done) == (1, short.games)
        assert standings(short, ledger.attempts(short)).blocks == 2
        assert run(plan_of("random", "greedy:worlds=1", blocks=4), ledger).attempts == 0


def test_it_keeps_the_lengths_that_a_plan_with_games_had_before(tmp_path: Path) -> None:
    """A person who saw the games by then may have changed the length because of them."""
    with Ledger(tmp_path / "a") as ledger:
        for blocks in (7, 1):  # the first without a game
            Driver(plan_of("random", "greedy:worlds=1", blocks=blocks), ledger)
        assert ledger.former_blocks() == ()
        for blocks in (1, 2, 2, 3):
            run(plan_of("random", "greedy:worlds=1", blocks=blocks), ledger)
    with Ledger(tmp_path / "a") as ledger:
        assert ledger.former_blocks() == (1, 2)
        Driver(plan_of("random", "greedy:worlds=1", blocks=2), ledger)
        assert ledger.former_blocks() == (1, 3)


def test_a_length_without_games_leaves_nothing_behind(tmp_path: Path) -> None:
    """A run may be stopped before its first game, or not reach a server."""
    short, long = (plan_of("random", "greedy:worlds=1", blocks=blocks) for blocks in (1, 5))
    with Ledger(tmp_path / "a") as ledger:
        run(short, ledger)
        Driver(long, ledger)
        assert ledger.settings() == short.settings
        Driver(short, ledger)
        assert ledger.former_blocks() == ()


def test_another_plan_is_refused(tmp_path: Path) -> None:
    with Ledger(tmp_path / "a") as ledger:
        run(plan_of("random", "greedy:worlds=1", blocks=1), ledger)
        with pytest.raises(
            LedgerError, match="another plan: seed: 1 in the ledger, but 2 was asked for"
        ):
            Driver(plan_of("random", "greedy:worlds=1", blocks=1, seed=2), ledger)


CHOSEN = {
    "distinct_agents": False,
    "characters": ["The Fence", "The Courier", "The Analyst"],
    "first_player": 1,
}


def test_seats_keep_their_characters_and_bots_change_seats() -> None:
    plan = plan_of("random", "greedy:worlds=1", players=3, blocks=1, setup=CHOSEN)
    attempts = played(plan)
    assert {game.fixture.seats.index(0) for game in attempts} == {0, 1, 2}
    for game in attempts:
        assert [seat["character"] for seat in game.seat_facts] == [3, 2, 4]


def test_a_ledger_keeps_the_setup_and_refuses_another(tmp_path: Path) -> None:
    setup = {**CHOSEN, "characters": ["The Fence", "The Courier"]}
    plan = plan_of("random", "greedy:worlds=1", blocks=2, setup=setup)
    with Ledger(tmp_path / "a") as ledger:
        run(plan_of("random", "greedy:worlds=1", blocks=1, setup=setup), ledger)
    with Ledger(tmp_path / "a") as ledger:
        assert run(plan, ledger).attempts == 2
        assert ledger.digest() == digest_of(plan)
        assert ledger.settings() == plan.settings
        report = verify(plan, ledger, game_of(plan), None)
        assert (report.replayed, report.bots_asked, report.differences) == (4, 4, ())
        assert len(verify(plan, ledger, Covert(), None).differences) == 4
        for other, words in (
            ({}, "nothing chosen"),
            (setup | {"first_player": 0}, "distinct_agents off; .* first_player 0"),
        ):
            with pytest.raises(
                LedgerError,
                match="another plan: setup: distinct_agents off; characters The Fence and The "
                f"Courier; first_player 1 in the ledger, but {words} was asked for; expected",
            ):
                Driver(plan_of("random", "greedy:worlds=1", setup=other), ledger)


def test_one_process_writes_and_others_read(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    with Ledger(tmp_path / "a") as reader:
        with Ledger(tmp_path / "a") as writer:
            run(plan, writer)
            with pytest.raises(LedgerError, match="another process plays it"):
                reader.open_plan(plan)
            assert len(list(reader.attempts(plan))) == plan.games
        reader.open_plan(plan)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_one_process_writes_whatever_link_leads_to_the_file(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    file, link = tmp_path / "a", tmp_path / "link"
    file.touch()
    link.symlink_to(file)
    with Ledger(file) as writer, Ledger(link) as other:
        writer.open_plan(plan)
        with pytest.raises(LedgerError, match="link: another process plays it"):
            other.open_plan(plan)


def test_a_plan_of_before_with_whole_seconds_goes_on(tmp_path: Path) -> None:
    """Older settings say 30, not 30.0, and the key was made from that."""
    file, plan = tmp_path / "a", plan_of("random", "greedy:worlds=1", blocks=2)
    plan = Plan(replace(plan.settings, budget=MoveBudget(30)))
    with Ledger(file) as ledger:
        ledger.open_plan(plan)
    edit(file, lambda line: line["plan"].update(key="of 30"))
    edit(file, lambda line: line["plan"]["settings"]["budget"].update(move_seconds=30))
    with Ledger(file) as ledger:
        ledger.open_plan(plan)
        other = Plan(replace(plan.settings, budget=MoveBudget(31)))
        with pytest.raises(LedgerError, match=r"budget: .* in the ledger"):
            ledger.open_plan(other)


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear ledger, " * 100)
    with pytest.raises(LedgerError, match="letter"):
        Ledger(file)
    assert file.read_text() == "Dear ledger, " * 100


def test_no_attempt_is_written_twice(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger)
        again = next(ledger.attempts(plan))
        with pytest.raises(AssertionError, match=r"\(0, 0, 1\) is there already"):
            ledger.add(again, plan.settings.bots)


def test_a_game_that_nobody_can_play_is_given_up_and_counted(tmp_path: Path) -> None:
    """Machines may fail without a bot to blame: after some attempts the game is missing."""
    plan = plan_of("random", "greedy:worlds=1", blocks=2)
    game = plan.block(0).games[0]
    with Ledger(tmp_path / "a") as ledger:
        ledger.open_plan(plan)
        for number in range(1, MOST_ATTEMPTS + 1):
            lost = failed(game, number, Failure.INFRASTRUCTURE, None, "the node is gone")
            ledger.add(lost, plan.settings.bots)
        done = run(plan, ledger)
        assert (done.missing, done.done) == (1, plan.games - 1)
        assert done.failures == {Failure.INFRASTRUCTURE: MOST_ATTEMPTS}
        finished = ledger.attempts(plan, final=True)
        assert all(game.outcome is Outcome.FINISHED for game in finished)


def test_a_ledger_of_another_layout_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with Ledger(file) as ledger:
        ledger.open_plan(plan_of("random", "greedy:worlds=1"))
    file.write_bytes(file.read_bytes().replace(b'{"ledger":7}', b'{"ledger":8}'))
    before = file.read_bytes()
    with pytest.raises(LedgerError, match=f"layout 8, .* expected layout {LAYOUT} or a new file"):
        Ledger(file)
    assert file.read_bytes() == before


def test_another_programs_tables_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute("CREATE TABLE plan (letter TEXT)")
    before = file.read_bytes()
    with pytest.raises(LedgerError, match="another program's; expected a ledger"):
        Ledger(file)
    assert file.read_bytes() == before


# Killed drivers.


def test_a_driver_killed_at_any_moment_is_gone_on_with(tmp_path: Path) -> None:
    """The ledger ends as an undisturbed one, forfeits included, with workers or without."""
    plan = plan_of("greedy:worlds=1", "random", "badly_behaved:raises", blocks=KILLED_BLOCKS)
    path = tmp_path / "killed"
    # Each driver is forked from a process in which all is imported; it has no more from there.
    drivers = get_context("forkserver")
    drivers.set_forkserver_preload(["covert_bots.arena.driver", "covert_bots.arena.backend"])
    rng = random.Random(1)
    for kill in range(KILLS):
        driver = drivers.Process(target=run_in_file, args=(plan, path, 2 * (kill % 2)))
        driver.start()
        begun = _rows(path)
        while _rows(path) == begun and driver.is_alive():  # until it plays
            time.sleep(0.005)
        time.sleep(rng.random() * KILLED_WITHIN_SECONDS)
        driver.kill()
        driver.join()
        if driver.exitcode != -signal.SIGKILL:
            assert kill > 1, "it was over before it was killed often enough"
            break
    with Ledger(path) as ledger:
        assert run(plan, ledger, 0).done == plan.games
        assert ledger.digest() == digest_of(plan)
        assert [game.number for game in ledger.attempts(plan)] == [1] * plan.games


def _rows(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


# The sequential test.


TESTED = plan_of("random", "flat:iterations=1", blocks=120, form=Format.SPRT)


def new_test() -> Sprt:
    return Sprt(Hypotheses(elo0=0, elo1=200))


@pytest.fixture(scope="module", autouse=True)
def _verdicts_come_soon() -> Iterator[None]:
    """Allow a verdict after a few blocks."""
    with patch.object(sprt, "FEWEST_BLOCKS", 8):
        yield


@pytest.fixture(scope="module")
def undisturbed() -> tuple[Sprt, str, list[Attempt]]:
    """Return a test played by one worker in one go, the digest of its blocks, and all attempts."""
    test = new_test()
    with Ledger(":memory:") as ledger:
        run(TESTED, ledger, sprt=test)
        return test, ledger.digest(len(test.path)), list(ledger.attempts(TESTED))


def test_verdict_and_path_do_not_depend_on_workers(
    undisturbed: tuple[Sprt, str, list[Attempt]],
) -> None:
    alone, digest, _ = undisturbed
    test = new_test()
    with Ledger(":memory:") as ledger:
        run(TESTED, ledger, 3, test)
        assert ledger.digest(len(test.path)) == digest
    assert (test.verdict, test.path) == (alone.verdict, alone.path)
    assert alone.verdict in (Verdict.ACCEPTED, Verdict.REJECTED)


def test_a_test_that_was_stopped_goes_on_to_the_same_verdict(
    undisturbed: tuple[Sprt, str, list[Attempt]], tmp_path: Path
) -> None:
    whole, _, _ = undisturbed
    begun, parts = new_test(), new_test()
    with Ledger(tmp_path / "a") as ledger:
        run(Plan(replace(TESTED.settings, blocks=5)), ledger, sprt=begun)
        assert begun.verdict is Verdict.INCONCLUSIVE
        run(TESTED, ledger, sprt=parts)
    assert (whole.verdict, whole.path) == (parts.verdict, parts.path)


def test_a_ledger_keeps_its_test_and_refuses_another(tmp_path: Path) -> None:
    """Hypotheses that are chosen after a look at the games have no verdict."""
    plan = plan_of("greedy", "random", blocks=2, form=Format.SPRT)
    mine = Hypotheses(elo0=0, elo1=200)
    with Ledger(tmp_path / "a") as ledger:
        ledger.open_plan(plan, asdict(mine))
    with Ledger(tmp_path / "a") as ledger:
        assert ledger.test() == asdict(mine)
        for other in (
            replace(mine, elo0=-5),
            replace(mine, elo1=100),
            replace(mine, alpha=0.01),
            replace(mine, beta=0.01),
        ):
            with pytest.raises(LedgerError) as caught:
                Driver(plan, ledger, Sprt(other))
            for hypotheses in (mine, other):
                named = asdict(hypotheses).items()
                words = ", ".join(f"{name} {value:g}" for name, value in named)
                assert words in str(caught.value)
        Driver(plan, ledger)  # plays on; the test is the ledger's
        assert ledger.test() == asdict(mine)


def test_games_that_were_played_without_a_test_are_not_tested(tmp_path: Path) -> None:
    plan = plan_of("greedy:worlds=1", "random", blocks=1, form=Format.SPRT)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger)
        with pytest.raises(LedgerError, match="played to test nothing, and this is to test elo0 0"):
            Driver(plan, ledger, Sprt(Hypotheses()))
        assert ledger.test() is None


def test_a_test_is_fed_by_the_schedule_whatever_order_attempts_come_in(
    undisturbed: tuple[Sprt, str, list[Attempt]],
) -> None:
    whole, _, attempts = undisturbed
    late = attempts[2:]
    random.Random(1).shuffle(late)
    again = new_test()
    course = PlanProgress(TESTED, again, late)
    assert again.path == []
    for attempt in attempts[:2]:
        course.take(attempt)
    assert (again.verdict, again.path) == (whole.verdict, whole.path)


# Checking.


def game_in(line: dict[str, Any]) -> tuple[int, int]:
    """Return the block and the rotation of a line; (-1, -1) for the line of a plan."""
    return line.get("block", -1), line.get("rotation", -1)


def edit_game(path: Path, game: Fixture, change: Change) -> None:
    key = game.block, game.rotation
    edit(path, lambda row: game_in(row) == key and row.update(change(row)))


def test_forfeits_are_checked_too(tmp_path: Path) -> None:
    """Only the record is checked: a bot that hung or died might do so again."""
    plan = plan_of("badly_behaved:raises", "badly_behaved:calm", "badly_behaved:dies", blocks=1)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger)
        report = verify(plan, ledger, Covert(), None)
        assert (report.replayed, report.bots_asked, report.differences) == (plan.games, 0, ())
        attempts = list(ledger.attempts(plan, final=True))
        first, second, third = [game.fixture for game in attempts if game.failure][:3]
    changes: dict[Fixture, tuple[Change, str]] = {
        first: (lambda row: {"culprit": 1 - row["culprit"]}, "the ledger has"),
        second: (lambda row: {"actions": row["actions"][1:]}, "decision"),
        third: (lambda row: {"actions": row["actions"][:-2]}, "to decide"),
    }
    for game, (change, _) in changes.items():
        edit_game(tmp_path / "a", game, change)
    with Ledger(tmp_path / "a") as ledger:
        differences = verify(plan, ledger, Covert(), None).differences
    for (game, (_, words)), line in zip(changes.items(), differences, strict=True):
        assert line.startswith(f"game {game.key}: ")
        assert words in line
