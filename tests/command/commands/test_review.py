"""`covert-bots review` shows the mistakes of a seat, and how lucky it was."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from command.shell import COMMAND, REPOSITORY, Terminal, document, mistake, run, run_apart
from command.small_games import Demo

from covert_bots.covert.luck import Luck
from covert_bots.covert.review import Difference, Review, review
from covert_command.covert.review import _mistakes, _result, of_whom
from covert_command.games.kept_game import YOU
from covert_engine.covert import CompiledSet, Record, State, house_set, parse_action

QUICK = ("--iterations", "20")
ACTIONS = 90  # of the game that most tests look at
DIFFERENCE = {
    "after",
    "round",
    "phase",
    "played",
    "better",
    "gain",
    "error",
    "win",
    "mistake",
    "played_turn",
    "better_turn",
    "better_line",
    "reason",
    "played_by",
}


@pytest.fixture(scope="module", autouse=True)
def _few_samples() -> Iterator[None]:
    """Take few samples of luck: its precision is tested elsewhere."""
    defaults = review.__kwdefaults__
    assert defaults is not None
    assert defaults["samples"] > 4
    with patch.dict(defaults, samples=4):
        yield


@pytest.fixture
def begun(demo: Demo, tmp_path: Path) -> str:
    """Return the file of the demo's game as it was after some actions, with people in its seats."""
    return _begun(demo, tmp_path, ("greedy", YOU))


def _begun(demo: Demo, tmp_path: Path, seats: tuple[str, ...] | None) -> str:
    whole = Record.parse(Path(demo.record).read_text(), house_set())
    some = Record(
        whole.card_set,
        whole.players,
        whole.seed,
        whole.options,
        whole.actions[:ACTIONS],
        seats=seats,
    )
    path = tmp_path / "begun.record"
    path.write_text(some.format(house_set()))
    return str(path)


def test_it_says_what_happened_and_shows_the_dearest_mistakes_first(demo: Demo) -> None:
    done = run("review", demo.record, *QUICK, "--seat", "2", "--most", "2", columns=80)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(
        len(line) <= 80 for line in lines if not line.endswith("--try") and "--at" not in line
    )
    scores = document("replay", demo.record)["scores"]
    verdict = "won" if scores[1] > scores[0] else "lost to North"
    assert lines[0] == f"East {verdict}, with {scores[1]} points to {scores[0]}."
    text = " ".join(done.stdout.split())
    counted = re.search(
        r"Of (\d+) decisions, (\d+) were mistakes; together they cost about ([\d.]+) \+-[\d.]+ "
        r"points\. Luck was worth [+-][\d.]+ \+-[\d.]+ points: deal [+-][\d.]+, dice [+-][\d.]+, "
        r"draws [+-][\d.]+\.",
        text,
    )
    assert counted is not None
    gains = [float(gain) for gain in re.findall(r"^\d\. .* costs ([\d.]+) \+-", done.stdout, re.M)]
    assert len(gains) == 2
    assert gains[0] >= gains[1] >= 0.5
    assert float(counted[3]) >= sum(gains) - 0.1
    assert done.stdout.count("   played  ") == done.stdout.count("   better  ") == 2
    assert done.stdout.count("   why     ") == 2
    assert "still open" not in done.stdout


def test_the_command_it_names_shows_the_position(demo: Demo) -> None:
    lines = run("review", demo.record, *QUICK).stdout.splitlines()
    after = re.search(r"after (\d+) decisions", "\n".join(lines))
    assert after is not None
    name, *words = shlex.split(lines[lines.index("See the positions:") + 1].removeprefix("1. "))
    assert (name, words[-2:]) == ("covert-bots", ["--at", after[1]])
    assert "North to " in run(*words).stdout


def test_json_has_every_difference_with_the_adviser(begun: str) -> None:
    reviewed = document("review", begun, *QUICK)
    assert set(reviewed) == {
        "card_set",
        "players",
        "seat",
        "over",
        "scores",
        "winners",
        "margin",
        "adviser",
        "seed",
        "decisions",
        "unjudged",
        "mistakes",
        "cost",
        "cost_error",
        "luck",
        "differences",
        "forfeit",
    }
    assert (reviewed["adviser"], reviewed["seed"], reviewed["over"]) == ("ismcts", 0, False)
    assert reviewed["winners"] == []
    assert reviewed["forfeit"] is None
    assert set(reviewed["luck"]) == {"deal", "dice", "draws", "error", "total"}
    parts = [reviewed["luck"][kind] for kind in ("deal", "dice", "draws")]
    assert reviewed["luck"]["total"] == pytest.approx(sum(parts))
    differences = reviewed["differences"]
    assert all(set(difference) == DIFFERENCE for difference in differences)
    gains = [difference["gain"] for difference in differences]
    assert gains == sorted(gains, reverse=True)
    mistakes = [difference["gain"] for difference in differences if difference["mistake"]]
    assert reviewed["mistakes"] == len(mistakes) > 0
    assert reviewed["cost"] == pytest.approx(sum(mistakes))

    # Each stands where the seat decided, with what it did and what else it could have done.
    cards = CompiledSet(house_set())
    record = Record.parse(Path(begun).read_text(), cards.source)
    for difference in differences:
        state = State.deal(cards, record.players, record.seed)
        for action in record.actions[: difference["after"]]:
            state.play(action)
        assert (state.actor, state.round, state.phase) == (
            reviewed["seat"],
            difference["round"],
            difference["phase"],
        )
        assert parse_action(difference["played"], cards) == record.actions[difference["after"]]
        assert parse_action(difference["better"], cards) in state.legal_actions()


def test_a_game_of_play_is_reviewed_for_the_person_who_played_it(
    begun: str, demo: Demo, tmp_path: Path
) -> None:
    assert document("review", begun, *QUICK)["seat"] == 1
    assert document("review", begun, *QUICK, "--seat", "1")["seat"] == 0
    text = run("review", begun, *QUICK).stdout
    assert re.match(r"You had \d+ points and the best opponent \d+ where the record ends", text)
    assert "the game was not over." in " ".join(text.split())
    nobodys = _begun(demo, tmp_path, None)
    assert document("review", nobodys, *QUICK)["seat"] == 0
    assert run("review", nobodys, *QUICK).stdout.startswith("North had ")


def test_a_seed_another_adviser_and_iterations_are_for_the_searches(begun: str) -> None:
    usual = document("review", begun, *QUICK)
    assert usual == document("review", begun, "--adviser", "ismcts:iterations=20") | {
        "adviser": "ismcts"
    }
    for other in (("--seed", "1"), ("--iterations", "30"), ("--adviser", "greedy")):
        reviewed = document("review", begun, *QUICK, *other)
        assert reviewed["differences"] != usual["differences"]
        assert reviewed["luck"] == usual["luck"]


def test_threads_change_nothing(begun: str) -> None:
    single, two = (
        run("review", begun, *QUICK, "--json", "--threads", threads).stdout
        for threads in ("1", "2")
    )
    assert single == two
    assert json.loads(single)["differences"]


def test_fewer_mistakes_are_shown_if_asked(begun: str) -> None:
    shown = run("review", begun, *QUICK, "--most", "0").stdout
    assert "mistake" in shown
    assert "better" not in shown
    assert "See the positions" not in shown


def test_a_game_of_a_ledger_is_reviewed(ledger: str) -> None:
    random, greedy = (
        document("review", ledger, "0.0", *QUICK, "--seat", seat) for seat in ("1", "2")
    )
    assert random["over"]
    assert random["scores"][0] < random["scores"][1]
    assert random["cost"] / random["decisions"] > 2 * greedy["cost"] / greedy["decisions"]
    shown = run("review", ledger, "0.0", *QUICK, "--most", "1").stdout
    assert re.match("North: random.*, East: greedy.*\n", shown)
    assert f"1. covert-bots replay {ledger} 0.0 --at " in shown


def test_a_terminal_shows_the_progress_and_nothing_else_does(begun: str) -> None:
    with Terminal("review", begun, *QUICK, columns=80, rows=24) as terminal:
        at = terminal.read_until("decisions")
        terminal.read_until("Luck was worth", at)
        assert terminal.end() == 0
    apart = run_apart("review", begun, *QUICK)
    assert (apart.returncode, apart.stderr) == (0, "")


def test_mistakes_name_what_was_expected(begun: str, ledger: str, tmp_path: Path) -> None:
    assert "No such file" in mistake("review", str(tmp_path / "none"))
    assert mistake("review", begun, "--seat", "3") == (
        "--seat: 3, in a game for 2; expected 1 to 2"
    )
    line = mistake("review", begun, "--iterations", "4294967296")
    assert line.startswith("--iterations: 4294967296; expected a whole number from 1 to 4294967295")
    assert mistake("review", ledger) == (
        f"{ledger}: a ledger; expected one of its games too, such as 0.1"
    )
    assert mistake("review", ledger, "9.9").startswith(f"9.9: no such game in {ledger}")
    assert mistake("review", begun, "--adviser", "random") == (
        "--adviser: random expects no scores; expected one that does, such as ismcts"
    )
    assert "--adviser" in mistake("review", begun, "--adviser", "nobody")
    readme = str(REPOSITORY / "README.md")
    assert mistake("review", readme).startswith(f"{readme}: line ")
    broken = tmp_path / "broken"
    broken.write_text(Path(begun).read_text().replace("seed: 3", "seed: 4"))
    assert re.match(f"{broken}: line \\d+: action ", mistake("review", str(broken)))


def test_a_game_of_covert_action_is_not_taken_for_one_of_covert(
    begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused both as the latest game and by its file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    other = ("play", "--game", "covert-action")
    run(*other, stdin="quit\n")
    assert mistake("review") == ("RECORD: no game of Covert has been saved yet; expected a file")
    games = tmp_path / "covert-bots" / "games"
    (kept,) = games.iterdir()
    assert mistake("review", str(kept)) == (
        f"{kept}: a game of Covert Action; `review` looks at games of Covert"
    )
    os.utime(kept, (1e9, 1e9))
    covert = games / "covert.record"
    covert.write_text(Path(begun).read_text())
    run(*other, stdin="quit\n")
    os.utime(covert, (2e9, 2e9))
    assert document("review", *QUICK) == document("review", begun, *QUICK)
    os.utime(covert, (1e9, 1e9))
    assert document("review", *QUICK) == document("review", begun, *QUICK)


@pytest.mark.parametrize(
    ("decisions", "mistakes", "said"),
    [
        (0, 0, "There was no decision to judge."),
        (1, 0, "Of 1 decision, none was clearly a mistake."),
        (1, 1, "Of 1 decision, 1 was a mistake; it cost about 2.0 +-"),
        (7, 2, "Of 7 decisions, 2 were mistakes; together they cost about 4.0 +-"),
    ],
)
def test_mistakes_are_counted_in_words(decisions: int, mistakes: int, said: str) -> None:
    difference = Difference(0, 1, "place", 0, 1, 2.0, 0.1, 0.1, "", "")
    made = (difference,) * mistakes
    review = Review(0, False, (0, 0), (), 0.0, decisions, 0, made, Luck(0, 0, 0, 0))
    shown = _mistakes(review, *of_whom(review, {}))
    assert shown.startswith(said)


def test_the_review_in_the_docs_is_that_of_its_commands(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "review.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    covert-bots (.*)$", page, re.MULTILINE)[:2]
    shown = re.search(r"```\n(.*?)```\n", page, re.DOTALL)
    assert shown is not None
    place = str(tmp_path / "game.record")
    for command in commands:
        words = [place if word == "game.record" else word for word in shlex.split(command)]
        done = run_apart(*words, columns=80)
        assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout.replace(place, "game.record").replace(shlex.join(COMMAND), "covert-bots")
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines == shown[1].splitlines()


@pytest.mark.parametrize(
    ("winners", "scores", "said"),
    [
        ((0,), [9, 8], "won, with 9 points to 8."),
        ((0,), [9, 9], "won the tie, with 9 points to 9."),
        ((1,), [9, 9], "lost the tie to East, with 9 points to 9."),
        ((0, 1), [9, 9], "shared the victory, with 9 points to 9."),
    ],
)
def test_a_tie_is_called_one(winners: tuple[int, ...], scores: list[int], said: str) -> None:
    game: Any = SimpleNamespace(seat=0, scores=scores, winners=winners, over=True)
    assert _result(game, 1) == said
