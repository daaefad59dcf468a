"""`covert-bots demo` plays the same game for the same seed, and shows it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command.running import COMMAND, HEARING, Terminal, environment, mistake, run, run_apart

from covert_engine.covert import house_set

BOT = ("--bot", "ismcts:iterations=20")


def game(seed: int) -> dict[str, Any]:
    done = run("demo", "--seed", str(seed), *BOT, "--json")
    assert done.stderr == ""
    document: dict[str, Any] = json.loads(done.stdout)
    del document["seconds"]
    return document


@cache
def transcript(seed: int) -> str:
    """A game as the demo tells it, without a wrapped line; played once for all tests."""
    return run("demo", "--seed", str(seed), *BOT, columns=400).stdout


def test_a_seed_gives_one_game() -> None:
    one = game(7)
    assert list(one) == [
        "seed",
        "players",
        "bots",
        "card_set",
        "rounds",
        "decisions",
        "rpcs",
        "scores",
        "winners",
    ]
    assert (one["seed"], one["players"], one["bots"]) == (7, 2, [BOT[1]] * 2)
    assert one["card_set"] == house_set().digest
    assert {one["scores"][seat] for seat in one["winners"]} == {max(one["scores"])}
    # A deal, the position it gives, an answer for every decision, and a stream for every seat.
    assert one["rpcs"] == 2 + one["decisions"] + 2
    again = json.loads(run_apart("demo", "--seed", "7", *BOT, "--json").stdout)
    assert one == {name: again[name] for name in one}


def test_another_seed_gives_another_game() -> None:
    one, other = (
        transcript(seed)[transcript(seed).index("Setup") : transcript(seed).index("\nseat ")]
        for seed in (1, 2)
    )
    assert one != other


def test_the_game_is_shown_as_it_was_played(tmp_path: Path) -> None:
    record = tmp_path / "game"
    done = run_apart("demo", "--seed", "3", *BOT, "--record", str(record))
    assert done.returncode == 0
    assert done.stderr == ""
    replayed = json.loads(run("replay", str(record), "--json").stdout)
    assert replayed["over"]
    for number in range(1, replayed["rounds"] + 1):
        assert f"Round {number} " in done.stdout
    final = done.stdout[done.stdout.rindex("seat ") :]
    for name, score in zip(("North", "East"), replayed["scores"], strict=True):
        assert re.search(rf"^{name} .* {score}( |$)", final, re.MULTILINE)
    assert f"{len(replayed['actions'])} decisions" in final


def test_every_mission_and_code_that_counts_is_reported() -> None:
    text = transcript(3)
    final = text[text.rindex("seat ") :]
    for name in ("North", "East"):
        row = next(line.split() for line in final.splitlines() if line.startswith(name))
        missions, codes = int(row[2]), int(row[4])
        lines = [line for line in text.splitlines() if line.split()[:1] == [name]]
        assert sum(" completes '" in line for line in lines) == missions
        broken = sum(" breaks C" in line for line in lines)
        used = sum(len(re.findall(r"C\d+ \(", line)) for line in lines if " pays for " in line)
        assert broken - used == codes


def test_a_game_can_be_checked_from_its_first_roll_to_its_last_point() -> None:
    text = transcript(3)
    start, course = text.split("Round 1 ", 1)
    for name in ("North", "East"):
        assert re.search(rf"^ +{name}  The \w+: .*\n +agents in .* and ", start, re.MULTILINE)
        assert re.search(rf"^ +{name}  rolls [1-6 ]{{9}} for the first player", start, re.MULTILINE)
    assert start.count("Cubes of the ") == 2
    assert re.search(r"places first: ", start, re.MULTILINE)
    assert re.search(r"the cipher tiles are [1-6 ]{11} above [1-6 ]{11}$", start, re.MULTILINE)
    assert re.search(r"breaks C\d+ \(.*\), [1-6 ]+, on tiles \d+, ", course)
    assert re.search(r"swaps the \d on tile \d+ with the \d on tile \d+", course)
    ending = course[course.index("The end") :]
    final = ending[ending.rindex("seat ") :]
    for name in ("North", "East"):
        row = next(line.split() for line in final.splitlines() if line.startswith(name))
        added = f"has {row[5]} points: {row[3]} for {row[2]} mission"
        assert re.search(rf"^ +{name}  {added}s? and \d+ for {row[4]} code", ending, re.MULTILINE)
    assert re.search(r"^ +(North|East) wins", ending, re.MULTILINE)
    assert "Last missions" in course
    assert "seat 0" not in text
    assert "seat 1" not in text


def test_whoever_searches_looks_at_the_cards() -> None:
    searcher = ""
    apart = 0
    for seed in (1, 2, 3):
        for line in transcript(seed).splitlines():
            name = line.split(maxsplit=1)[:1]
            if " uses Search " in line:
                searcher = name[0]
            if " looks at " in line:
                assert name == [searcher]
                apart += " uses Search " not in line
    assert apart  # a window came in between


def test_what_happens_stays_while_the_standings_move() -> None:
    with Terminal("demo", "--seed", "3", *BOT) as terminal:
        assert terminal.end() == 0
    assert "missions  points  codes  cards  tokens  dice" in terminal.text
    assert terminal.text.index("Round 1 ") < terminal.text.index("Round 2 ")
    assert "wins" in terminal.text.splitlines()[-3] + terminal.text.splitlines()[-4]


def test_control_c_ends_it_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game"
    with Terminal("demo", "--seed", "3", "--record", str(record)) as terminal:
        terminal.read_until("Round 1 ")
        terminal.read_until("places")
        assert terminal.interrupt() == 130
    assert "Traceback" not in terminal.text
    replayed = json.loads(run("replay", str(record), "--json").stdout)
    assert replayed["actions"]
    assert not replayed["over"]


def test_an_interrupt_without_a_terminal() -> None:
    process = subprocess.Popen(
        [*HEARING, *COMMAND, "demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(PYTHONUNBUFFERED="1"),
    )
    assert process.stdout is not None
    assert any("Round 1" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip() == ""  # Click ends the line in which ^C stands


def test_a_narrow_terminal_is_refused() -> None:
    with Terminal("demo", columns=30) as terminal:
        assert terminal.end() == 2
    assert " ".join(terminal.text.split()) == (
        "covert-bots: the terminal is 30 columns wide; expected at least 60 "
        "(widen it, or send the output to a file)"
    )


def test_mistakes_name_what_was_expected(tmp_path: Path) -> None:
    assert "'ismtcs': there is no such bot; expected one of " in mistake("demo", "--bot", "ismtcs")
    assert "expected a whole number from 1" in mistake("demo", "--bot", "ismcts:iterations=0")
    assert "5 is not in the range 2<=x<=4" in mistake("demo", "--players", "5")
    assert "2 bots for 3 seats" in mistake(
        "demo", "--players", "3", "--bot", "greedy", "--bot", "random"
    )
    assert "-1 is not in the range 0<=x<=18446744073709551615" in mistake("demo", "--seed=-1")
    assert "No such file" in mistake("demo", "--cards", str(tmp_path / "none.toml"))
    assert "No such file" in mistake("demo", "--record", str(tmp_path / "none" / "game"))


@pytest.mark.parametrize("command", [("demo", *BOT), ("play", *BOT)])
def test_a_record_is_not_lost_by_a_second_game(command: tuple[str, ...], tmp_path: Path) -> None:
    record = tmp_path / "game"
    record.write_text("a game")
    line = mistake(*command, "--record", str(record))
    assert f"{record}: the file exists" in line
    assert "--overwrite" in line
    assert record.read_text() == "a game"
    run(*command, "--record", str(record), "--overwrite", stdin="1\n" * 9)
    assert record.read_text().startswith("covert")
