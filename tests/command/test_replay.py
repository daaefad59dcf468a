"""`covert-bots replay` steps through recorded games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command.running import Terminal, mistake, run

from covert_engine.covert import Record, compile, house_set


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The record of a demo, and what the demo showed."""
    path = str(tmp_path_factory.mktemp("games") / "game")
    shown = run("demo", "--seed", "5", "--bot", "ismcts:iterations=20", "--record", path)
    return path, shown.stdout


def test_it_tells_the_game_as_the_demo_did(demo: tuple[str, str]) -> None:
    path, shown = demo
    told = run("replay", path).stdout
    course = shown[shown.index("Setup") : shown.index("\nseat ")]
    assert course in told


def test_json_is_the_game(demo: tuple[str, str]) -> None:
    path, _ = demo
    document = json.loads(run("replay", path, "--json").stdout)
    cards = house_set()
    record = Record.parse(Path(path).read_text(), cards)
    state = record.replay(compile(cards))
    assert document["seed"] == 5
    assert document["card_set"] == cards.digest
    assert len(document["actions"]) == len(record.actions)
    assert document["scores"] == list(state.scores())
    assert document["winners"] == list(state.winners())
    assert document["rounds"] == state.round


def test_a_seat_is_told_what_it_saw(demo: tuple[str, str]) -> None:
    path, _ = demo
    told = run("replay", path, "--seat", "1").stdout
    assert "North  puts a mission under the mission deck" in told
    assert "East  puts '" in told


def test_steps_forth_and_back(demo: tuple[str, str]) -> None:
    path, _ = demo
    with Terminal("replay", path) as terminal:
        at = terminal.read_until("0/")
        terminal.type("")
        at = terminal.read_until("North  puts '", at)
        at = terminal.read_until("1/", at)
        terminal.type("r")
        at = terminal.read_until("Round 1 ", at)
        terminal.type("r")
        at = terminal.read_until("Round 2 ", at)
        terminal.type("1")
        at = terminal.read_until("Round 0 | setup | East to return a mission", at)
        at = terminal.read_until("1/", at)
        terminal.type("b")
        at = terminal.read_until("0/", at)
        terminal.type("t")
        at = terminal.read_until("North to return a mission", at)
        terminal.type("what?")
        at = terminal.read_until("Enter: next decision", at)
        terminal.type("q")
        assert terminal.end() == 0


def test_a_view_of_any_decision_can_be_saved(demo: tuple[str, str], tmp_path: Path) -> None:
    path, _ = demo
    view = tmp_path / "view.json"
    shown = run("replay", path, "--at", "40", "--save", str(view))
    assert "Round " in shown.stdout
    answer = json.loads(run("suggest", str(view), "--bot", "greedy", "--json").stdout)
    played = json.loads(run("replay", path, "--json").stdout)["actions"]
    legal = {move["action"]["text"] for move in answer["suggestion"]["moves"]}
    assert played[40] in legal


def test_mistakes_name_what_was_expected(demo: tuple[str, str], tmp_path: Path) -> None:
    path, _ = demo
    assert "No such file" in mistake("replay", str(tmp_path / "none"))
    assert "--seat: 2 in a game of 2" in mistake("replay", path, "--seat", "2")
    assert "--at: 99999 in a game of " in mistake("replay", path, "--at", "99999")
    broken = tmp_path / "broken"
    broken.write_text(Path(path).read_text() + "place 9 movement\n")
    assert mistake("replay", str(broken)).startswith(f"{broken}: line ")
    broken.write_text(Path(path).read_text().replace("seed: 5", "seed: 6"))
    assert mistake("replay", str(broken)).startswith(f"{broken}: action ")
    broken.write_bytes(b"\xff")
    assert mistake("replay", str(broken)).startswith(f"{broken}: ")
