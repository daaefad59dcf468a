"""`covert-bots review --try`: the user looks for better moves, and may play on from there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from command.shell import Terminal, document, mistake, run
from command.small_games import Demo

from covert_bots.covert.catalogue import make
from covert_bots.covert.hinted_turn import in_any_order
from covert_command.covert.second_try import Judge
from covert_command.games.kept_game import BY_HINT, BY_ORDER, YOU, games_folder, marks_comment
from covert_engine.covert import CompiledSet, Record, State, house_set, parse_action
from covert_engine.search import Limit

QUICK = ("--iterations", "20")
ACTIONS = 90


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


@pytest.fixture
def begun(demo: Demo, tmp_path: Path) -> str:
    """Return the file of a game that a person has begun in seat 1."""
    whole = Record.parse(Path(demo.record).read_text(), house_set())
    some = replace(whole, actions=whole.actions[:ACTIONS], seats=("greedy", YOU))
    path = tmp_path / "begun.record"
    path.write_text(some.format(house_set()))
    return str(path)


def mistakes_of(path: str) -> list[dict[str, object]]:
    differences = document("review", path, *QUICK)["differences"]
    return [difference for difference in differences if difference["mistake"]]


def test_a_better_move_is_found_and_the_game_played_on(begun: str, folder: Path) -> None:
    first = mistakes_of(begun)[0]
    with Terminal("review", begun, *QUICK, "--most", "1", "--try", rows=100) as terminal:
        at = terminal.read_until("East 1/1> ")
        shown = " ".join(terminal.text.split())
        assert f"Played: {first['played_turn']} It cost " in shown
        assert str(first["reason"]) not in shown
        for typed, reply in (
            (first["played"], "That is the move that was played."),
            ("step 1 Paris", "'step 1 Paris' is not legal here"),
            ("do hint", "neither a move nor a command"),
            (first["better"], "That is the better move."),
        ):
            before = at
            terminal.type(str(typed))
            at = terminal.read_until("East 1/1> ", before)
            assert reply in " ".join(terminal.text[before:at].split())
        answer = " ".join(terminal.text[before:at].split())
        assert str(first["better_turn"]) in answer
        assert str(first["reason"]) in answer
        terminal.type("play")
        terminal.read_until("East> ", at)
        terminal.type("quit")
        terminal.read_until("(y or n)", at)
        terminal.type("y")
        assert terminal.end() == 0
    (kept,) = folder.iterdir()
    record = Record.parse(kept.read_text(), house_set())
    whole = Record.parse(Path(begun).read_text(), house_set())
    assert record.actions == whole.actions[: int(str(first["after"]))]
    assert record.seats == ("greedy", YOU)
    assert games_folder() == folder


def test_next_goes_through_the_mistakes_in_the_order_of_the_game(begun: str) -> None:
    count = len(mistakes_of(begun))
    assert count > 1
    with Terminal("review", begun, *QUICK, "--most", "99", "--try", rows=100) as terminal:
        at = 0
        for number in range(1, count + 1):
            at = terminal.read_until(f"East {number}/{count}> ", at)
            terminal.type("next")
        assert terminal.end() == 0
    rounds = re.findall(r"^Mistake \d+ of \d+\. Round (\d+)", terminal.text, re.MULTILINE)
    assert rounds == sorted(rounds)


def test_a_move_is_judged_as_the_review_judges(begun: str) -> None:
    """What the review has found of the move that was played, a try of this move finds too."""
    cards = CompiledSet(house_set())
    record = Record.parse(Path(begun).read_text(), cards.source)
    judge = Judge(make("ismcts"), Limit(20), 0)
    for difference in mistakes_of(begun)[:3]:
        state = State.deal(cards, record.players, record.seed)
        for action in record.actions[: int(str(difference["after"]))]:
            state.play(action)
        assert state.actor is not None
        played, better = (
            parse_action(str(difference[which]), cards) for which in ("played", "better")
        )
        gain, error = judge.compared(in_any_order(state.view(state.actor)), better, played)
        assert gain == pytest.approx(difference["gain"])
        assert error == pytest.approx(difference["error"])


def test_it_needs_somebody_who_types(begun: str) -> None:
    assert mistake("review", begun, "--try") == (
        "--try needs a terminal: it asks for moves; leave it out for the review"
    )
    assert mistake("review", begun, "--try", "--json") == (
        "--try cannot be used with --json: it asks for moves"
    )


def test_moves_of_the_program_are_marked_and_not_counted(begun: str) -> None:
    """Standing orders and `do hint` of a game are kept with it."""
    mistakes = mistakes_of(begun)
    hinted, *rest = (int(str(each["after"])) for each in mistakes)
    differences = document("review", begun, *QUICK)["differences"]
    ordered = next(each["after"] for each in differences if not each["mistake"])
    text = Path(begun).read_text()
    Path(begun).write_text(text + marks_comment({hinted: BY_HINT, ordered: BY_ORDER, 0: BY_HINT}))
    shown = document("review", begun, *QUICK)
    assert shown["mistakes"] == len(rest)
    assert shown["cost"] == pytest.approx(sum(float(str(each["gain"])) for each in mistakes[1:]))
    by_program = {each["after"]: each["played_by"] for each in shown["differences"]}
    assert by_program[hinted] == "do hint"
    assert by_program[ordered] == "a standing order"
    assert all(by_program[after] is None for after in rest)
    lines = " ".join(run("review", begun, *QUICK, "--most", "1").stdout.split())
    assert "1 more was made for you by the program, and not counted." in lines
    one, two = (lines.index(f"after {after} decision") for after in (rest[0], hinted))
    assert one < two
    assert lines.count("(played by `do hint`)") == 1
