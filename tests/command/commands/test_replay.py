"""`covert-bots replay` steps through recorded games."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from arena.tournaments import plan_of
from arena.tournaments import run as play
from command.shell import COMMAND, Terminal, document, mistake, run, run_apart
from command.small_games import Demo

from covert_bots.arena.ledger import Ledger
from covert_command.covert.replay import ReplayedCovert
from covert_command.games.kept_game import marks_in
from covert_command.games.reel import HELP
from covert_engine.covert import Record, State, compile, format_action, house_set


def test_it_tells_the_game_as_the_demo_did(demo: Demo) -> None:
    assert demo.course in run_apart("replay", demo.record, columns=400).stdout


def test_json_is_the_game(demo: Demo) -> None:
    path = demo.record
    document = json.loads(run("replay", path, "--json").stdout)
    cards = house_set()
    record = Record.parse(Path(path).read_text(), cards)
    state = record.replay(compile(cards))
    assert document["seed"] == 3
    assert document["card_set"] == cards.digest
    assert len(document["actions"]) == len(record.actions)
    assert document["scores"] == list(state.scores())
    assert document["winners"] == list(state.winners())
    assert document["rounds"] == state.round


def test_json_of_a_seat_is_what_it_saw(demo: Demo) -> None:
    path = demo.record
    text = run("replay", path, "--json", "--seat", "1").stdout
    document = json.loads(text)
    whole = json.loads(run("replay", path, "--json").stdout)
    assert set(whole) - set(document) == {"seed", "actions", "microseconds", "iterations"}
    assert document["seat"] == 0
    assert all(document[key] == whole[key] for key in ("card_set", "players", "scores", "winners"))

    # Its own actions, and no other's.
    cards = compile(house_set())
    record = Record.parse(Path(path).read_text(), cards.source)
    state = State.deal(cards, record.players, record.seed)
    own = []
    for action in record.actions:
        if state.actor == 0:
            own.append(format_action(action, cards))
        state.play(action)
    moments = document["moments"]
    assert [moment["action"] for moment in moments if "action" in moment] == own
    words = [event["words"] for moment in moments for event in moment["events"]]
    assert "East puts a mission under the mission deck" in words
    returned = house_set().missions[int(own[0].removeprefix("return M")) - 1].title
    assert f"North puts '{returned}' under the mission deck" in words


def test_games_that_a_seat_cannot_tell_apart_are_the_same_json(tmp_path: Path) -> None:
    """Two games of one deal: in the second, seat 1 has put another mission back."""
    cards = compile(house_set())
    documents, truths = [], []
    for other in (0, 1):
        state = State.deal(cards, 2, 7)
        actions = []
        for number in (0, other):
            actions.append(state.legal_actions()[number])
            state.play(actions[-1])
        record = Record(cards.digest.hex(), 2, 7, cards.options, tuple(actions))
        file = tmp_path / f"game{other}"
        file.write_text(record.format(cards.source))
        documents.append(run("replay", str(file), "--json", "--seat", "1").stdout)
        truths.append(run("replay", str(file), "--json").stdout)
    assert truths[0] != truths[1]
    assert documents[0] == documents[1]
    assert json.loads(documents[0])["moments"]


def test_json_is_the_whole_game_and_no_position(demo: Demo, tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    wanted = "--at cannot be used with --json, which prints the whole game"
    assert mistake("replay", demo.record, "--at", "3", "--json") == wanted
    at = ("--at", "3", "--save", str(view))
    assert mistake("replay", demo.record, *at, "--json") == wanted
    assert not view.exists()


def test_why_a_seat_forfeits_is_shown_to_no_other(tmp_path: Path) -> None:
    """It can name what that seat held."""
    path = str(tmp_path / "games.ledger")
    with Ledger(path) as ledger:
        play(plan_of("badly_behaved:raises", "greedy:worlds=1", blocks=1), ledger)
    forfeit = document("replay", path, "0.0")["forfeit"]
    assert forfeit["detail"] == "RuntimeError: no idea what to do"
    for seat, shown in ((forfeit["seat"], True), (1 - forfeit["seat"], False)):
        of_seat = ("replay", path, "0.0", "--seat", str(seat + 1))
        assert document(*of_seat)["forfeit"] == (forfeit if shown else {**forfeit, "detail": ""})
        words = " ".join(run(*of_seat).stdout.split())
        assert "failed with an error" in words
        assert ("no idea what to do" in words) is shown


def test_a_view_is_saved_over_no_file(demo: Demo) -> None:
    path = demo.record
    before = Path(path).read_text()
    exists = f"{path}: the file exists; choose another name"
    assert mistake("replay", path, "--at", "3", "--save", path) == exists
    assert Path(path).read_text() == before


def test_a_seat_is_shown_what_it_saw(demo: Demo) -> None:
    path = demo.record
    printed = run("replay", path, "--seat", "2").stdout
    assert "North  puts a mission under the mission deck" in printed
    assert "East  puts '" in printed


def test_its_help_has_room_on_a_line() -> None:
    assert max(map(len, HELP.splitlines())) < 80


def test_steps_forth_and_back(demo: Demo) -> None:
    path = demo.record
    with Terminal("replay", path, rows=100) as terminal:
        at = terminal.read_until("0/")
        terminal.type("")
        at = terminal.read_until("North  puts '", at)
        at = terminal.read_until("1/", at)
        terminal.type("r")
        at = terminal.read_until("Round 1 ", at)
        terminal.type("r")
        at = terminal.read_until("Round 2 ", at)
        terminal.type("1")
        at = terminal.read_until("Setup | East to return a mission", at)
        at = terminal.read_until("Next: East puts '", at)
        at = terminal.read_until("1/", at)
        terminal.type("b")
        at = terminal.read_until("0/", at)
        terminal.type("t")
        at = terminal.read_until("North to return a mission", at)
        terminal.type("what?")
        at = terminal.read_until("Enter: next decision", at)
        terminal.type("q")
        assert terminal.end() == 0


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the file of a game in which a person has taken a few turns, in the second seat."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "own"
    game = ("--seed", "7", "--bot", "greedy:worlds=1", "--seat", "2", "--record", str(file))
    quick = ("--adviser", "ismcts:iterations=20")
    assert run("play", *game, *quick, stdin="do hint\n" * 9 + "quit\n").returncode == 0
    return str(file)


def test_ones_own_game_is_seen_from_ones_own_seat(own: str) -> None:
    for at in range(8):
        shown = run("replay", own, "--at", str(at)).stdout
        assert "East, you: " in shown
        assert "North, you: " not in shown


def test_a_game_is_gone_through_with_hints_and_played_on(own: str, tmp_path: Path) -> None:
    with Terminal("replay", own, rows=24, columns=80) as terminal:
        at = terminal.read_until("0/")
        terminal.type("1")
        at = terminal.read_until("Enter for more, q to stop ", at)
        terminal.type("h")  # is not lost
        at = terminal.read_until("The turn: ", at)
        at = terminal.read_until("Enter for more, q to stop ", at)
        terminal.type("q")
        at = terminal.read_until("1/", at)
        terminal.type("p")
        at = terminal.read_until("You play on from here", at)
        at = terminal.read_until("East> ", at)
        terminal.type("quit")
        terminal.read_until("(y or n) ", at)
        terminal.type("y")
        assert terminal.end() == 0
    (begun,) = (tmp_path / "covert-bots" / "games").iterdir()
    assert "seats: greedy:worlds=1; you\n" in begun.read_text(encoding="utf-8")
    assert Path(own).read_text(encoding="utf-8") != begun.read_text(encoding="utf-8")


def test_a_game_that_is_played_on_keeps_the_marks_of_hints(own: str, tmp_path: Path) -> None:
    marks = marks_in(Path(own))
    last = max(marks)
    replayed = ReplayedCovert(own, None, house_set())
    begun = tmp_path / "begun"
    begun.write_text(replayed.text_until(last, replayed.seats or ()), encoding="utf-8")
    assert marks_in(begun) == {place: by for place, by in marks.items() if place < last} != {}


def test_the_next_mistake_is_found(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [
        sys.executable,
        "-c",
        "import functools, covert_command.covert.replay as replay; "
        "from covert_command import main; "
        "replay.reviewed = functools.partial(replay.reviewed, iterations=20); main()",
    ]
    with Terminal("replay", own, rows=200, columns=80, command=command) as terminal:
        at = terminal.read_until("0/")
        terminal.type("next mistake")
        at = terminal.read_until_one("This cost about ", "There is no mistake after", after=at)
        terminal.read_until("> ", at)
        terminal.type("q")
        assert terminal.end() == 0


def test_a_position_stops_where_the_screen_is_full(demo: Demo) -> None:
    with Terminal("replay", demo.record, "--at", "100", rows=24) as terminal:
        at = terminal.read_until("Enter for more, q to stop ")
        assert terminal.text.count("\n") <= 24  # and the prompt, below the line with the seats
        terminal.type("")
        at = terminal.read_until_one("Enter for more, q to stop ", "Next: ", after=at)
        while "Next: " not in terminal.text:
            terminal.type("")
            at = terminal.read_until_one("Enter for more, q to stop ", "Next: ", after=at)
        assert terminal.end() == 0


def test_a_view_of_any_decision_can_be_saved(demo: Demo, tmp_path: Path) -> None:
    path = demo.record
    view = tmp_path / "view.json"
    shown = run("replay", path, "--at", "40", "--save", str(view))
    assert "Round " in shown.stdout
    answer = json.loads(run("suggest", str(view), "--bot", "greedy", "--json").stdout)
    played = json.loads(run("replay", path, "--json").stdout)["actions"]
    legal = {move["action"]["text"] for move in answer["suggestion"]["moves"]}
    assert played[40] in legal


def test_the_view_of_another_seat_is_not_saved(demo: Demo, tmp_path: Path) -> None:
    """`suggest` could say nothing about it."""
    played = json.loads(run("replay", demo.record, "--json").stdout)["actions"]
    view = tmp_path / "view.json"
    saves = ("--save", str(view))
    said = {}
    for seat in ("1", "2"):
        done = run("replay", demo.record, "--at", "40", "--seat", seat, *saves)
        said[done.returncode] = done.stderr
    assert re.fullmatch(
        r"covert-bots: --seat: [12]; expected [12], since there (North|East) decides\n", said[2]
    )
    assert run("suggest", str(view), "--bot", "random").returncode == 0
    end = mistake("replay", demo.record, "--at", str(len(played)), *saves)
    assert end.startswith("--at: the game is over there; expected an earlier decision")


def test_mistakes_name_what_was_expected(demo: Demo, tmp_path: Path) -> None:
    path = demo.record
    assert "No such file" in mistake("replay", str(tmp_path / "none"))
    assert "--seat: 3, in a game for 2" in mistake("replay", path, "--seat", "3")
    assert "--at: 99999, in a game of " in mistake("replay", path, "--at", "99999")
    broken = tmp_path / "broken"
    broken.write_text(Path(path).read_text() + "place 9 movement\n")
    assert mistake("replay", str(broken)).startswith(f"{broken}: line ")
    broken.write_text(Path(path).read_text().replace("seed: 3", "seed: 4"))
    assert re.match(rf"{broken}: line \d+: action ", mistake("replay", str(broken)))
    broken.write_bytes(b"\xff")
    assert mistake("replay", str(broken)).startswith(f"{broken}: ")


def test_input_that_is_closed_is_input_that_has_ended(demo: Demo, tmp_path: Path) -> None:
    def without_input(*arguments: str) -> subprocess.CompletedProcess[str]:
        shell = f"{shlex.join([*COMMAND, *arguments])} <&-"
        return subprocess.run(shell, shell=True, capture_output=True, text=True)

    replayed = without_input("replay", demo.record)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    played = without_input("play", "--bot", "random", "--record", str(tmp_path / "game"))
    assert (played.returncode, played.stderr) == (0, "")
    done = without_input("suggest", "-")
    assert done.returncode == 2
    assert done.stderr.startswith("covert-bots: -: ")
    assert len(done.stderr.splitlines()) == 1
