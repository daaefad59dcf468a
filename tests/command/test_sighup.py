"""SIGHUP, which `systemctl reload` and logrotate send, has a server read its files again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command.shell import COMMAND, environment
from service.authorities import Authority

from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covertbots.client import Client


class Served:
    """A server with tokens and certificates, in so many processes, and what it logs."""

    def __init__(self, folder: Path, processes: int) -> None:
        self.tokens = folder / "tokens.toml"
        self.authority = Authority(folder)
        self.token = add_holder(self.tokens, "first", batch=False, quota=Quota())
        files = self.authority.certify()
        tls = ("--tls-cert", str(files.certificate), "--tls-key", str(files.key))
        ports = ("--port", "0", "--metrics-port", "0")
        more = (*ports, "--processes", str(processes), "--workers", "2", "--log-format", "json")
        self.processes = processes
        self.process = subprocess.Popen(
            [*COMMAND, "serve", *more, *tls, "--tokens", str(self.tokens)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self.process.stdout is not None
        self.target = self.process.stdout.readline().removeprefix("serving ").split(";")[0]

    def lines_until(self, message: str, times: int = 1) -> list[dict[str, Any]]:
        """Read the lines of the log until such a one has come so many times."""
        assert self.process.stderr is not None
        lines: list[dict[str, Any]] = []
        while sum(line["message"] == message for line in lines) < times:
            text = self.process.stderr.readline()
            assert text, f"the server ended: {lines}"
            lines.append(json.loads(text))
        return lines

    def answers(self, token: str) -> int:
        credentials = self.authority.credentials()
        with Client(self.target, credentials=credentials, token=token) as client:
            return len(client.list_bots().bots)


@pytest.fixture(params=[1, 2])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path, request.param)
    yield served
    served.process.kill()
    served.process.communicate()


def test_it_reads_tokens_and_certificates_again_and_serves_on(served: Served) -> None:
    """It does so even if nobody calls, and even if the files have not changed."""
    readers = served.processes + (served.processes > 1)  # the supervisor serves the metrics
    for _ in range(2):
        served.process.send_signal(signal.SIGHUP)
        seen = served.lines_until("certificates reloaded", readers)
        messages = [line["message"] for line in seen]
        assert messages.count("tokens reloaded") == served.processes
    second = add_holder(served.tokens, "second", batch=False, quota=Quota())
    served.process.send_signal(signal.SIGHUP)
    served.lines_until("certificates reloaded", readers)
    assert served.answers(second) == served.answers(served.token) > 0
    served.process.terminate()
    assert served.process.wait(60) == 0


def test_what_cannot_be_read_changes_nothing(served: Served) -> None:
    served.tokens.write_text("[broken")
    served.process.send_signal(signal.SIGHUP)
    wrong = served.lines_until("tokens not reloaded", served.processes)[-1]
    assert str(served.tokens) in str(wrong["error"])
    assert served.answers(served.token) > 0


@pytest.mark.parametrize("served", [2], indirect=True)
def test_one_of_several_processes_hears_it_too(served: Served) -> None:
    """`systemctl kill --signal=HUP` sends it to all processes of a service."""
    *_, started = served.lines_until("started", 3)
    for pid in json.loads(str(started["processes"])):
        os.kill(pid, signal.SIGHUP)
    served.lines_until("tokens reloaded", 2)
    assert served.answers(served.token) > 0


def test_a_server_that_is_still_starting_lives_on(tmp_path: Path) -> None:
    """The signal comes once it has begun to look at its settings."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        assert process.stdout is not None
        ignored = 1 << (signal.SIGHUP - 1)
        while not int(status(process.pid)["SigIgn"], 16) & ignored:
            if int(status(process.pid)["SigCgt"], 16) & ignored:
                break
        process.send_signal(signal.SIGHUP)
        assert process.stdout.readline().startswith("serving ")
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()


def status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
