"""The clients behind HAProxy, which ends two-way calls with CANCELLED where the server ended them
first (as 2.6 of Debian 12 does): the final answer is the end, and a mistake reaches the caller."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from service.both_clients import Connect, asked, both
from service.games import request_view, some_decisions
from service.server import Serving

from covertbots.client import Client, ServiceError, limits
from covertbots.v1.view_pb2 import View

CONFIGURATION = """
defaults
  mode http
  timeout connect 10s
  timeout client 100s
  timeout server 100s
listen grpc
  bind 127.0.0.1:{port} proto h2
  server one {target} proto h2
"""
VIEW = request_view(some_decisions(2, 11, 40)[7])
WRONG = View()
WRONG.CopyFrom(VIEW)
WRONG.covert.round = 61
TIMES = 10


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory, serving: Serving) -> Iterator[str]:
    """Yield the target of a server behind HAProxy."""
    program = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
    if program is None:
        pytest.skip("not installed: haproxy")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file: Path = tmp_path_factory.mktemp("haproxy") / "haproxy.cfg"
    file.write_text(CONFIGURATION.format(port=port, target=serving.target))
    process = subprocess.Popen([program, "-db", "-f", file])
    try:
        target = f"127.0.0.1:{port}"
        with Client(target) as client:
            client.wait_ready(30.0)
        yield target
    finally:
        process.terminate()
        process.wait()


@both
def test_an_analysis_ends_with_its_final_answer(proxied: str, connect: Connect) -> None:
    async def ask(client: Any) -> None:
        for _ in range(TIMES):
            analysis = client.analyze(VIEW, "ismcts", limits(iterations=50))
            assert [answer.final async for answer in analysis] == [True]

    asked(connect, proxied, ask, attempts=1)


def test_one_that_is_stopped_too(proxied: str) -> None:
    with Client(proxied) as client:
        analysis = client.analyze(VIEW, "ismcts", limits(iterations=10_000_000), interval=0.0)
        assert not next(analysis).final
        analysis.stop()
        assert [answer.final for answer in analysis][-1]


def check(error: ServiceError, field: str) -> None:
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.reason == "INVALID_REQUEST"
    assert error.violations[0][0] == field
    assert error.message.startswith(field)
    assert "asked" not in str(error)  # but once


@both
def test_mistakes_reach_the_caller_and_a_seat_goes_on(proxied: str, connect: Connect) -> None:
    async def ask(client: Any) -> None:
        async with client.play_seat("greedy") as seat:
            for _ in range(TIMES):
                assert (await seat.decide(VIEW)).action.text
                with pytest.raises(ServiceError) as caught:
                    await seat.decide(WRONG)
                check(caught.value, "change.view.covert.round")
                with pytest.raises(ServiceError) as caught:
                    await anext(aiter(client.analyze(WRONG, "greedy")))
                check(caught.value, "start.request.view.covert.round")

    asked(connect, proxied, ask)
