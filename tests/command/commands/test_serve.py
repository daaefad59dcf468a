"""`covert-bots serve` says when it is ready, and ends on a signal."""

from __future__ import annotations

import json
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from command.pages import blocks
from command.shell import (
    COMMAND,
    LONGEST,
    REPOSITORY,
    Terminal,
    document,
    environment,
    has_ipv6,
    mistake,
    run_without_room,
    serving,
)
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
        assert "bots: random, greedy, person, flat, ismcts" in line
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
        out, errors = server.communicate(timeout=60)
        assert (server.returncode, out) == (code, "")
        assert [line.split()[2] for line in errors.split("\n") if line] == [
            "started",
            "stopping",
            "stopped",
        ]


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
            assert " started " in server.stderr.readline()
            assert " stopping running=1 waiting=0 grace=0.5\n" in server.stderr.readline()
            assert [answer.final for answer in running][-1]
        assert server.wait(60) == 0


def test_a_second_signal_does_not_wait_for_searches() -> None:
    """The searches answer with what they have, long before the grace is over."""
    with process("--grace", "600", "--workers", "1") as server:
        assert server.stdout is not None
        target = server.stdout.readline().removeprefix("serving ").split(";")[0]
        view = json_format.Parse(VIEW.read_text(), view_pb2.View())
        with Client(target) as client:
            running = client.analyze(view, "ismcts", limits(iterations=10_000_000), interval=0.01)
            next(running)
            server.send_signal(signal.SIGINT)
            assert server.stderr is not None
            while " stopping " not in server.stderr.readline():
                pass
            server.send_signal(signal.SIGINT)
            last = list(running)[-1]
        assert last.final
        assert last.suggestion.stop_reason == suggestion_pb2.STOP_REASON_STOPPED
        assert server.wait(60) == 130


def test_the_log_has_refusals_with_the_callers_name_for_the_call() -> None:
    with process("--log-format", "json") as server:
        assert server.stdout is not None
        target = server.stdout.readline().removeprefix("serving ").split(";")[0]
        with grpc.insecure_channel(target) as channel:
            call: Any = channel.unary_unary("/covertbots.v1.Opponent/SuggestMove")
            with pytest.raises(grpc.RpcError) as caught:
                call(b"", metadata=[("x-request-id", "one")], timeout=60)
            error: grpc.Call = caught.value  # type: ignore[assignment]
            assert ("x-request-id", "one") in [tuple(entry) for entry in error.trailing_metadata()]
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=60)
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [line["message"] for line in lines] == ["started", "refused", "stopping", "stopped"]
    refused = lines[1]
    assert refused["method"] == "/covertbots.v1.Opponent/SuggestMove"
    assert (refused["status"], refused["reason"]) == ("INVALID_ARGUMENT", "INVALID_REQUEST")
    assert (refused["request_id"], refused["calls"]) == ("one", 1)
    assert refused["level"] == "info"


def test_it_may_have_as_many_files_open_as_it_can() -> None:
    """Each connection takes a file descriptor."""
    limit = resource.RLIMIT_NOFILE
    before, most = resource.getrlimit(limit)
    resource.setrlimit(limit, (most - 1, most))  # what the process begins with
    try:
        with process() as server:
            assert server.stdout is not None
            server.stdout.readline()
            assert resource.prlimit(server.pid, limit) == (most, most)
    finally:
        resource.setrlimit(limit, (before, most))


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


def test_http_is_served_if_asked_for() -> None:
    origin = "https://example.org"
    with process("--http-port", "0", "--http-origin", origin) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        match = re.match(r"serving (127\.0\.0\.1:\d+) and (http://127\.0\.0\.1:\d+); bots: ", line)
        assert match is not None, line
        target, url = match.groups()
        calls = f"{url}/covertbots.v1.Opponent/ListBots"
        response = httpx.post(calls, json={}, headers={"origin": origin})
        assert response.headers["access-control-allow-origin"] == origin
        with Client(target) as client:
            assert response.json()["build"] == client.list_bots().build
    with process("--http-port", "0", "--json") as server:
        assert server.stdout is not None
        document = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        assert document["http_port"] not in (0, document["port"])


def test_http_needs_the_extra(tmp_path: Path) -> None:
    """Without h11, gRPC is still served."""
    (tmp_path / "h11.py").write_text("raise ImportError")
    seen = environment(PYTHONPATH=str(tmp_path))
    done = subprocess.run(
        [*COMMAND, "serve", "--port", "0", "--http-port", "0"],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        env=seen,
    )
    install = f"{sys.executable} -m pip install 'covert-bots[web]'"
    expected = f"h11 is not installed; expected the extra `web`: {install}"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"covert-bots: {expected}\n"
    server = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=seen
    )
    assert server.stdout is not None
    assert server.stdout.readline().startswith("serving 127.0.0.1:")
    server.terminate()
    server.communicate()


def test_mistakes_in_what_is_served_over_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = mistake("serve", "--port", "0", "--http-port", str(port))
    free = "stop the server that has it, or name another --http-port"
    assert line == f"cannot listen on 127.0.0.1:{port}: Address already in use; {free}"
    line = mistake("serve", "--port", "50058", "--http-port", "50058")
    assert line == "--http-port: 50058 is also --port; choose another port"
    line = mistake("serve", "--http-origin", "https://example.org")
    assert line == "--http-origin: nothing is served over HTTP; expected --http-port too"
    for origin in ("example.org", "https://example.org/", "https://", "https://a b", "null", ""):
        line = mistake("serve", "--http-port", "0", "--http-origin", origin)
        expected = "is not an origin; expected one such as https://example.org:8000, or *"
        assert line.startswith(f"--http-origin: {origin!r} {expected}")
    assert "70000; expected a whole number" in mistake("serve", "--http-port", "70000")
    line = mistake("serve", "--http-host", "bots.example.org")
    assert line == "--http-host: nothing is served over HTTP; expected --http-port too"
    for host in ("https://example.org", "example.org:80", "a b", "*.example.org", ""):
        line = mistake("serve", "--http-port", "0", "--http-host", host)
        assert line.startswith(f"--http-host: {host!r} is not a name or address; expected one such")


@pytest.mark.parametrize("host", ["localhost", "0.0.0.0", "[::1]", "::1", "::"])
def test_http_listens_where_grpc_does(host: str) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    open_to_all = ["--insecure"] if host in ("0.0.0.0", "::") else []
    with process("--host", host, "--http-port", "0", *open_to_all) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        port = line.split(";")[0].rpartition(":")[2]
        reached = {"0.0.0.0": "127.0.0.1", "::1": "[::1]", "::": "[::1]"}.get(host, host)
        response = httpx.post(f"http://{reached}:{port}/grpc.health.v1.Health/Check", json={})
        assert response.json() == {"status": "SERVING"}


@pytest.mark.parametrize("host", ["*", " ", "a b", "localhost:80", "https://localhost", "a/b"])
def test_what_is_no_host_is_named(host: str) -> None:
    line = mistake("serve", "--host", host)
    assert line.startswith(f"--host: {host!r} ")
    assert "; expected" in line


@pytest.mark.parametrize("insecure", [[], ["--insecure"]])
@pytest.mark.parametrize("host", ["nowhere.invalid", "a..b", "256.1.1.1", "x" * 80])
def test_a_host_without_an_address_is_named(host: str, insecure: list[str]) -> None:
    line = mistake("serve", "--host", host, "--port", "0", *insecure)
    assert line.startswith(f"--host: {host!r} has no address (")
    assert line.endswith("); expected a name or address of this machine")


@pytest.mark.parametrize("more", [[], ["--http-port", "0"], ["--processes", "2"]])
def test_an_address_of_another_machine_is_named(more: list[str]) -> None:
    line = mistake("serve", "--host", "192.0.2.1", "--port", "0", "--insecure", *more)
    expected = "expected one that is, or 0.0.0.0 for all of them"
    assert line == f"--host: '192.0.2.1' is not an address of this machine; {expected}"


def test_an_address_in_short_is_the_whole_one() -> None:
    """ping and curl read addresses in the same way."""
    for given, held in {"127.1": "127.0.0.1", "0": "0.0.0.0", "0x7f.1": "127.0.0.1"}.items():
        config = document("serve", "--host", given, "--insecure", "--show-config")
        assert config["host"]["value"] == held
    line = mistake("serve", "--host", "0", "--port", "0")
    assert line.startswith("--host: other machines can reach '0.0.0.0'; expected --tls-cert and")
    with process("--host", "127.1") as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("serving 127.0.0.1:")


ORIGINS = {
    "https://example.org:443": "https://example.org",
    "http://example.org:80": "http://example.org",
    "https://example.org:80": "https://example.org:80",
    "HTTPS://Example.ORG": "https://example.org",
    "http://[::1]:8000": "http://[::1]:8000",
    "https://b\u00fccher.example": "https://xn--bcher-kva.example",
    "chrome-extension://abcdefgh": "chrome-extension://abcdefgh",
    "*": "*",
}
NO_ORIGINS = {
    "https://*.example.org": "names no one origin; expected each origin on its own, or * for all",
    "*.example.org": "is not an origin; expected one such as https://example.org:8000, or *",
    "https://example.org:0": "has the port 0; expected 1 to 65535",
    "https://example.org:70000": "has the port 70000; expected 1 to 65535",
    "https://-": "has no host; expected one such as https://example.org:8000",
}


def test_origins_are_held_as_browsers_write_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(f"http-origin = {json.dumps(list(ORIGINS))}")
    options = [word for given in ORIGINS for word in ("--http-origin", given)]
    shown = ["serve", "--http-port", "0", "--show-config"]
    for words in (options, ["--config", str(file)], []):
        if not words:
            monkeypatch.setenv("COVERT_BOTS_HTTP_ORIGIN", " ".join(ORIGINS))
        config = document(*shown, *words)
        assert config["http-origin"]["value"] == list(ORIGINS.values())


@pytest.mark.parametrize("given", NO_ORIGINS)
def test_what_is_no_origin_is_refused_wherever_it_stands(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    file.write_text(f"http-origin = [{given!r}]")
    said = f"{given!r} {NO_ORIGINS[given]}"
    shown = ["serve", "--http-port", "0", "--show-config"]
    assert said in mistake(*shown, "--http-origin", given)
    assert said in mistake(*shown, "--config", str(file))
    monkeypatch.setenv("COVERT_BOTS_HTTP_ORIGIN", given)
    assert said in mistake(*shown)


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", ""])
def test_what_others_reach_needs_tls_and_tokens(host: str, tmp_path: Path) -> None:
    line = mistake("serve", "--port", "0", "--host", host)
    assert line == (
        f"--host: other machines can reach {host!r}; expected --tls-cert and --tls-key and "
        "--tokens, or --insecure to let anyone in"
    )
    tokens = str(tmp_path / "tokens.toml")
    line = mistake("serve", "--port", "0", "--host", host, "--tokens", tokens)
    assert "expected --tls-cert and --tls-key, or --insecure" in line


def test_an_address_of_ipv6_needs_no_brackets() -> None:
    for given, held in {"::1": "[::1]", "[::1]": "[::1]", "fe80::1%lo": "[fe80::1%lo]"}.items():
        config = document("serve", "--host", given, "--insecure", "--show-config")
        assert config["host"]["value"] == held


def test_a_port_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = mistake("serve", "--port", str(port))
    free = "stop the server that has it, or name another --port"
    assert line == f"cannot listen on 127.0.0.1:{port}: Address already in use; {free}"


def test_mistakes_name_what_was_expected(tmp_path: Path) -> None:
    assert "70000; expected a whole number from 0 to 65535" in mistake("serve", "--port", "70000")
    wrong = "--port: '80a'; expected a whole number from 0 to 65535 (see covert-bots serve --help)"
    assert mistake("serve", "--port", "80a") == wrong
    assert "--workers: ''; expected a whole number from 1 to 1024" in mistake("serve", "--workers=")
    assert "'x'; expected a whole number from 64 to 16777216 " in mistake(
        "serve", "--max-nodes", "x"
    )
    assert "'x'; expected a number greater than 0, at most 31536000 " in mistake(
        "serve", "--max-seconds", "x"
    )
    assert "'x'; expected a number from 0 to 31536000 " in mistake("serve", "--grace", "x")
    for host in ("localhost:50052", "[::1]:50052"):
        assert mistake("serve", "--host", host).startswith(
            f"--host: {host!r} has a port; expected a name or address alone (use --port)"
        )
    assert "0; expected a whole number" in mistake("serve", "--workers", "0")
    assert "there is no such bot" in mistake("serve", "--bot", "deep")
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


def test_where_nothing_can_be_printed_it_says_so_and_ends() -> None:
    code, said = run_without_room("serve", "--port", "0", "--log-level", "error")
    assert (code, said) == (2, "covert-bots: standard output: No space left on device\n")
