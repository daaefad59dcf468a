"""Calls where the environment names a proxy, as in many companies: calls to this machine bypass it,
and errors of calls to another machine name it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from command.brief_conform import BRIEF, OF_CALLS
from command.languages import Made, need
from command.pages import blocks
from command.shell import LONGEST, PROXIES, PROXY, REPOSITORY, environment, run
from service.server import Serving

from covert_bots.arena.entrants import remote
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError
from covertbots.client.addresses import is_here
from covertbots.client.proxies import proxied

EXCEPTIONS = ("no_grpc_proxy", "no_proxy", "NO_PROXY")
SENDS = "the environment variable http_proxy sends calls to example.org:50051 through http://127.0"
PLACE = str(REPOSITORY / "examples" / "views" / "place.json")


@pytest.fixture(autouse=True)
def _without_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*PROXIES, *EXCEPTIONS):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    with Serving(Settings(workers=2, http_address="127.0.0.1:0")) as serving:
        yield serving


@pytest.fixture
def target(serving: Serving) -> str:
    return serving.target


def behind(*command: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command where the environment names a proxy."""
    with (
        patch.dict(os.environ, variables or PROXIES),
        patch("covert_command.commands.conform.CHECKS", OF_CALLS),
    ):
        return run(*command, stdin=typed)


def by_client(target: str, **settings: Any) -> str:
    with Client(target, **settings) as client:
        return client.list_bots().build


def by_async_client(target: str, **settings: Any) -> str:
    async def ask() -> str:
        async with AsyncClient(target, **settings) as client:
            return (await client.list_bots()).build

    return asyncio.run(ask())


both = pytest.mark.parametrize("ask", [by_client, by_async_client], ids=["blocking", "asyncio"])


@both
@pytest.mark.parametrize("name", PROXIES)
def test_the_clients_call_this_machine_directly(
    ask: Any, name: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, PROXY)
    port = target.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "0.0.0.0", "ipv4:127.0.0.1"):
        assert ask(f"{host}:{port}", patience=0)
    assert ask(f"127.0.0.1:{port},127.0.0.1:{port}", patience=0)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (("demo", "--bot", "greedy", "--seed", "1"), "wins"),
        (("suggest", PLACE, "--bot", "greedy", "--server", "{}"), "The turn"),
        (("conform", "grpc://{}"), " 0 broken"),
        (("load", "--server", "{}", "--rate", "5", "--seconds", "1"), "answered"),
        (("arena", "run", "--bots", "random,grpc://{}/greedy", "--blocks", "1"), "greedy"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_the_commands_do_too(command: tuple[str, ...], shown: str, target: str) -> None:
    done = behind(*(word.format(target) for word in command))
    assert (done.returncode, done.stderr) == (0, done.stderr)
    assert shown in done.stdout


def test_a_person_plays_on_a_server_of_this_machine(target: str) -> None:
    game = ("--bot", "greedy:worlds=1", "--seed", "7")
    done = behind("play", "--server", target, *game, typed="1\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nRound 1 " in done.stdout  # all have decided


def test_a_command_asks_over_http_too(serving: Serving) -> None:
    """Here it is a process of its own."""
    done = subprocess.run(
        [*BRIEF, "conform", serving.url],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        env=environment(**PROXIES),
    )
    assert (done.returncode, " 0 broken" in done.stdout) == (0, True)


@both
def test_of_another_machine_an_error_names_the_variable(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password of the proxy is not shown."""
    monkeypatch.setenv("http_proxy", "http://me:secret@127.0.0.1:9")
    with pytest.raises(ServiceError, match=rf"UNAVAILABLE: .*{SENDS}") as caught:
        ask("example.org:50051", patience=0)
    assert "secret" not in str(caught.value)
    with Client("example.org:50051") as client, pytest.raises(TimeoutError, match=SENDS):
        client.wait_ready(0.1)


@pytest.mark.parametrize(
    "command",
    [
        ("suggest", PLACE, "--server", "example.org:50051"),
        ("play", "--server", "example.org:50051"),
        ("conform", "grpc://example.org:50051"),
        ("load", "--server", "example.org:50051", "--seconds", "1"),
        ("arena", "run", "--bots", "random,grpc://example.org:50051/greedy", "--blocks", "1"),
    ],
    ids=lambda words: words[0],
)
def test_so_does_that_of_a_command(
    command: tuple[str, ...], impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "GREETING_SECONDS", 0.5)
    done = behind(*command, http_proxy=PROXY)
    assert (done.returncode, done.stdout) == (2, "")
    assert SENDS in re.sub(r"\s+", " ", done.stderr)


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, ""),
        ({"HTTP_PROXY": PROXY}, ""),  # which gRPC does not read
        ({"http_proxy": PROXY}, "http_proxy"),
        ({"https_proxy": PROXY, "http_proxy": "http://other:1"}, "https_proxy"),
        ({"grpc_proxy": "", "http_proxy": PROXY}, ""),
        ({"http_proxy": "socks5://127.0.0.1:9"}, ""),  # which gRPC does not take
        ({"http_proxy": PROXY, "no_proxy": "example.org"}, ""),
        ({"http_proxy": PROXY, "no_proxy": "a.test, .example.org"}, ""),
        ({"http_proxy": PROXY, "no_proxy": "ample.org"}, "http_proxy"),
        ({"http_proxy": PROXY, "no_proxy": "*"}, "http_proxy"),
        ({"http_proxy": PROXY, "no_grpc_proxy": "", "no_proxy": "example.org"}, "http_proxy"),
    ],
)
def test_which_variable_it_is(
    variables: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gRPC itself does the same: a call comes to the proxy, or does not."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert (f"variable {words} " in proxied("example.org:50051")) == bool(words)


def test_whose_addresses_are_of_this_machine() -> None:
    here = "localhost LOCALHOST a.localhost 127.0.0.1 127.9.9.9 [::1] [::ffff:127.0.0.1] 0.0.0.0"
    assert [given for given in here.split() if not is_here(f"{given}:1")] == []
    elsewhere = "example.org localhost.example.org 10.0.0.1 [::2] 128.0.0.1 mylocalhost"
    assert [given for given in elsewhere.split() if is_here(f"{given}:1")] == []


def test_an_error_of_the_client_for_node_names_the_variable(node: Made) -> None:
    done = subprocess.run(
        ["node", "examples/node/hint.mjs", "example.org:50051"],
        cwd=node.folder,
        env={**node.seen, "http_proxy": "http://me:secret@127.0.0.1:9"},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert SENDS in done.stderr
    assert "secret" not in done.stderr


def test_curl_does_once_it_is_told_to(serving: Serving) -> None:
    """docs/http.md says how."""
    need("curl")
    (exception,) = (text for _, text in blocks("docs/http.md") if "no_proxy" in text)
    ask = f"curl -sf {serving.url.replace('127.0.0.1', 'localhost')}/nothing -o /dev/null"
    status = [
        subprocess.run(["bash", "-c", f"{words}{ask}"], env=environment(**PROXIES)).returncode
        for words in ("", exception)
    ]
    assert status == [7, 22]  # nobody reached; an answer that is an error
