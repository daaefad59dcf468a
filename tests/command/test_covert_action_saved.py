"""Games and views of Covert Action in files, which say their game: `replay`, `suggest`, `load`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from command.shell import Terminal, document, mistake, run

from covert_engine.covert_action import Record, State

DEMO = ("demo", "--game", "covert-action", "--players", "6", "--seed", "3", "--bot", "greedy")
BOT = """
class Last:
    def choose(self, view, seed):
        return view.legal_actions()[-1]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the record of a game of six."""
    path = str(tmp_path_factory.mktemp("demo") / "game")
    assert run(*DEMO, "--record", path).returncode == 0
    return path


@pytest.fixture
def view(game: str, tmp_path: Path) -> str:
    """Return a view of a seat that is to speak."""
    path = str(tmp_path / "view.json")
    assert run("replay", game, "--at", "3", "--save", path).returncode == 0
    return path


def record_in(path: str) -> Record:
    return Record.parse(Path(path).read_text(encoding="utf-8"))


# Replay.


def test_it_tells_the_game_as_the_demo_did(game: str) -> None:
    told = run("replay", game, columns=120).stdout
    shown = run(*DEMO, columns=120).stdout
    course = shown[shown.index("\nRound 1 ") : shown.rindex("\n\n")]
    assert course in told


def test_json_is_the_game(game: str) -> None:
    replayed, record = document("replay", game), record_in(game)
    state = record.replay()
    assert replayed["game"] == "covert-action"
    assert replayed["settings"] == record.settings.fields()
    assert len(replayed["actions"]) == len(record.actions)
    assert (replayed["scores"], replayed["winners"]) == (state.scores(), state.winners())
    assert (replayed["rounds"], replayed["seed"]) == (state.round, 3)


def test_json_of_a_seat_is_what_it_saw(game: str) -> None:
    """It has the seat's own actions, each apart from what came of the window, and no type of
    another's card."""
    replayed, record = document("replay", game, "--seat", "2"), record_in(game)
    assert set(document("replay", game)) - set(replayed) == {
        *("seed", "actions", "microseconds", "iterations")
    }
    state, own = State.deal(record.settings, record.seed), []
    for action in record.actions:
        if state.actor == 1:
            own.append(state.legal_texts()[state.legal_actions().index(action)])
        state.play(action)
    moments = replayed["moments"]
    assert [moment["action"] for moment in moments if "action" in moment] == own
    chosen = [
        moment for moment in moments if moment.get("action", "").startswith(("hold", "shoot"))
    ]
    assert chosen
    assert all(not moment["events"] for moment in chosen)
    plans = [
        event for moment in moments for event in moment["events"] if "plan" in event["covertAction"]
    ]
    assert {event["seat"] for event in plans} <= {1}


def test_a_seat_is_shown_its_own_card_alone(game: str) -> None:
    shown = run("replay", game, "--seat", "2", columns=120).stdout
    dealt = shown[shown.index("Round 1 ") : shown.index("Beat 1")]
    roles = re.findall(r"Sniper|Cleaner|Mole|Bodyguard", dealt)
    assert len(roles) == 1
    assert re.search(rf"\b2 {roles[0]}\b", dealt)


def test_steps_forth_and_back_a_window_at_a_time(game: str) -> None:
    with Terminal("replay", game, rows=100) as terminal:
        at = terminal.read_until("0/")
        terminal.type("")  # the deal
        at = terminal.read_until("> ", at)
        terminal.type("")  # all that is said
        at = terminal.read_until("> ", at)
        terminal.type("")  # the window
        at = terminal.read_until_one("The window closes", " shoots Seat ", after=at)
        at = terminal.read_until("> ", at)
        terminal.type("b")
        at = terminal.read_until("6/", at)
        terminal.type("t")
        at = terminal.read_until("Round 1, beat 1 of 4 | Seat ", at)
        at = terminal.read_until("Next, Seat ", at)
        terminal.type("q")
        assert terminal.end() == 0


def test_a_game_of_a_ledger_is_shown(tmp_path: Path) -> None:
    ledger = str(tmp_path / "games.ledger")
    plan = ("--game", "covert-action", "--bots", "greedy,random", "--players", "4", "--blocks", "2")
    assert run("arena", "run", *plan, "--workers", "1", "--ledger", ledger).returncode == 0
    shown = run("replay", ledger, "1.1").stdout
    assert shown.startswith("Seat 1: ")
    assert re.search(r"^seat +bot +P +L +A +N +types +cards", shown, re.MULTILINE)
    replayed = document("replay", ledger, "1.1")
    assert len(replayed["microseconds"]) == len(replayed["actions"])
    assert set(replayed["seats"]) == {"greedy", "random"}


def test_mistakes_of_replay_name_what_was_expected(game: str, tmp_path: Path) -> None:
    assert mistake("replay", game, "--seat", "7") == "--seat: 7, in a game for 6; expected 1 to 6"
    assert mistake("replay", game, "--seat", "0") == (
        "--seat: 0; expected a whole number from 1 to 14 (see covert-bots replay --help)"
    )
    assert "--at: 9999, in a game of " in mistake("replay", game, "--at", "9999")
    broken = tmp_path / "broken"
    broken.write_text(Path(game).read_text().replace("deadline: order", "deadline: never"))
    assert mistake("replay", str(broken)).startswith(f"{broken}: deadline: 'never'; expected")
    broken.write_text(Path(game).read_text() + "urge 3\n")
    assert mistake("replay", str(broken)).startswith(f"{broken}: ")
    first = {"1", "2", "3", "4", "5", "6"} - {str(record_decider(game) + 1)}
    said = mistake("replay", game, "--at", "0", "--seat", min(first), "--save", str(tmp_path / "v"))
    assert re.fullmatch(r"--seat: \d; expected \d, since there Seat \d decides", said)


def record_decider(game: str) -> int:
    record = record_in(game)
    seat = State.deal(record.settings, record.seed).actor
    assert seat is not None
    return seat


# Suggest.


def test_a_view_says_itself_which_game_it_is_of(view: str, server: str) -> None:
    answer = document("suggest", view, "--bot", "ismcts:iterations=50")
    assert answer["suggestion"]["iterations"] == "50"
    assert len(answer["suggestion"]["covertAction"]["seats"]) == 6
    there = document("suggest", view, "--bot", "ismcts:iterations=50", "--server", server)
    assert there["suggestion"] == answer["suggestion"]


@pytest.mark.parametrize("columns", [80, 120])
def test_the_advice_has_beliefs_and_the_reason(view: str, columns: int) -> None:
    shown = run("suggest", view, "--bot", "ismcts:iterations=50", columns=columns).stdout
    answer = document("suggest", view, "--bot", "ismcts:iterations=50")["suggestion"]
    assert answer["covertAction"]["reason"] in " ".join(shown.split())
    rows = re.findall(r"^[> ] ?(\d+) +(?:Red|Blue) +([\d%\s-]+)$", shown, re.MULTILINE)
    assert len(rows) == 6
    for (number, figures), seat in zip(rows, answer["covertAction"]["seats"], strict=True):
        wins = answer["covertAction"]["winProbability"][int(number) - 1]
        wanted = [f"{role['probability']:.0%}" for role in seat["roles"]]
        assert figures.split()[:4] == wanted
        assert figures.split()[-1] == f"{wins:.0%}"
    assert max(map(len, shown.splitlines())) <= columns
    assert ("am mole" in shown) == (columns == 120)


def test_a_bot_of_ones_own_is_asked(
    view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "bots_of_action.py").write_text(BOT)
    answer = document("suggest", view, "--bot", "bots_of_action:Last")
    assert answer["action"] == "urge 6"
    assert "Say to shoot Seat 6" in run("suggest", view, "--bot", "bots_of_action:Last").stdout


def test_mistakes_of_suggest_name_what_was_expected(view: str, tmp_path: Path) -> None:
    said = mistake("suggest", view, "--bot", "gredy")
    assert said.startswith("--bot: 'gredy': there is no such bot; expected one of random, greedy")
    wrong = json.loads(Path(view).read_text())
    wrong["covertAction"]["round"] = 99
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    assert "view.covert_action.round: 99" in mistake("suggest", str(path))
    expected = "--hands: Covert Action has none; expected a view of Covert"
    assert mistake("suggest", view, "--hands") == expected


# Load.


def test_a_server_is_loaded_with_positions_of_the_game() -> None:
    brief = ("--seconds", "1", "--bot", "random", "--deadline", "5000")
    result = document("load", "--game", "covert-action", "--players", "9", "--rate", "20", *brief)
    assert result["calls"] == result["answered"] == 20
    assert mistake("load", "--game", "covert-action", "--players", "3").startswith(
        "--players: 3; expected a whole number from 4 to 14"
    )
