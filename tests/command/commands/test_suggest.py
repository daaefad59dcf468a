"""`covert-bots suggest` ranks the moves of saved views, with and without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command.shell import REPOSITORY, mistake, run, run_apart

VIEWS = sorted((REPOSITORY / "examples" / "views").glob("*.json"))
OTHERS = next(  # not of seat 0
    path for path in VIEWS if "seat" in json.loads(path.read_text())["covert"]
)
PLACE = next(path for path in VIEWS if path.stem == "place")
QUICK = ("--bot", "ismcts:iterations=50")


def changed(path: Path, tmp_path: Path, **fields: Any) -> str:
    """Return a saved view with some fields replaced, in a file."""
    view = json.loads(path.read_text())
    changed_path = tmp_path / "changed.json"
    changed_path.write_text(json.dumps({"covert": {**view["covert"], **fields}}))
    return str(changed_path)


@pytest.mark.parametrize("view", VIEWS, ids=lambda path: path.stem)
def test_every_saved_view_is_answered(view: Path) -> None:
    done = run("suggest", str(view), *QUICK, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answer = json.loads(done.stdout)["suggestion"]
    assert answer["iterations"] == "50"
    assert sum(int(move["visits"]) for move in answer["moves"]) == 50
    assert answer["turnInWords"].endswith(".")


@pytest.mark.parametrize("columns", [80, 120])
def test_the_ranking_has_the_chances_and_the_turn(columns: int) -> None:
    done = run("suggest", str(OTHERS), *QUICK, columns=columns)
    answer = json.loads(run("suggest", str(OTHERS), *QUICK, "--json").stdout)["suggestion"]
    head, *lines = done.stdout.splitlines()
    rows = [line for line in lines if re.match(r" *\d+  ", line)]  # and not what they go on in
    wide = ["move"] if columns == 120 else []
    assert head.split() == ["rank", "score", "win", "visits", "value", *wide, "in", "words"]
    seat = json.loads(OTHERS.read_text())["covert"]["seat"]
    for number, (row, move) in enumerate(zip(rows, answer["moves"][:10], strict=False), 1):
        score, win = "-", "-"
        if move["winProbability"]:
            score = f"{move['expectedScore'][seat]:.1f}"
            win = f"{move['winProbability'][seat]:.0%}"
        visits = int(move["visits"])
        value = f"{max(0.0, move['lowerBound']):.3f}" if visits else "-"
        shown = [word for word in row.split() if word != "≈"]
        assert shown[:5] == [str(number), score, win, str(visits), value]
        assert not wide or move["action"]["text"] in row
    assert answer["turnInWords"] in " ".join(done.stdout.split())
    assert "Chances to win against equals: North " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= columns


def test_it_says_why_and_what_others_may_hold() -> None:
    done = run("suggest", str(PLACE), *QUICK, "--hands", columns=120)
    wanted = json.loads(run("suggest", str(PLACE), *QUICK, "--hands", "--json").stdout)
    hint = wanted["suggestion"]["covert"]
    shown = " ".join(done.stdout.split())
    assert f"Why: {hint['reasons']['text']}" in shown
    for hand in hint["hands"]:
        name = ("North", "East", "South", "West")[hand["seat"]]
        line = shown.partition(f"{name} may hold: ")[2]
        for kind in ("missions", "codes"):
            if hand[kind]:
                assert f"{hand[kind][0]['share']:.0%}" in line
    assert "may hold" not in run("suggest", str(PLACE), *QUICK).stdout


def test_a_server_gives_the_same_answer(server: str) -> None:
    here = json.loads(run("suggest", str(VIEWS[0]), *QUICK, "--json").stdout)
    there = json.loads(run("suggest", str(VIEWS[0]), *QUICK, "--json", "--server", server).stdout)
    assert here["suggestion"] == there["suggestion"]


def test_a_server_says_which_bots_it_has(server: str) -> None:
    said = mistake("suggest", str(VIEWS[0]), "--bot", "nobody", "--server", server)
    assert said.startswith("bot: 'nobody': there is no such bot; expected one of random, ")


def test_the_view_may_come_from_standard_input() -> None:
    done = run_apart("suggest", "-", *QUICK, stdin=VIEWS[0].read_text())
    assert done.stderr == ""
    assert done.stdout == run("suggest", str(VIEWS[0]), *QUICK).stdout


def test_a_view_from_standard_input_may_begin_with_a_byte_order_mark() -> None:
    done = run("suggest", "-", *QUICK, stdin=f"\ufeff{VIEWS[0].read_text()}")
    assert done.stderr == ""
    assert done.stdout == run("suggest", str(VIEWS[0]), *QUICK).stdout


def test_all_moves_on_demand() -> None:
    ten = run("suggest", str(VIEWS[0]), *QUICK).stdout
    everything = run("suggest", str(VIEWS[0]), *QUICK, "--all").stdout
    answer = json.loads(run("suggest", str(VIEWS[0]), *QUICK, "--json").stdout)["suggestion"]
    left = len(answer["moves"]) - 10
    assert f"and {left} more moves" in ten
    assert "more move" not in everything
    assert all(move["action"]["text"] in everything for move in answer["moves"])


def test_limits_are_named_in_the_answer() -> None:
    done = run("suggest", str(VIEWS[0]), "--bot", "ismcts", "--seconds", "0.05", "--json")
    assert json.loads(done.stdout)["suggestion"]["stopReason"] == "STOP_REASON_TIME"
    done = run("suggest", str(VIEWS[0]), "--bot", "ismcts", "--iterations", "7", "--json")
    assert json.loads(done.stdout)["suggestion"]["iterations"] == "7"


@pytest.mark.parametrize(
    ("words", "iterations", "reason"),
    [
        ((), 2000, "ITERATIONS"),
        (("--iterations", "2500"), 2500, "ITERATIONS"),
        (("--bot", "ismcts:iterations=40", "--iterations", "2500"), 40, "ITERATIONS"),
        (("--iterations", "30"), 30, "ITERATIONS"),
        (("--seconds", "3"), None, "TIME"),
    ],
    ids=["none", "more", "of the bot", "fewer", "time"],
)
def test_a_limit_replaces_that_of_the_bot_asked_by_default(
    words: tuple[str, ...], iterations: int | None, reason: str
) -> None:
    """It is added to the limits of a bot that the user names."""
    answer = json.loads(run("suggest", str(VIEWS[0]), *words, "--json").stdout)["suggestion"]
    assert answer["stopReason"] == f"STOP_REASON_{reason}"
    assert iterations is None or answer["iterations"] == str(iterations)


def test_problems_of_a_view_name_the_field(tmp_path: Path) -> None:
    view = VIEWS[0]
    assert "view.covert.round: " in mistake("suggest", changed(view, tmp_path, round=61))
    empty = mistake("suggest", changed(view, tmp_path, cardSet=""))
    assert "view.covert.card_set: is empty" in empty
    assert "'12ab' is not known here" in mistake("suggest", changed(view, tmp_path, cardSet="12ab"))
    line = mistake("suggest", changed(view, tmp_path, players=[{"dice": [7]}]))
    assert line.startswith(f"{tmp_path}/changed.json: view.covert.players")
    assert 'no field named "dices"' in mistake("suggest", changed(view, tmp_path, dices=[1]))


@pytest.mark.usefixtures("impatient")
def test_a_server_that_is_not_there_is_named_and_grpc_adds_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    message = mistake("suggest", str(VIEWS[0]), "--server", "localhost:1")
    assert "no server answers at localhost:1" in message
    assert capfd.readouterr() == ("", "")


def test_mistakes_name_what_was_expected(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text("{")
    message = mistake("suggest", str(nonsense))
    assert message.startswith(f"{nonsense}: Failed to load JSON: ")
    assert message.endswith("; expected a View in JSON")
    empty = tmp_path / "empty.json"
    empty.write_text("\n")
    assert mistake("suggest", str(empty)).startswith(f"{empty}: empty; expected a View in JSON or")
    nonsense.write_text("{}")
    assert mistake("suggest", str(nonsense)).endswith(
        "not a view of an installed game; expected `covert`, `covertAction` or `other` in it"
    )
    other = json.loads(VIEWS[0].read_text(encoding="utf-8"))
    other["covert"]["cardSet"] = "0" * 64
    nonsense.write_text(json.dumps(other), encoding="utf-8")
    message = mistake("suggest", str(nonsense))
    assert message.startswith(f"{nonsense}: card set '0000")
    assert message.endswith("; name its file with --cards")
    nonsense.write_bytes(b"\xff\xfe")
    assert ": line 1 is not in UTF-8; save the file as UTF-8" in mistake("suggest", str(nonsense))
    for address in ("localhost", "http://localhost:8080"):
        said = mistake("suggest", str(VIEWS[0]), "--server", address)
        assert said.startswith(f"--server: {address!r}; expected host:port")
    assert "No such file" in mistake("suggest", str(tmp_path / "none\n.json"))
    assert "is a directory" in mistake("suggest", str(tmp_path))
    assert "FILE: missing" in mistake("suggest")
    view = str(VIEWS[0])
    assert "0.0; expected a number greater than 0, at most 31536000" in mistake(
        "suggest", view, "--seconds", "0"
    )
    message = mistake("suggest", view, "--seconds", "nan")
    assert message.startswith(
        "--seconds: 'nan'; expected a number greater than 0, at most 31536000"
    )
    message = mistake("suggest", view, "--iterations", "4294967296")
    assert message.startswith(
        "--iterations: 4294967296; expected a whole number from 1 to 4294967295"
    )
    assert "there is no such bot" in mistake("suggest", view, "--bot", "ismtcs")
