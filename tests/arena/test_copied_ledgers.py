"""A copy of a ledger's file is a ledger, whenever it is taken, with all games finished by then."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from arena.tournaments import plan_of, run, run_in_file, won

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import BEGINNING, Ledger
from covert_bots.arena.ledger_file import CUT
from covert_bots.arena.plan import Fixture, Plan

OLD = Path(__file__).parents[1] / "data" / "layout-6"
OLD_BOTS = ("random", "badly_behaved:raises")
PLAN = plan_of("random", "greedy:worlds=1", blocks=3)
MORE = plan_of("random", "greedy:worlds=1", blocks=4)
COPIES = 60
# Digests by the version that wrote these ledgers.
RUNNING = "f6dbcaf97810edc535702905b68304404e4f13fb0d766927597a890c808b8fe5"
TESTED = "e554549451ffd9fad7584e1ad44c3c07cb3da52419f60206a0db80d6fc06a06d"


def filled(file: Path) -> list[tuple[int, int]]:
    """Write a ledger of some games that were never played; return where each line ends, and how
    many games there are by then."""
    ends = []
    with Ledger(file) as ledger:
        ledger.open_plan(PLAN)
        ends.append((file.stat().st_size, 0))
        for number, game in enumerate(fixtures(PLAN), 1):
            ledger.add(game_won(game), PLAN.settings.bots)
            ends.append((file.stat().st_size, number))
    return ends


def game_won(game: Fixture) -> Attempt:
    return replace(won(game, 0), seat_facts=({}, {}))


def fixtures(plan: Plan) -> list[Fixture]:
    return [game for number in range(len(plan)) for game in plan.block(number).games]


def some_lengths(ends: list[tuple[int, int]]) -> set[int]:
    """Return beginnings that end near the end of a line, and some others."""
    near = {end + more for end, _ in [(0, 0), (len(BEGINNING), 0), *ends] for more in (-1, 0, 1, 9)}
    last = ends[-1][0]
    return {length for length in near | set(range(0, last, 499)) if 0 <= length <= last}


def games_in(file: Path, plan: Plan = PLAN) -> int:
    with Ledger(file, reading=True) as ledger:
        return len(list(ledger.attempts(plan)))


def test_every_beginning_of_the_file_is_a_ledger_that_goes_on(tmp_path: Path) -> None:
    """A copy, or the death of a writer, leaves a beginning: bytes are only added."""
    file, copy = tmp_path / "a", tmp_path / "copy"
    ends = filled(file)
    whole = file.read_bytes()
    for length in some_lengths(ends):
        copy.write_bytes(whole[:length])
        games = max((games for end, games in ends if end <= length), default=0)
        if length >= len(BEGINNING):
            assert games_in(copy) == games
        with Ledger(copy) as ledger:
            ledger.open_plan(PLAN)
            kept = {attempt.fixture for attempt in ledger.attempts(PLAN)}
            assert len(kept) == games
            for game in fixtures(PLAN):
                if game not in kept:
                    ledger.add(game_won(game), PLAN.settings.bots)
        assert copy.read_bytes().startswith(whole[:length])
        assert games_in(copy) == PLAN.games


def test_a_piece_that_was_cut_short_is_ended_and_never_counts(tmp_path: Path) -> None:
    file = tmp_path / "a"
    filled(file)
    with file.open("ab") as lines:
        lines.write(b'{"block":3,"rot')
    with Ledger(file) as ledger:
        ledger.open_plan(MORE)
        assert file.read_bytes().count(b'{"block":3,"rot' + CUT) == 1
        assert len(list(ledger.attempts(MORE))) == PLAN.games
    assert games_in(file, MORE) == PLAN.games


def test_copies_that_are_taken_while_games_are_played_have_all_that_were_finished(
    tmp_path: Path,
) -> None:
    """Copies are made by `cp` until the driver dies by SIGKILL."""
    plan = plan_of("random", "greedy:worlds=1", blocks=100_000)
    file, copy = tmp_path / "a", tmp_path / "copy"
    drivers = get_context("forkserver")
    drivers.set_forkserver_preload(["covert_bots.arena.driver", "covert_bots.arena.backend"])
    driver = drivers.Process(target=run_in_file, args=(plan, file, 0))
    driver.start()
    try:
        while not file.exists() or not file.stat().st_size:
            assert driver.is_alive()
        for number in range(COPIES):
            with file.open("rb") as lines:
                finished = lines.read().count(b"\n") - 2  # without header and plan
            if number % 10:
                shutil.copyfile(file, copy)
            else:
                subprocess.run(["cp", file, copy], check=True)
            assert games_in(copy, plan) >= finished
    finally:
        driver.kill()
        driver.join()
    assert driver.exitcode == -signal.SIGKILL
    assert games_in(copy, plan) > 0
    assert [path.name for path in tmp_path.iterdir() if path != copy] == ["a"]


def test_a_ledger_is_its_owners_alone_from_the_start_and_keeps_a_mode_that_it_has(
    tmp_path: Path,
) -> None:
    before = os.umask(0)
    try:
        filled(tmp_path / "new")
        (tmp_path / "shared").touch()
        (tmp_path / "shared").chmod(0o664)
        filled(tmp_path / "shared")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o664


def test_a_ledger_without_games_leaves_no_file(tmp_path: Path) -> None:
    with Ledger(tmp_path / "a") as ledger:
        ledger.check_plan(PLAN)
    assert list(tmp_path.iterdir()) == []


# Ledgers of layout 6, in SQLite, as this program wrote them until November 2026.


@pytest.fixture(params=[True, False], ids=["may be written", "may only be read"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a ledger whose driver was killed: nearly all of it is in the file beside it."""
    for name in ("running", "running-wal"):
        shutil.copyfile(OLD / name, tmp_path / name)
    if not request.param:
        (tmp_path / "running").chmod(0o444)
    return tmp_path / "running"


def test_an_old_ledger_is_read(running: Path) -> None:
    plan = plan_of(*OLD_BOTS, blocks=2)
    with Ledger(running, reading=True) as ledger:
        assert ledger.settings() == plan.settings
        assert ledger.former_blocks() == (1,)
        assert len(list(ledger.attempts(plan))) == 4
        assert ledger.digest() == RUNNING
    with Ledger(OLD / "tested", reading=True) as ledger:
        test = {"elo0": 0.0, "elo1": 200.0, "alpha": 0.05, "beta": 0.05, "seats": 2}
        assert ledger.test() == test
        assert ledger.digest() == TESTED


def test_an_old_ledger_goes_on_in_one_file_with_the_same_games(running: Path) -> None:
    plan = plan_of(*OLD_BOTS, blocks=3)
    mode = running.stat().st_mode
    with Ledger(running) as ledger:
        before = list(ledger.attempts(plan))
        assert run(plan, ledger).attempts == 2
    with Ledger(running, reading=True) as ledger:
        assert list(ledger.attempts(plan))[:4] == before
        assert (
            ledger.digest(2) == "f6dbcaf97810edc535702905b68304404e4f13fb0d766927597a890c808b8fe5"
        )
        assert ledger.former_blocks() == (1, 2)
    assert [path.name for path in running.parent.iterdir()] == ["running"]
    assert running.stat().st_mode == mode


def test_an_old_ledger_stays_as_it_is_until_a_game_is_added(running: Path) -> None:
    with Ledger(running) as ledger:
        ledger.check_plan(plan_of(*OLD_BOTS, blocks=3))
        with pytest.raises(LedgerError, match="another plan"):
            ledger.check_plan(plan_of(*OLD_BOTS, blocks=3, seed=2))
    with running.open("rb") as file:
        assert file.read(6) == b"SQLite"
    assert games_in(running, plan_of(*OLD_BOTS, blocks=3)) == 4


@pytest.mark.parametrize("first", ["old", "new"])
def test_one_process_goes_on_with_an_old_ledger(
    first: str, running: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second finds what the first has made of it."""
    plan = plan_of(*OLD_BOTS, blocks=3)
    with Ledger(running) as ledger, Ledger(running) as waiting:
        if first == "new":
            ledger.open_plan(plan)
        else:
            ledger.check_plan(plan)
        with pytest.raises(LedgerError, match="another process plays it"):
            waiting.check_plan(plan)
        ledger.open_plan(plan)
        ledger.close()
        waiting.open_plan(plan)
        assert len(list(waiting.attempts(plan))) == 4


def test_an_old_ledger_is_whole_on_a_disk_without_room_for_another(
    running: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    plan = plan_of(*OLD_BOTS, blocks=3)
    with Ledger(running) as ledger:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(LedgerError, match="No space left on device; expected room"):
            ledger.open_plan(plan)
        monkeypatch.undo()
    assert games_in(running, plan) == 4
    assert not list(running.parent.glob(".*"))
