"""`covert-bots load`: calls to a real server, counted."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from click.testing import CliRunner
from command.shell import document, mistake, run
from grpc.aio import AioRpcError, Metadata
from service.server import eventually

from covert_command.commands.load import command
from covert_command.load.levels import Level, largest, unmeasured
from covert_command.load.own_server import own_server
from covert_command.load.traffic import Outcomes, Traffic, open_loop
from covert_command.terminal.mistakes import Mistake

BRIEF = ("--seconds", "1.5", "--bot", "random")


def test_calls_at_a_rate_are_all_accounted_for() -> None:
    result = document("load", "--rate", "20", *BRIEF, "--deadline", "60000")
    assert result["calls"] == 30
    assert result["offered"] == 20
    assert result["answered"] == 30
    assert result["refused"] == result["deadline_misses"] == 0
    assert result["errors"] == {}
    times = result["latency_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert result["health_ms"]["p50"] > 0
    assert result["iterations_per_move"]["mean"] == 0  # of the random bot


def test_callers_in_turn_have_one_call_each() -> None:
    result = document("load", "--games", "2", "--seconds", "1", "--bot", "ismcts:iterations=30")
    assert result["answered"] == result["calls"] > 2
    assert result["iterations_per_move"]["p50"] == 30


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the server of `load` two workers, however many cores there are."""
    monkeypatch.setenv("COVERT_BOTS_WORKERS", "2")


@pytest.mark.usefixtures("two_workers")
def test_what_cannot_be_done_in_time_is_refused_and_not_late() -> None:
    """There are many more searches of 0.4 s than workers, within three seconds each. The share of
    late answers is for `test_admission.py`, where it does not depend on other work of this
    machine."""
    words = ("--time", "400", "--deadline", "3000", "--seconds", "1", "--bot", "ismcts")
    result = document("load", "--rate", "80", *words)
    assert result["refused"] > result["calls"] / 2
    assert result["errors"] == {}


def test_a_server_that_does_not_start_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that is not UTF-8 is quoted too."""
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    wrong = r"the server did not start: .*: No such file"
    with pytest.raises(Mistake, match=wrong), own_server(Path("caf\u00e9.toml")):
        pass


def test_the_screen_has_the_same_in_short() -> None:
    shown = run("load", "--rate", "10", *BRIEF, "--deadline", "60000").stdout
    assert re.search(r"^15 calls in 1\.5 s: 15 answered, 0 refused, 0 late", shown, re.MULTILINE)
    assert re.search(r"^answer, ms +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+", shown, re.MULTILINE)


def test_a_rate_and_callers_exclude_each_other() -> None:
    assert "from 0 to 10000, separated" in mistake("load", "--rate", "100000")
    assert "give --rate or --games, not both" in mistake("load", "--rate", "1", "--games", "1")


@pytest.mark.usefixtures("impatient")
def test_a_server_that_is_not_there_is_named() -> None:
    nowhere = ("load", "--server", "127.0.0.1:1")
    assert "no server answers at" in mistake(*nowhere, *BRIEF)
    match = ("--bot", "flat", "--time", "5", "--strength", "2")
    assert "no server answers at" in mistake(*nowhere, *match)


def test_a_server_is_started_with_the_cards_of_a_file() -> None:
    cards = str(Path(__file__).parents[2] / "data" / "second.toml")
    result = document("load", "--cards", cards, "--rate", "20", *BRIEF, "--deadline", "60000")
    assert result["answered"] == 30


def test_loads_one_after_the_other_and_the_largest_that_meets_a_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The searches take 0.4 s, within four seconds each: a worker cannot do twenty a second."""
    monkeypatch.setenv("COVERT_BOTS_WORKERS", "1")
    file = tmp_path / "load.svg"
    words = ("--time", "400", "--deadline", "4000", "--seconds", "2", "--bot", "ismcts")
    result = document(
        "load", "--rate", "1,20", *words, "--goal", "answered=90", "--plot", str(file)
    )
    assert [level["load"] for level in result["loads"]] == [1, 20]
    few, many = (level["shares"]["answered"] for level in result["loads"])
    assert few == 1 > 0.9 > many
    assert result["loads"][0]["shares"]["iterations"] == 1
    assert (result["goal"], result["largest"]) == ({"answered": 0.9}, 1)
    assert "answered in time" in file.read_text(encoding="utf-8")


def test_the_served_bot_plays_itself_unloaded() -> None:
    words = ("--rate", "0", "--seconds", "0.1", "--players", "2", "--bot", "flat")
    result = document("load", *words, "--time", "1", "--deadline", "60000", "--strength", "2")
    strength = result["strength"]
    assert strength["blocks"] == 2
    assert strength["low"] <= strength["share"] <= strength["high"]
    assert strength["tries"] >= strength["decisions"] > 100
    assert strength["iterations_per_move"] > 0
    assert result["calls"] == 0


def test_a_call_that_missed_the_deadline_has_its_time() -> None:
    outcomes = Outcomes(calls=1)
    late = AioRpcError(grpc.StatusCode.DEADLINE_EXCEEDED, Metadata(), Metadata())
    outcomes.note(time.monotonic() - 2.0, 0.5, late)
    assert outcomes.deadline_misses == 1
    assert outcomes.latency_ms()["p50"] >= 2000


def test_a_goal_that_was_measured_at_no_load_is_not_met() -> None:
    levels = [Level(load, Outcomes(calls=4, answered=4), None) for load in (1, 2)]
    assert largest(levels, {"answered": 1.0}) == 2
    assert largest(levels, {"answered": 1.0, "iterations": 0.5}) is None
    assert unmeasured(levels, {"answered": 1.0, "iterations": 0.5}) == ["iterations"]


def test_health_checks_that_fail_are_counted() -> None:
    server = grpc.server(ThreadPoolExecutor(1))  # has no service of health
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        outcomes = asyncio.run(open_loop(f"127.0.0.1:{port}", Traffic([b""], 1.0), 0, 0.3))
    finally:
        server.stop(None)
    assert outcomes.health_failures > 1
    assert outcomes.health_ms() == {}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ("--rate", "5,x"),
            "--rate': '5,x'; expected different numbers from 0 to 10000, separated by",
        ),
        (
            ("--rate", "5,nan"),
            "--rate': '5,nan'; expected different numbers from 0 to 10000, separated by",
        ),
        (
            ("--games", "2,2"),
            "--games': '2,2'; expected different whole numbers from 1 to 10000, separated",
        ),
        (("--goal", "speed=9"), "--goal': 'speed=9'; expected answered, iterations or strength"),
        (("--goal", "answered=101"), "--goal': 'answered=101'; expected answered, iterations or"),
        (("--plot", "load.txt"), "--plot: load.txt; expected a name that ends in .svg, .png or"),
        (("--plot", "nowhere/load.svg"), "--plot: nowhere is not a folder"),
        (("--goal", "strength=45"), "--goal: strength is not measured; expected --strength BLOCKS"),
        (("--strength", "4"), "--strength: expected --time too"),
        (("--time", f"1{'0' * 22}"), "0 is not in the range 1<=x<=31536000000"),
        (
            ("--deadline", "31536000001"),
            "31536000001 is not in the range 1<=x<=31536000000",
        ),
        (("--strength", "4", "--time", "9", "--bot", "random"), "--strength, --bot: 'cpu_seconds'"),
    ],
)
def test_what_cannot_be_measured_is_said_before(words: tuple[str, ...], expected: str) -> None:
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 2
    assert expected in done.output


def test_its_server_ends_with_it_in_whatever_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERT_BOTS_TOKENS", "nowhere.toml")  # of another server
    program = (
        "import time\nfrom covert_command.load.own_server import own_server\n"
        "with own_server() as server:\n  print(server.target, flush=True)\n  time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as loading:
        assert loading.stdout is not None
        host, _, port = loading.stdout.readline().strip().rpartition(":")
        socket.create_connection((host, int(port))).close()
        loading.kill()
    eventually(lambda: not listens(host, int(port)))


def listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port)).close()
    except ConnectionRefusedError:
        return False
    return True
