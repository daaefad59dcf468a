"""The arena's output: names, the precision to expect, and what cannot be done."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import edit
from command.shell import run

CLEARS = "random\x1b[2J\u202e"  # the screen, and turns the writing round


def rename(line: dict[str, Any]) -> None:
    seats = line["plan"]["settings"]["bots"] if "plan" in line else line["seats"]
    seats[:] = [CLEARS if bot == "random" else bot for bot in seats]


@pytest.fixture
def foreign(ledger: str, tmp_path: Path) -> str:
    """Return a ledger with a bot whose name has control sequences that write all over the
    screen."""
    file = tmp_path / "foreign.ledger"
    shutil.copy(ledger, file)
    edit(file, rename)
    return str(file)


@pytest.mark.parametrize("command", ["arena show {}", "replay {} 0.1", "arena verify {}"])
def test_a_name_in_a_ledger_does_not_move_the_cursor(foreign: str, command: str) -> None:
    done = run(*command.format(foreign).split())
    assert "random" in done.stdout
    for text in (done.stdout, done.stderr):
        assert all(character.isprintable() or character == "\n" for character in text)


SHORTEST = ("--seed", "1", "--blocks", "2", "--workers", "1")


def test_two_long_names_that_differ_at_their_ends_are_shown_whole() -> None:
    bots = [f"flat:iterations=1,uniform=0.125,candidates=5,horizon={end}" for end in (2, 3)]
    done = run("arena", "run", "--bots", ",".join(bots), *SHORTEST, columns=80)
    ratings = re.search(r"^bot +Elo .*\n((?:.+\n)+)", done.stdout, re.MULTILINE)
    assert ratings is not None, done.stderr
    names = "".join(line.split(" ")[0] for line in ratings[1].splitlines())
    assert names in ("".join(bots), "".join(reversed(bots)))


def test_of_two_bots_all_that_is_said_is_of_the_whole_difference() -> None:
    """The rating of each is half of it, and the head to head has all of it."""
    done = run(
        "arena", "run", "--bots", "flat:iterations=2,flat:iterations=1", "--precision", "100"
    )
    between = re.search(
        r"the Elo difference between them will be known to about \+-(\d+) \(95%\)", done.stderr
    )
    assert between is not None, done.stderr
    assert int(between[1]) == pytest.approx(200, rel=0.1)
    assert (
        "Games needed to measure the Elo difference between two equal bots (95% interval)"
        in " ".join(done.stdout.split())
    )


def test_of_more_bots_it_is_the_rating_of_each() -> None:
    bots = "random,flat:iterations=1,flat:iterations=2"
    done = run("arena", "run", "--bots", bots, *SHORTEST)
    assert "about equal, each rating will be known to about +-" in done.stderr


@pytest.mark.parametrize(("blocks", "in_vain"), [("29", True), ("30", False)])
def test_a_test_that_cannot_end_says_so_beforehand(blocks: str, in_vain: bool) -> None:
    test = (
        "arena",
        "sprt",
        "random",
        "flat:iterations=1",
        "--elo1",
        "300",
        "--seed",
        "1",
        "--blocks",
        blocks,
    )
    shown = run(*test, "--backend", "ray", "--address", "127.0.0.1:1").stderr  # plays no game
    words = (
        "This test will be inconclusive: no test ends before its 30th block, and --blocks is 29."
    )
    assert (words in shown) is in_vain
