"""`covert-bots serve` says when it is ready, and ends on a signal."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command.pages import blocks
from command.running import COMMAND, LONGEST, REPOSITORY, Terminal, environment, mistake, serving
from google.protobuf import json_format

from covert_engine.covert import house_set, load_card_set
from covertbots.client import Client, limits
from covertbots.v1 import suggestion_pb2, view_pb2

VIEW = REPOSITORY / "examples" / "views" / "place.json"
SECOND = REPOSITORY / "tests" / "data" / "second.toml"


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    server = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        yield server
    finally:
        server.kill()
        server.communicate()


def test_one_line_when_ready() -> None:
    with process() as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("serving 127.0.0.1:")
        assert "bots: random, greedy, flat, ismcts" in line
        assert house_set().digest[:12] in line
        target = line.removeprefix("serving ").split(";")[0]
        with Client(target) as client:
            assert [bot.name for bot in client.list_bots().bots][-1] == "ismcts"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_in_peace(number: signal.Signals, code: int) -> None:
    with process() as server:
        assert server.stdout is not None
        server.stdout.readline()
        server.send_signal(number)
        out, errors = server.communicate(timeout=30)
        assert (server.returncode, out, errors.strip()) == (code, "", "stopping")


def test_a_server_that_stops_says_what_it_waits_for() -> None:
    with process("--grace", "0.5", "--workers", "1") as server:
        assert server.stdout is not None
        assert server.stderr is not None
        target = server.stdout.readline().removeprefix("serving ").split(";")[0]
        view = json_format.Parse(VIEW.read_text(), view_pb2.View())
        with Client(target) as client:
            long = limits(iterations=10_000_000)
            running = client.analyze(view, "ismcts", long, interval=0.01)
            next(running)
            server.send_signal(signal.SIGTERM)
            assert server.stderr.readline() == "stopping: waiting for 1 search, at most 0.5 s\n"
            assert [answer.final for answer in running][-1]
        assert server.wait(30) == 0


def test_control_c_at_the_terminal() -> None:
    with Terminal("serve", "--port", "0") as terminal:
        terminal.read_until("serving ")
        assert terminal.interrupt() == 130
    assert "Traceback" not in terminal.text


def test_settings_reach_the_server() -> None:
    arguments = ("--max-iterations", "123", "--max-seconds", "4", "--cards", str(SECOND))
    with serving(*arguments, "--bot", "greedy") as target, Client(target) as client:
        answer = client.list_bots()
        assert answer.ceilings.iterations == 123
        assert answer.ceilings.time.seconds == 4
        assert list(answer.card_sets) == [house_set().digest, load_card_set(SECOND).digest]
        view = json_format.Parse(VIEW.read_text(), view_pb2.View())
        suggestion = client.suggest_move(view).suggestion
        assert suggestion.stop_reason == suggestion_pb2.STOP_REASON_NO_SEARCH  # greedy


def test_the_page_says_how_to_ask_a_server_how_it_is(server: str) -> None:
    (program,) = (block.text for block in blocks("docs/service.md") if "health" in block.text)
    done = subprocess.run(
        [sys.executable, "-c", program.replace("localhost:50051", server)],
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, build, *ceilings = done.stdout.splitlines()
    assert first == "SERVING"
    with Client(server) as client:
        assert build == client.list_bots().build
    assert "iterations: 10000000" in ceilings


def test_a_port_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = mistake("serve", "--port", str(port))
    assert line == f"cannot listen on 127.0.0.1:{port}: Address already in use"


def test_mistakes_name_what_was_expected(tmp_path: Path) -> None:
    assert "70000 is not in the range 0<=x<=65535" in mistake("serve", "--port", "70000")
    wrong = "--port: '80a' is not a whole number from 0 to 65535 (see covert-bots serve --help)"
    assert mistake("serve", "--port", "80a") == wrong
    assert "--workers: '' is not a whole number from 1 to 1024" in mistake("serve", "--workers=")
    assert "'x' is not a whole number, at least 1 " in mistake("serve", "--max-nodes", "x")
    assert "'x' is not a number greater than 0 " in mistake("serve", "--max-seconds", "x")
    assert "'x' is not a number, at least 0 " in mistake("serve", "--grace", "x")
    for host in ("localhost:50052", "[::1]:50052"):
        assert mistake("serve", "--host", host).startswith(
            f"--host: {host!r} has a port; expected a name or address alone (use --port)"
        )
    assert "0 is not in the range" in mistake("serve", "--workers", "0")
    assert "there is no such bot" in mistake("serve", "--bot", "deep")
    assert "cannot listen on nowhere.invalid:0" in mistake(
        "serve", "--host", "nowhere.invalid", "--port", "0"
    )
    path = tmp_path / "cards.toml"
    path.write_text("name = 3")
    assert mistake("serve", "--cards", str(path)).startswith(f"{path}:1: name: is 3")


def test_json_is_one_document() -> None:
    with process("--json") as server:
        assert server.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            line = server.stdout.readline()
            assert line
            text += line
        document = json.loads(text)
    assert document["host"] == "127.0.0.1"
    assert document["card_sets"] == [house_set().digest]
