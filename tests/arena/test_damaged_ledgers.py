"""Damaged ledgers, and faults of the disk under one: errors name the cause."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import edit, plan_of, run, won

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger

PLAN = plan_of("random", "greedy:worlds=1", blocks=1)
DAMAGED_SETTINGS: list[Any] = [[], 5, {}, {"budget": 3, "bots": [], "format": "sprt"}]
DAMAGED_TESTS: list[Any] = ["x", 5, {"elo": 1}, {"elo0": 5, "elo1": 5}]
Change = Callable[[dict[str, Any]], object]


def of_game(**changed: Any) -> Change:
    return lambda line: "block" in line and line.update(changed)


def of_plan(**changed: Any) -> Change:
    return lambda line: "plan" in line and line["plan"].update(changed)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "a"
    with Ledger(file) as ledger:
        run(PLAN, ledger)
    return file


@pytest.mark.parametrize(
    ("read", "message", "changes"),
    [
        (
            lambda ledger: list(ledger.attempts(PLAN)),
            r"game 0\.0 is damaged",
            [
                *(of_game(actions=[number]) for number in (-1, 1 << 32, "x", 0.5)),
                *(of_game(values=[number]) for number in (-2, 10_001, 1 << 32, "x", 0.5)),
                of_game(figures=[]),
                of_game(scores=[3]),
                of_game(winners=[]),
                of_game(winners=5),
            ],
        ),
        (
            Ledger.digest,
            r"game 0\.0 is damaged",
            [of_game(actions=[number]) for number in (-1, 1 << 32, "x", 0.5)],
        ),
        (
            Ledger.settings,
            "line of its plan is damaged",
            [of_plan(settings=damaged) for damaged in DAMAGED_SETTINGS],
        ),
        (
            Ledger.test,
            "test of its plan is damaged",
            [of_plan(test=damaged) for damaged in DAMAGED_TESTS],
        ),
    ],
    ids=["game", "digest", "settings", "test"],
)
def test_damage_is_reported_in_a_line(
    played: Path,
    tmp_path: Path,
    read: Callable[[Ledger], object],
    message: str,
    changes: list[Change],
) -> None:
    for number, change in enumerate(changes):
        file = tmp_path / f"{number}"
        shutil.copy(played, file)
        edit(file, change)
        with Ledger(file) as ledger, pytest.raises(LedgerError, match=message):
            read(ledger)


def test_a_line_that_is_no_json_is_damage(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "a"
    shutil.copy(played, file)
    with file.open("r+b") as lines:
        lines.seek(40)
        lines.write(bytes(8))
    with pytest.raises(LedgerError, match=r"line at byte 13 is damaged .*; expected one that"):
        Ledger(file)


def test_what_is_wrong_with_the_place_of_a_ledger_is_said(tmp_path: Path) -> None:
    there = "expected a folder that is there and that you may write to"
    with pytest.raises(LedgerError, match=there), Ledger(tmp_path / "nowhere" / "a"):
        pass


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder with room for a few games."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(folder)]
    if subprocess.run(mounting, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full_loses_no_game_of_before(small_disk: Path) -> None:
    file = small_disk / "a"
    plan = plan_of("random", "greedy:worlds=1", blocks=12)
    full = "No space left on device; expected room on the disk; the games so far are saved"
    with Ledger(file) as ledger:
        with pytest.raises(LedgerError, match=full):
            run(plan, ledger)
        kept = list(ledger.attempts(plan))
    assert len(kept) > 2
    for _ in range(2):  # and once more on the disk that is full
        with Ledger(file, reading=True) as ledger:
            assert list(ledger.attempts(plan)) == kept
        with Ledger(file) as ledger, pytest.raises(LedgerError, match=full):
            run(plan, ledger)
    subprocess.run(["mount", "-o", "remount,size=2m", str(small_disk)], check=True)
    with Ledger(file) as ledger:
        run(plan, ledger)
        assert [attempt for attempt in ledger.attempts(plan) if attempt in kept] == kept
        assert len(list(ledger.attempts(plan))) == plan.games


def add(ledger: Ledger, attempts: list[Attempt]) -> None:
    for attempt in attempts:
        ledger.add(attempt, ("random", "greedy:worlds=1"))


def test_a_limit_of_the_size_of_files_is_a_full_disk(tmp_path: Path) -> None:
    """It stops a write in the middle."""
    file = tmp_path / "a"
    plan = plan_of("random", "greedy:worlds=1", blocks=40)
    games = [game for number in range(len(plan)) for game in plan.block(number).games]
    attempts = [replace(won(game, 0), seat_facts=({}, {})) for game in games]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Ledger(file) as ledger:
        ledger.open_plan(plan)
        room = file.stat().st_size + 5_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
        try:
            with pytest.raises(LedgerError, match="File too large; expected room on the disk"):
                add(ledger, attempts)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        kept = list(ledger.attempts(plan))
        assert file.stat().st_size == room
        assert kept == attempts[: len(kept)] != []
        add(ledger, attempts[len(kept) :])
    with Ledger(file, reading=True) as ledger:
        assert list(ledger.attempts(plan)) == attempts


def test_a_pipe_is_no_ledger(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    for reading in (False, True):
        with pytest.raises(LedgerError, match="a: not a regular file; expected a ledger"):
            Ledger(tmp_path / "a", reading=reading)
