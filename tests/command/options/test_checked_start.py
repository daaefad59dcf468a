"""`covert-bots serve --check-config` looks at what a start would look at, and serves nothing."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command.shell import document, mistake, run
from service.authorities import Authority

from covert_server.access.quotas import Quota
from covert_server.access.tls import TlsFiles
from covert_server.access.tokens import add_holder
from covert_server.tables.sqlite_store import sqlite_store

CHECK = ("serve", "--check-config")
ANY_PORTS = ("--port", "0", "--http-port", "0", "--metrics-port", "0")


@pytest.fixture
def files(tmp_path: Path) -> TlsFiles:
    return Authority(tmp_path).certify()


@pytest.fixture
def taken() -> Iterator[str]:
    """Yield a port that another program has."""
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield str(other.getsockname()[1])


def of_tls(files: TlsFiles) -> tuple[str, ...]:
    return ("--tls-cert", str(files.certificate), "--tls-key", str(files.key))


def test_it_says_what_would_be_served(tmp_path: Path, files: TlsFiles) -> None:
    tokens = tmp_path / "tokens.toml"
    for name in ("first", "second"):
        add_holder(tokens, name, batch=False, quota=Quota())
    words = (*CHECK, *ANY_PORTS, *of_tls(files), "--tokens", str(tokens), "--workers", "3")
    told = document(*words, "--processes", "2", "--max-connections-total", "200")
    assert told["addresses"] == dict.fromkeys(
        ("--port", "--http-port", "--metrics-port"), "127.0.0.1:0"
    )
    assert told["holders"] == 2
    assert told["certificate_days"] > 300
    assert (told["workers"], told["processes"], told["connections"]) == (3, 2, 200)
    said = run(*words).stdout.splitlines()
    assert "tokens: 2 holders" in said
    assert said[-1] == "a server with these settings would start"


def test_an_address_in_use_is_told_and_no_mistake(taken: str) -> None:
    """It may be that of the server whose settings are to change."""
    done = run(*CHECK, "--port", taken)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"gRPC: 127.0.0.1:{taken}, in use now"
    assert done.stdout.endswith("would start once what is in use is free\n")


def test_nothing_is_left_listening(taken: str) -> None:
    """The port is checked at last, when a server would have it."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert run(*CHECK, "--port", str(port)).returncode == 0
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", port))


def test_an_expired_certificate_is_a_mistake(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.certify(not_after=datetime(2024, 5, 17, tzinfo=UTC))
    wrong = f"{files.certificate}: expired on 2024-05-17; expected a certificate that is valid"
    assert mistake(*CHECK, *of_tls(files)).endswith(wrong)


def test_each_file_is_read_as_at_a_start(tmp_path: Path, files: TlsFiles) -> None:
    other = Authority(tmp_path, "other").certify("other")
    mixed = of_tls(TlsFiles(files.certificate, other.key))
    assert "expected a certificate and its key" in mistake(*CHECK, *mixed)
    missing = str(tmp_path / "nowhere")
    assert f"{missing}: No such file" in mistake(*CHECK, "--tokens", missing)
    broken = tmp_path / "tokens.toml"
    broken.write_text("[lobby]\nsha256 = 5\n")
    assert "expected 64 hexadecimal digits" in mistake(*CHECK, "--tokens", str(broken))


def test_an_address_of_another_machine_is_a_mistake() -> None:
    said = mistake(*CHECK, "--host", "192.0.2.7", "--insecure")
    assert "--host: '192.0.2.7' is not an address of this machine" in said


def test_tables_of_a_running_server_are_told_and_no_mistake(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    store = sqlite_store(place)
    try:
        told = document(*CHECK, *ANY_PORTS, "--tables", str(place))
    finally:
        asyncio.run(store.close())
    assert (told["tables"], told["in_use"]) == (str(place), [str(place)])
    assert not document(*CHECK, *ANY_PORTS, "--tables", str(place))["in_use"]


def test_tables_that_do_not_exist_yet_are_not_made(tmp_path: Path) -> None:
    """They would belong to whoever checks, and not to the server."""
    assert run(*CHECK, *ANY_PORTS, "--tables", str(tmp_path / "tables.db")).returncode == 0
    assert not list(tmp_path.iterdir())
    nowhere = str(tmp_path / "nowhere" / "tables.db")
    said = mistake(*CHECK, *ANY_PORTS, "--tables", nowhere)
    assert said == f"--tables: {nowhere}: No such file or directory"


def test_tables_that_are_something_else_are_a_mistake(tmp_path: Path) -> None:
    other = tmp_path / "tables.db"
    other.write_text("no database " * 100)
    assert f"--tables: {other}: " in mistake(*CHECK, *ANY_PORTS, "--tables", str(other))


def test_each_mistake_has_a_line(tmp_path: Path, files: TlsFiles) -> None:
    other = Authority(tmp_path, "other").certify("other")
    mixed = of_tls(TlsFiles(files.certificate, other.key))
    nowhere = str(tmp_path / "nowhere" / "any")
    done = run(*CHECK, *ANY_PORTS, *mixed, "--tokens", nowhere, "--tables", nowhere)
    assert done.returncode == 2
    starts = [line.split(": ")[1] for line in done.stderr.splitlines()]
    assert starts == ["--tls-cert", "--tokens", "--tables"]


def test_fewer_connections_than_set_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (150, 150))
    said = run(*CHECK, *ANY_PORTS).stdout
    assert "connections: 50 at most, not 1000: a process may open only 150 files" in said
