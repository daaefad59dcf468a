"""The command line, run to its end, as a server, or at a terminal.

To its end it runs in this process, which takes a tenth of the time that one of its own takes to
start. Each command is also run as a process of its own by some test: what it imports, its pipes and
signals, and what libraries write past `sys.stderr` show only there.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from covert_command import main

__all__ = [
    "AT_A_PROMPT",
    "COMMAND",
    "HEARING",
    "LONGEST",
    "PROXIES",
    "PROXY",
    "REPOSITORY",
    "Terminal",
    "document",
    "environment",
    "has_ipv6",
    "mistake",
    "run",
    "run_apart",
    "run_without_room",
    "serving",
    "serving_http",
]

REPOSITORY = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "covert_command"]
LONGEST = 120.0  # seconds that anything may take
PROXY = "http://127.0.0.1:9"  # nothing listens there
PROXIES = {  # as in the environment of many companies
    name: PROXY
    for variable in ("grpc_proxy", "https_proxy", "http_proxy", "all_proxy")
    for name in (variable, variable.upper())
}
PATIENCE = 30.0  # seconds after which a person presses a key again
AT_A_PROMPT = 3.0  # the same where nothing runs that has to end first
# Put before a command: threads of this process, such as gRPC's, do not bear a fork in which more
# Python runs. Whoever runs the tests in the background may ignore Ctrl-C.
HEARING = [
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])",
]
AT_A_TERMINAL = [
    *HEARING[:2],
    f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {HEARING[2]}",
]
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a command: without the tester's own colours and size of
    terminal."""
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm", "NO_COLOR": "1", **more}


def run(
    *arguments: str, stdin: str | None = None, columns: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `covert-bots` with some arguments to its end, in this process."""
    typed = TextIOWrapper(BytesIO((stdin or "").encode()), encoding="utf-8")
    out, errors = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    seen = environment(**_size(columns))
    with (
        patch.dict(os.environ, seen, clear=True),
        patch.object(sys, "argv", ["covert-bots", *arguments]),
        patch.object(sys, "stdin", typed),
        redirect_stdout(out),
        redirect_stderr(errors),
        _the_log_of_the_tests(),
    ):
        try:
            main(arguments)
        except SystemExit as ended:
            code = ended.code
    texts = []
    for stream in (out, errors):
        stream.seek(0)
        texts.append(stream.read())
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, *texts)


@contextmanager
def _the_log_of_the_tests() -> Iterator[None]:
    """Put the log back as it was: a thread of `serve` would go on writing what later servers say,
    between the tests too, where nothing captures it."""
    log = logging.getLogger()
    handlers, level = log.handlers.copy(), log.level
    try:
        yield
    finally:
        for handler in set(log.handlers).difference(handlers):
            handler.close()
        log.handlers[:] = handlers
        log.setLevel(level)


def run_apart(
    *arguments: str, stdin: str | None = None, columns: int | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run it as a process of its own, with these environment variables too."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin or "",
        capture_output=True,
        text=True,
        timeout=LONGEST,
        cwd=REPOSITORY,
        env=environment(**_size(columns), **variables),
    )


def run_without_room(*arguments: str) -> tuple[int, str]:
    """Run it with a full standard output; return the exit code, and the error."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=LONGEST,
        )
    return done.returncode, done.stderr


def _size(columns: int | None) -> dict[str, str]:
    return {} if columns is None else {"COLUMNS": str(columns)}


def document(*arguments: str) -> dict[str, Any]:
    """Run a command that must succeed, and return what it prints with `--json`."""
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def mistake(*arguments: str, stdin: str | None = None, apart: bool = False) -> str:
    """Run a command that must fail with one line on standard error, and return that line."""
    done = (run_apart if apart else run)(*arguments, stdin=stdin)
    assert done.returncode == 2, done
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("covert-bots: ")
    return lines[0].removeprefix("covert-bots: ")


def has_ipv6() -> bool:
    """Return True if this machine can reach itself over IPv6."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """Run `covert-bots serve` on a free port while the block lasts; yield host and port."""
    with _announced(*arguments) as document:
        yield f"127.0.0.1:{document['port']}"


@contextmanager
def serving_http(*arguments: str) -> Iterator[str]:
    """Run the same server with HTTP while the block lasts; yield host and port of HTTP."""
    with _announced("--http-port", "0", *arguments) as document:
        yield f"127.0.0.1:{document['http_port']}"


@contextmanager
def _announced(*arguments: str) -> Iterator[dict[str, Any]]:
    """Run `covert-bots serve` on a free port; yield what it prints."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--json", "--grace", "0", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    text = ""
    while not text.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "the server ended"
        text += line
    try:
        yield json.loads(text)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0
        process.stdout.close()


class Terminal:
    """A command at a terminal of its own, with somebody who reads and types."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 100,
        rows: int = 40,
        colours: bool = False,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*AT_A_TERMINAL, *command, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=REPOSITORY,
            env=environment(NO_COLOR="" if colours else "1"),
            start_new_session=True,
        )
        os.close(theirs)
        self.text = ""
        """All that was shown, without colours and movements of the cursor."""
        self.raw = ""
        """All that was shown, with them."""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: Any) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)

    def read_until(self, words: str, after: int = 0) -> int:
        """Read until the words stand after that place; return the place behind them."""
        return self.read_until_one(words, after=after)

    def read_until_one(self, *words: str, after: int) -> int:
        """Read until one of these stands after that place; return the place behind it."""
        deadline = time.monotonic() + LONGEST
        pattern = re.compile("|".join(map(re.escape, words)))
        while (match := pattern.search(self.text, after)) is None:
            assert time.monotonic() < deadline, self.text
            assert self._read(deadline), f"{words!r} was not shown:\n{self.text}"
        return match.end()

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._screen, line.encode() + b"\n")

    def press(self, key: str) -> None:
        """Press a key."""
        os.write(self._screen, key.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Make the window so high and wide."""
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def interrupt(self, patience: float = PATIENCE) -> int:
        """Press Ctrl-C, and once more if nothing comes of it; return the exit code."""
        return self._stop(lambda: os.write(self._screen, b"\x03"), patience)

    def terminate(self, patience: float = PATIENCE) -> int:
        """Send SIGTERM, and once more if nothing comes of it; return the exit code."""
        return self._stop(self.process.terminate, patience)

    def _stop(self, signalled: Callable[[], object], patience: float) -> int:
        """Python's own `input` can miss a signal that comes as it begins to wait."""
        for _ in range(2):
            signalled()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
                break
        return self.end()

    def end(self) -> int:
        """Read to the end; return the exit code."""
        deadline = time.monotonic() + LONGEST
        while self._read(deadline):
            pass
        return self.process.wait(LONGEST)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._screen], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing more came:\n{self.text}"
        try:
            data = os.read(self._screen, 65536)
        except OSError:  # Linux says so once the other end is closed
            return False
        shown = data.decode(errors="replace")
        self.raw += shown
        self.text += CONTROL.sub("", shown)
        return bool(data)
