"""`covert-bots table`: the page, the tables, their file, and how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command.shell import COMMAND, HEARING, environment, mistake

pytest.importorskip("h11")

TABLE = (*HEARING, *COMMAND, "table", "--no-browser", "--json")


@contextmanager
def table(folder: Path, port: int = 0) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """Run it, and yield what it prints and its process."""
    started = subprocess.Popen(
        [*TABLE, "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(XDG_CONFIG_HOME=str(folder)),
    )
    with started as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "}\n")
        try:
            yield json.loads("".join(lines) + "}"), process
        finally:
            process.kill()


def asked(address: str, method: str, **request: Any) -> dict[str, Any]:
    """Return the answer of a table's server to a call."""
    call = urllib.request.Request(
        f"{address}covertbots.v1.Tables/{method}",
        json.dumps(request).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(call) as response:
        answer: dict[str, Any] = json.load(response)
    return answer


def test_a_table_goes_on_where_it_was_left(tmp_path: Path) -> None:
    seats = [{"host": "Ann"}, {"open": True}]
    with table(tmp_path) as (said, process):
        page = urllib.request.urlopen(said["address"]).read().decode()
        assert "<title>Covert bots</title>" in page
        made = asked(said["address"], "CreateTable", seats=seats)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    assert Path(said["tables"]).parent == tmp_path / "covert-bots" / "games"
    with table(tmp_path) as (said, _):
        found = asked(said["address"], "GetTable", table=made["table"], token=made["seatToken"])
    assert [seat["name"] for seat in found["table"]["seats"]] == ["Ann", ""]


def test_only_one_server_has_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with table(tmp_path) as (said, _):
        refused = mistake("table", "--no-browser", "--port", "0")
    assert refused == (
        f"{said['tables']}: database is locked; expected a file that no other server uses"
    )


def test_a_port_in_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = mistake("table", "--no-browser", "--port", str(port))
    assert refused == f"--port: {port}: Address already in use; expected a free port, or 0 for any"


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "h11.py").write_text("raise ImportError('not here')")
    done = subprocess.run(
        TABLE,
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path)),
    )
    install = f"{sys.executable} -m pip install 'covert-bots[web]'"
    said = f"covert-bots: h11 is not installed; expected the extra `web`: {install}\n"
    assert (done.returncode, done.stderr) == (2, said)
