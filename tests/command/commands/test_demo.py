"""`covert-bots demo` plays the same game for the same seed, and shows it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from importlib import resources
from pathlib import Path

import pytest
from command.shell import COMMAND, HEARING, Terminal, document, environment, mistake, run
from command.small_games import BOT, DEMO, Demo

from covert_engine.covert import house_set

CARDS = resources.files("covert_engine.covert.cards")


def test_a_seed_gives_one_game(demo: Demo) -> None:
    played = document(*DEMO)
    assert played.pop("seconds") > 0
    names = "game seed players bots card_set setup rounds decisions rpcs scores winners"
    assert " ".join(played) == names
    assert played["game"] == "covert"
    assert (played["seed"], played["players"], played["bots"]) == (3, 2, [BOT[1]] * 2)
    assert (played["card_set"], played["setup"]) == (house_set().digest, {})
    assert {played["scores"][seat] for seat in played["winners"]} == {max(played["scores"])}
    # A deal, the position it gives, an answer for every decision, and a stream for every seat.
    assert played["rpcs"] == 2 + played["decisions"] + 2
    again = document("replay", demo.record)
    assert played["decisions"] == len(again["actions"])
    for name in ("seed", "players", "card_set", "rounds", "scores", "winners"):
        assert played[name] == again[name]


def test_the_game_is_shown_as_it_was_played(demo: Demo) -> None:
    replayed = document("replay", demo.record)
    assert replayed["over"]
    for number in range(1, replayed["rounds"] + 1):
        assert f"Round {number} " in demo.shown
    final = demo.shown[demo.shown.rindex("seat ") :]
    for name, score in zip(("North", "East"), replayed["scores"], strict=True):
        assert re.search(rf"^{name} .* {score}( |$)", final, re.MULTILINE)
    assert f"{len(replayed['actions'])} decisions" in final


def test_every_mission_and_code_that_counts_is_reported(demo: Demo) -> None:
    text = demo.shown
    final = text[text.rindex("seat ") :]
    for name in ("North", "East"):
        row = next(line.split() for line in final.splitlines() if line.startswith(name))
        missions, codes = int(row[2]), int(row[4])
        lines = [line for line in text.splitlines() if line.split()[:1] == [name]]
        assert sum(" completes '" in line for line in lines) == missions
        broken = sum(" breaks C" in line for line in lines)
        used = sum(len(re.findall(r"C\d+ \(", line)) for line in lines if " pays for " in line)
        assert broken - used == codes


def test_a_game_can_be_checked_from_its_first_roll_to_its_last_point(demo: Demo) -> None:
    text = demo.shown
    start, course = text.split("Round 1 ", 1)
    for name in ("North", "East"):
        assert re.search(rf"^ +{name}  The \w+: .*\n +agents in .* and ", start, re.MULTILINE)
        assert re.search(rf"^ +{name}  rolls [1-6 ]{{9}} to decide who starts", start, re.MULTILINE)
    assert start.count("Cubes of the ") == 2
    assert re.search(r"places first: ", start, re.MULTILINE)
    assert re.search(r"The cipher tiles are [1-6 ]{11} above [1-6 ]{11}$", start, re.MULTILINE)
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


def test_a_table_plays_by_what_it_chooses(tmp_path: Path) -> None:
    record = tmp_path / "game"
    chosen = (
        *("--option", "distinct_agents=off", "--option", "swaps_first=True"),
        *("--characters", "3,the cryptographer", "--first-player", "1"),
    )
    seeded = ("demo", "--seed", "3", "--bot", "flat:iterations=1")
    shown = run(*seeded, *chosen, "--record", str(record), columns=400).stdout
    assert shown.splitlines()[1:4] == [
        "Setup: distinct_agents off; characters The Courier and The Cryptographer; first_player 1",
        "  North: flat:iterations=1",
        "  East: flat:iterations=1",
    ]
    assert re.search(r"Roll and place\n +North +rolls .*\n +East +rolls .*\n +East +places", shown)
    text = record.read_text()
    for line in ("distinct_agents: false", "swaps_first: true", "characters: 3 1"):
        assert f"\n{line}\n" in text
    assert "\nfirst_player: 1\n" in text
    replayed = document("replay", str(record))
    assert replayed["over"]
    assert replayed["options"]["distinct_agents"] is False
    assert (replayed["characters"], replayed["first_player"]) == ([3, 1], 1)


@pytest.mark.parametrize("command", ["demo", "play", "arena run --bots greedy,random"])
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            "--option distinct_agent=off",
            "--option: unknown option 'distinct_agent'; did you mean 'distinct_agents'?",
        ),
        (
            "--option swaps_first",
            "--option: 'swaps_first' has no value; expected on or off, as in swaps_first=on",
        ),
        ("--option swaps_first=no", "--option: swaps_first: 'no'; expected on or off"),
        (
            "--option swaps_first=on --option swaps_first=off",
            "--option: swaps_first is given twice; expected once",
        ),
        (
            "--characters Curier,1",
            "--characters: 'Curier' is not in 'House set'; did you mean 'The Courier'?",
        ),
        ("--characters 1", "--characters: 1 of them; expected 2, one for each seat"),
        (
            "--characters 1,7",
            "--characters: 7; expected a name, or a number from 1 to 6",
        ),
        ("--characters 4,4", "--characters: 'The Fence' has two seats; expected all different"),
        ("--first-player 2", "--first-player: 2, in a game for 2; expected a seat, 0 to 1"),
    ],
)
def test_what_no_table_can_choose_is_named(command: str, arguments: str, line: str) -> None:
    shown = mistake(*command.split(), *arguments.split())
    assert shown.startswith(line)


def test_an_option_that_a_card_set_cannot_have_is_named(tmp_path: Path) -> None:
    """The set has two rows of four tiles, and a code of five numbers."""
    cards = tmp_path / "bending.toml"
    text = (
        (CARDS / "data" / "house.toml")
        .read_text(encoding="utf-8")
        .replace("codes_bend = false", "codes_bend = true")
    )
    text = text.replace("numbers = [1, 4, 3]", "numbers = [1, 4, 3, 2, 5]")
    cards.write_text(f"tiles = [2, 2, 1, 1, 1, 1]\n{text}", encoding="utf-8")
    assert mistake("demo", "--cards", str(cards), "--option", "codes_bend=off") == (
        "--option: codes_bend: false does not go with 'House set': code C1: 5 numbers; expected at "
        "most 4, the tiles of a row, unless the option codes_bend is true"
    )


def test_the_player_of_a_search_looks_at_the_cards(demo: Demo) -> None:
    searcher = ""
    windows_between = 0
    for line in demo.shown.splitlines():
        name = line.split(maxsplit=1)[:1]
        if " uses Search " in line:
            searcher = name[0]
        if " looks at " in line:
            assert name == [searcher]
            windows_between += " uses Search " not in line
    assert windows_between


def test_what_happens_stays_while_the_standings_move(demo: Demo) -> None:
    """Events stay on the screen at a terminal, as they do without one."""
    with Terminal(*DEMO, columns=400) as terminal:
        assert terminal.end() == 0
    events = [line.strip() for line in demo.course.splitlines() if " places " in line]
    assert len(events) > 50
    at = 0
    for event in events:
        at = terminal.text.index(event, at) + len(event)
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
    _, errors = process.communicate(timeout=60)
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
    assert "5; expected a whole number from 2 to 4" in mistake("demo", "--players", "5")
    assert "2 bots for 3 seats" in mistake(
        "demo", "--players", "3", "--bot", "greedy", "--bot", "random"
    )
    assert "-1; expected a whole number from 0 to 18446744073709551615" in mistake(
        "demo", "--seed=-1"
    )
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


def test_a_record_may_be_written_over_a_file(demo: Demo, tmp_path: Path) -> None:
    assert Path(demo.record).read_text().startswith("covert")
    record = tmp_path / "game"
    record.write_text("a game")
    run("play", *BOT, "--record", str(record), "--overwrite", stdin="1\n" * 9)
    assert record.read_text().startswith("covert")
