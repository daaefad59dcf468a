"""`covert-bots arena` plays tournaments, tells how they stand, and fails a build when asked to."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arena.badly_behaved import PATIENCE
from arena.tournaments import edit, plan_of, take_out
from arena.tournaments import run as play
from command.shell import (
    LONGEST,
    REPOSITORY,
    Terminal,
    document,
    environment,
    mistake,
    run,
    run_apart,
)
from command.small_games import RUN

from covert_bots.arena.entrants import remote
from covert_bots.arena.ledger import Ledger

SHORT = ("--seed", "1", "--blocks", "2", "--workers", "1")
SHORTEST = ("--seed", "1", "--blocks", "1", "--workers", "1")
RAY = ("--bots", "greedy,random", "--backend", "ray", "--address")
TESTED = ("flat:iterations=1", "random")  # whose games are short


def test_json_has_what_was_promised() -> None:
    result = document("arena", "run", "--bots", "flat:iterations=1,greedy:worlds=1,random", *SHORT)
    assert {"plan", "games", "failures", "bots", "seats", "luck"} <= set(result)
    assert result["verdict"]["state"] == "final"
    assert len(result["verdict"]["sentences"]) == 2
    assert len(result["head_to_head"]) == 3
    for pairing in result["head_to_head"]:
        assert pairing["blocks"] == 2
        assert set(pairing["share"]) == {"mean", "low", "high"}
        assert pairing["result"] in ("stronger", "open", "weaker")
    assert [bot["name"] for bot in result["bots"]] == [
        "flat:iterations=1",
        "greedy:worlds=1",
        "random",
    ]
    for bot in result["bots"]:
        assert {"name", "games", "win_share", "elo", "elo_low", "elo_high"} <= set(bot)
        assert bot["elo_low"] < bot["elo"] < bot["elo_high"]
    assert result["games"] == 3 * 2 * 2
    assert result["failures"] == {}


def test_what_is_not_a_number_is_null() -> None:
    """One block has no interval; a bare Infinity would be no JSON."""
    result = document("arena", "run", "--bots", "greedy:worlds=1,random", *SHORTEST)
    assert result["bots"][0]["elo_low"] is None
    assert (result["seats"][0]["low"], result["seats"][0]["high"]) == (0, 1)


def test_it_says_what_it_will_take_before_it_starts() -> None:
    shown = run("arena", "run", "--bots", "random,flat:iterations=1", *SHORT).stderr
    assert "2 blocks of 2 games, one deal for each block, 4 games in all; seed 1" in shown
    assert "will take about" in shown


def test_a_game_is_played_on_each_processor_that_may_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 4})
    shown = run(
        "arena", "run", "--bots", "random,flat:iterations=1", "--seed", "1", "--blocks", "1"
    ).stderr
    assert "playing 3 games at a time." in " ".join(shown.split())


def test_how_long_a_cluster_takes_is_not_said_from_here() -> None:
    shown = run("arena", "run", *RAY, "127.0.0.1:1").stderr
    assert "How long it takes depends on the cluster." in shown
    assert "at a time" not in shown


def test_a_finished_tournament_is_reported_again_and_not_played(ledger: str) -> None:
    first = document("arena", "show", ledger)
    again = run(*RUN, "--ledger", ledger, "--json")
    assert json.loads(again.stdout) == first
    assert "Already in the ledger: 6 games" in again.stderr
    assert "All games have been played" in again.stderr
    assert "will take about" not in again.stderr


ALL_AS_IT_WAS = {"replayed": 6, "bots_asked": 6, "differences": []}


def test_games_of_a_ledger_are_verified(ledger: str) -> None:
    assert document("arena", "verify", ledger, "--all") == ALL_AS_IT_WAS
    assert document(*RUN, "--ledger", ledger, "--verify")["verified"] == ALL_AS_IT_WAS


def test_a_tournament_with_a_game_that_comes_out_otherwise_fails(
    ledger: str, tmp_path: Path
) -> None:
    changed = tmp_path / "changed"
    shutil.copy(ledger, changed)
    edit(
        changed,
        lambda line: line.get("block") == line.get("rotation") == 1 and line.update(scores=[0, 0]),
    )
    done = run(*RUN, "--ledger", str(changed), "--verify", "--json")
    assert done.returncode == 1
    assert "game 1.1" in json.loads(done.stdout)["verified"]["differences"][0]


def test_a_game_of_a_ledger_is_replayed(ledger: str) -> None:
    game = document("replay", ledger, "0.0")
    assert game["over"]
    assert len(game["microseconds"]) == len(game["iterations"]) == len(game["actions"])
    assert all(game["microseconds"])
    bots = document("arena", "show", ledger)["bots"]
    assert sorted(game["seats"]) == sorted(bot["name"] for bot in bots)
    north, east = game["seats"]
    told = run("replay", ledger, "0.0").stdout
    assert "wins" in told.splitlines()[-2] + told.splitlines()[-1]
    assert told.startswith(f"North: {north}, East: {east}\n")
    assert re.search(f"^North +{re.escape(north)} ", told, re.MULTILINE)
    assert mistake("replay", ledger, "300.1").endswith(
        "of a game that has been played, from 0.0 to 2.1"
    )


@pytest.fixture(scope="module")
def forfeits(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the ledger of a bot that raises, and of one that ends its process."""
    path = str(tmp_path_factory.mktemp("forfeits") / "games.ledger")
    with Ledger(path) as ledger:
        play(plan_of("badly_behaved:raises", "badly_behaved:dies", blocks=1), ledger)
    return path


def test_a_forfeit_is_replayed_up_to_where_it_was_one(forfeits: str) -> None:
    failures = []
    for key in ("0.0", "0.1"):
        game = document("replay", forfeits, key)
        assert not game["over"]
        assert game["winners"] == []
        assert len(game["actions"]) > PATIENCE
        forfeit = game["forfeit"]
        failures.append(forfeit["failure"])
        seat = ("North", "East")[forfeit["seat"]]
        what = {
            "bot error": "failed with an error: RuntimeError: no idea what to do",
            "crash": "ended its process: the process ended with -9",
        }[forfeit["failure"]]
        shown = run("replay", forfeits, key).stdout.split("\n\n")[-1]
        assert " ".join(shown.split()) == (
            f"The record ends after {len(game['actions'])} decisions. "
            f"Forfeit: {seat}, {forfeit['bot']}, {what}"
        )
    assert sorted(failures) == ["bot error", "crash"]
    assert document("arena", "verify", forfeits, "--all")["replayed"] == 2


def test_tables_of_forfeits_alone_show_no_nan_or_infinity(forfeits: str, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    shown = run("arena", "show", forfeits, "--report", str(report)).stdout
    page = report.read_text(encoding="utf-8").partition("<script")[0]
    assert re.search(r"^badly_behaved:raises .* - +- +1$", shown, re.MULTILINE)
    for text in (shown, page):
        assert not re.search(r"\b(nan|inf)\b", text, re.IGNORECASE)


def test_a_test_has_a_verdict_its_path_and_both_elos(
    tested: tuple[str, str, dict[str, Any]],
) -> None:
    result = tested[2]["sprt"]
    assert result["verdict"] == "accepted"
    assert len(result["path"]) == result["blocks"]
    assert result["llr"] == result["path"][-1] >= result["bounds"][1]
    for elo in ("elo_plain", "elo_unbiased"):
        assert set(result[elo]) == {"mean", "low", "high"}


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, dict[str, Any]]:
    """Return the ledger of a test, what was printed of it, and its JSON."""
    path = str(tmp_path_factory.mktemp("sprt") / "test.ledger")
    arguments = ("arena", "sprt", *TESTED, "--elo1", "300", "--ledger", path)
    done = run_apart(*arguments)
    assert done.returncode == 0, done.stderr
    return path, done.stdout, document(*arguments)


def test_a_test_needs_no_ledger() -> None:
    done = run("arena", "sprt", "random", "flat:iterations=1", *SHORT, "--json")
    assert done.stderr.startswith("at most 2 blocks of 2 games, ")
    result = json.loads(done.stdout)["sprt"]
    assert (result["verdict"], result["blocks"]) == ("inconclusive", 2)


def test_a_verdict_is_shown_from_the_ledger(
    tested: tuple[str, str, dict[str, Any]], tmp_path: Path
) -> None:
    path, shown, result = tested
    assert "accepted: LLR" in shown
    last = f"{result['sprt']['llr']:+.2f} after {result['sprt']['blocks']}"
    assert re.search(rf"LLR over time: .* after 3, .* {re.escape(last)} ", " ".join(shown.split()))
    assert run_apart("arena", "show", path).stdout == shown
    report = tmp_path / "report.html"
    assert document("arena", "show", path, "--report", str(report)) == result
    assert 'id="report-test"' in report.read_text(encoding="utf-8")
    assert "Path of the sequential test" in report.read_text(encoding="utf-8")


def test_a_test_that_has_not_ended_is_shown_as_it_stands(
    tested: tuple[str, str, dict[str, Any]], tmp_path: Path
) -> None:
    """Its driver was killed, after some blocks or before the first was complete."""
    path, report = tmp_path / "killed.ledger", str(tmp_path / "report.html")
    shutil.copy(tested[0], path)
    take_out(path, lambda block, _: block >= 10)
    result = document("arena", "show", str(path), "--report", report)["sprt"]
    assert (result["verdict"], result["blocks"]) == ("running", 10)
    assert result["path"] == tested[2]["sprt"]["path"][:10]
    take_out(path, lambda *game: game == (0, 0))
    result = document("arena", "show", str(path), "--report", report)["sprt"]
    assert (result["verdict"], result["blocks"], result["elo_plain"]) == ("running", 0, None)
    assert "running: LLR +0.00" in run("arena", "show", str(path)).stdout


def test_a_test_that_has_ended_is_not_called_played_out(
    tested: tuple[str, str, dict[str, Any]],
) -> None:
    path, _, result = tested
    again = run("arena", "sprt", *TESTED, "--elo1", "300", "--ledger", path).stderr
    assert f"The test ended after {result['sprt']['blocks']} blocks: accepted.\n" in again
    assert "All games have been played" not in again


def test_other_hypotheses_are_refused(tested: tuple[str, str, dict[str, Any]]) -> None:
    path, _, _ = tested
    line = mistake("arena", "sprt", *TESTED, "--elo1", "40", "--ledger", path)
    assert line.startswith(
        f"{path}: its games were played to test elo0 0, elo1 300, alpha 0.05, beta 0.05, seats 2, "
        "and this is to test elo0 0, elo1 40, "
    )
    assert "expected the same or a new file" in line


def test_a_test_may_stand_in_a_file(
    tested: tuple[str, str, dict[str, Any]], tmp_path: Path
) -> None:
    path, _, result = tested
    file = tmp_path / "plan.toml"
    file.write_text(f'bots = {json.dumps(TESTED)}\nformat = "sprt"\n[sprt]\nelo0 = 0\nelo1 = 300\n')
    assert document("arena", "run", str(file), "--ledger", path) == result
    file.write_text(file.read_text().replace("300", "-1"))
    assert mistake("arena", "run", str(file)) == (
        f"{file}: sprt.elo1: -1; expected more than elo0, 0"
    )
    file.write_text('bots = ["greedy", "random"]\n[sprt]\nelo1 = 300\n')
    assert mistake("arena", "run", str(file)) == (
        f"{file}: sprt.elo1: 300; use it only with format = 'sprt'"
    )


def test_a_terminal_shows_the_games_going_on() -> None:
    with Terminal(
        "arena", "run", "--bots", ",".join(TESTED), "--seed", "1", "--blocks", "4"
    ) as terminal:
        terminal.read_until("/8")
        terminal.read_until("head to head")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        ("elo_low < -9999", 0),
        ("elo > 0", 1),
        ("win_share >= 1", 1),
        ("bots.1.win_share > 0", 0),
        ("missing_blocks > 0", 0),
        ("failures.bot_error > 0", 0),
    ],
)
def test_a_gate_decides_the_exit_code(ledger: str, gate: str, code: int) -> None:
    assert run(*RUN, "--ledger", ledger, "--fail-if", gate, "--json").returncode == code


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("run",), "--bots: none"),
        (("run", "--bots", "greedy"), "bots: 1 for round-robin"),
        (("run", "--bots", "greedy,nobody"), "'nobody'"),
        (
            ("run", "--bots", "greedy,random", "--precision", "20", "--seed", "1", "--blocks", "3"),
            "--precision",
        ),
        (("run", "--bots", "greedy,random", "--address", "auto"), "--address: auto; use it only"),
        (
            ("run", *RAY, "127.0.0.1:1", "--workers", "4"),
            "--workers: 4; leave it out, the cluster at --address has its own",
        ),
        (("run", "--bots", "greedy,random", "--fail-if", "elo"), "is not a test"),
        (("run", "--bots", "greedy,random", "--fail-if", "elo < low"), "compares words"),
        (("run", "--bots", "greedy,random", "--fail-if", "elo_lwo < -10"), "'elo_lwo' is no"),
        (
            ("run", "--bots", "greedy,random", "--seed", "1", "--blocks", "9" * 20),
            "--blocks: 99999999999999999999",
        ),
        (("run", "--bots", "greedy,random", "--games", "20"), "--games: 20; expected --blocks"),
        (("sprt", "greedy", "random", "--elo0", "9", "--elo1", "3"), "--elo1: 3.0"),
        (("show", str(REPOSITORY / "README.md")), "expected a ledger of the arena"),
        (("verify", "nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_reported_in_a_line(arguments: tuple[str, ...], shown: str) -> None:
    assert shown in mistake("arena", *arguments)


def test_a_server_that_is_not_there_or_has_no_such_bot_is_reported_before_the_games(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_with = ("arena", "run", *SHORTEST, "--bots")
    shown = mistake(*run_with, f"random,grpc://{server}/nobody")
    played = document(*run_with, f"random,grpc://{server}/greedy")
    monkeypatch.setattr(remote, "GREETING_SECONDS", 0.5)
    assert mistake(*run_with, "random,grpc://localhost:1/greedy") == (
        "bots: 'grpc://localhost:1/greedy': no server within 0.5 seconds; "
        "expected one at localhost:1"
    )
    assert shown.startswith(f"bots: 'grpc://{server}/nobody': the server answers INVALID_ARGUMENT")
    assert (played["games"], played["failures"]) == (2, {})


def test_another_plans_ledger_is_left_alone(ledger: str) -> None:
    before = Path(ledger).read_bytes()
    assert "another plan" in mistake(*RUN[:-2], "--ledger", ledger, "--seed", "2")
    assert Path(ledger).read_bytes() == before


def test_a_module_in_this_folder_is_found_and_a_bot_that_cannot_play_has_no_lengths(
    tmp_path: Path,
) -> None:
    unable = (
        "class bot:\n    def choose(self, view, seed):\n        raise RuntimeError('no model')\n"
    )
    (tmp_path / "unable.py").write_text(unable)
    as_installed = "import sys; del sys.path[0]; from covert_command import main; main()"
    arguments = [
        "arena",
        "run",
        "--bots",
        "unable:bot,random",
        "--seed",
        "1",
        "--blocks",
        "1",
        "--workers",
        "1",
    ]
    done = subprocess.run(
        [sys.executable, "-c", as_installed, *arguments],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.returncode == 0, done.stderr
    assert "2 games in a block.\nFailed attempts: 2 bot error" in done.stdout


def test_bots_may_be_given_one_by_one() -> None:
    run_with = ("arena", "run", *SHORTEST, "--bots")
    apart = document(*run_with, "greedy:worlds=1", "--bots", "random")
    together = document(*run_with, "greedy:worlds=1,random")
    assert [bot["name"] for bot in apart["bots"]] == ["greedy:worlds=1", "random"]
    assert apart["plan"] == together["plan"]


@pytest.mark.parametrize(
    ("bot", "shown"),
    [
        ("json:make", "module json has no make"),
        ("broken:bot", "{folder}/broken.py, line 1: SyntaxError: "),
        ("failing:bot", "{folder}/failing.py, line 1: RuntimeError: no weights"),
        ("leaving:bot", "the process importing it exited with status 3"),
    ],
)
def test_a_factory_that_is_not_there_is_reported_before_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, shown: str
) -> None:
    (tmp_path / "broken.py").write_text("def bot(:\n")
    (tmp_path / "failing.py").write_text("raise RuntimeError('no weights')\n")
    (tmp_path / "leaving.py").write_text("import os\nos._exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)  # from where it goes to the process that imports it
    line = mistake("arena", "run", "--seed", "1", "--blocks", "1", "--bots", f"random,{bot}")
    assert line.startswith(f"bots: '{bot}': {shown.format(folder=tmp_path)}")
    assert "; expected a " in line


def test_a_ledger_outlives_the_module_of_its_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, module = str(tmp_path / "games.ledger"), tmp_path / "here_today.py"
    module.write_text(
        "class Bot:\n    def choose(self, view, seed):\n        return min(view.legal_actions())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)  # from where it goes to the processes that play
    again = ("arena", "run", "--bots", "here_today:Bot,random", *SHORTEST, "--ledger", path)
    first = document(*again)
    module.unlink()
    assert document("arena", "show", path) == first
    report = tmp_path / "report.html"
    assert run("arena", "show", path, "--report", str(report)).returncode == 0
    assert "here_today:Bot" in report.read_text(encoding="utf-8")
    assert document("arena", "verify", path)["replayed"] == 2
    assert document("replay", path, "0.1")["over"]
    assert mistake(*again) == (
        f"bots: 'here_today:Bot': module here_today not found in {Path.cwd()} or among installed "
        "packages; expected module:factory"
    )
    assert "here_today" in mistake(*again[:-1], str(tmp_path / "new.ledger"))
    assert not (tmp_path / "new.ledger").exists()


def test_a_ledger_is_no_record(ledger: str) -> None:
    assert "expected one of its games too" in mistake("replay", ledger)
    assert "no such game" in mistake("replay", ledger, "7.0")


def test_a_misspelt_bot_leaves_no_plan_behind(tmp_path: Path) -> None:
    path = str(tmp_path / "games.ledger")
    wrong = ("arena", "run", "--bots", "json:make,random", *SHORT, "--ledger", path)
    assert "module json has no make" in mistake(*wrong)
    no_value = mistake("arena", "run", "--bots", "greedy:worlds,random", *SHORT, "--ledger", path)
    assert "'worlds': it has no value; expected worlds=" in no_value
    done = run("arena", "run", "--bots", "greedy:worlds=1,random", *SHORT, "--ledger", path)
    assert done.returncode == 0, done.stderr
