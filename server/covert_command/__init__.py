"""The command line `covert-bots`.

A user's mistake is reported in one line on standard error, with exit code 2. Ctrl-C ends any
command with exit code 130, and SIGTERM in the same way with 143; `serve`, which it stops, ends with
0. With `--json` a command writes one JSON document to standard output, and
nothing else there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["main"]

# The exit codes that a shell reports after Ctrl-C and SIGTERM.
INTERRUPTED, TERMINATED = 130, 143


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the program."""
    # gRPC reads this when it is imported; its errors are reported in our own words.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:  # closed by the parent process
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    with _sigterm_as_ctrl_c() as heard:
        try:
            from covert_command.program import run

            code = run(arguments)
        except KeyboardInterrupt:
            code = TERMINATED if heard.is_set() else INTERRUPTED
    sys.exit(code)


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[threading.Event]:
    """Let SIGTERM do what Ctrl-C does at that moment, unless the parent process ignores it. Yields
    an event that is set when it comes."""
    heard = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        heard.set()
        on_ctrl_c = signal.getsignal(signal.SIGINT)
        if not callable(on_ctrl_c):  # such as in a script's background, where it is ignored
            raise KeyboardInterrupt
        on_ctrl_c(signal.SIGINT, frame)

    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield heard
        return
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGTERM, before)
