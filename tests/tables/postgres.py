"""A server of PostgreSQL for tests, as Debian's package `postgresql` has it, in a folder of its
own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from tables.killing import free_port

OWNER = "postgres"  # who runs it if we are root, which it refuses to be
DEBIAN = Path("/usr/lib/postgresql")


def program(name: str) -> str | None:
    """Return the path of one of its programs; None if it is not installed."""
    newest = sorted(DEBIAN.glob(f"*/bin/{name}"))
    return str(newest[-1]) if newest else shutil.which(name)


class Postgres:
    """A running server."""

    def __init__(self, port: int) -> None:
        self._address = f"postgresql://{OWNER}@127.0.0.1:{port}"

    def new_database(self) -> str:
        """Make a database, and return its address."""
        name = f"tables_{uuid.uuid4().hex}"
        with psycopg.connect(f"{self._address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{self._address}/{name}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a server while the block lasts."""
    as_owner: dict[str, Any] = {"user": OWNER, "cwd": "/"} if os.geteuid() == 0 else {"cwd": "/"}
    initdb, server = program("initdb"), program("postgres")
    assert initdb is not None
    assert server is not None
    folder = Path(tempfile.mkdtemp(prefix="covert-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OWNER)
        words = [initdb, "-D", str(folder), "-U", OWNER, "-A", "trust", "--no-sync"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **as_owner)
        port = free_port()
        settings = ["-h", "127.0.0.1", "-p", str(port), "-c", "unix_socket_directories="]
        words = [server, "-D", str(folder), *settings, "-c", "fsync=off"]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, **as_owner)
        assert process.stderr is not None
        for line in process.stderr:
            if "ready to accept connections" in line:
                break
        try:
            yield Postgres(port)
        finally:
            process.send_signal(signal.SIGINT)  # also if somebody is connected
            process.communicate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
