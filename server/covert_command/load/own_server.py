"""A server in a process of its own: what loads it must not share its interpreter."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from covert_command.terminal.mistakes import Mistake

STOPPING = 10.0  # seconds for it to end
SETTING = "COVERT_BOTS_"  # begins the variables that `serve` reads: they are for another server
GUARD = 'read line; kill -s TERM "$1"'  # ends it when we end, in whatever way


class OwnServer(NamedTuple):
    """A server that runs."""

    target: str
    """Host and port."""
    process: int
    """Its process id."""


@contextmanager
def own_server(cards: Path | None = None, *more: str) -> Iterator[OwnServer]:
    """Serves while the block lasts, the house set and that of a file if there is one, with further
    arguments of `serve`."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = [] if cards is None else ["--cards", str(cards)]
        words = [sys.executable, "-m", "covert_command", "serve", "--port", "0", "--json"]
        log = Path(folder) / "log"
        with log.open("w", encoding="utf-8") as errors:
            process = subprocess.Popen(
                [*words, "--grace", "0", *chosen, *more],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={name: one for name, one in os.environ.items() if not name.startswith(SETTING)},
            )
        guard = subprocess.Popen(
            ["sh", "-c", GUARD, "guard", str(process.pid)],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # such as of a current folder that is gone
            start_new_session=True,
        )
        try:
            port = _port(process)
            if port is None:
                said = log.read_text(encoding="utf-8", errors="replace").strip()
                raise Mistake(f"the server did not start: {said}")
            yield OwnServer(f"127.0.0.1:{port}", process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOPPING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            guard.kill()
            guard.communicate()


def _port(process: subprocess.Popen[str]) -> int | None:
    """What the server says when it is ready; None if it ends instead."""
    assert process.stdout is not None
    text = ""
    for line in process.stdout:
        text += line
        if line.rstrip() == "}":
            port: int = json.loads(text)["port"]
            return port
    return None
