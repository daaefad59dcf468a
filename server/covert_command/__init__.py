"""The command line `covert-bots`: one module for each command.

A user's mistake is reported in one line on standard error, with exit code 2. Ctrl-C ends any
command with exit code 130. With `--json` a command writes one JSON document to standard output and
nothing else there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]

INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C ended


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and ends the program."""
    # gRPC reads this when it is imported; we report its errors in our own words.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:  # closed by who started us
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    try:
        from covert_command.commands import run

        code = run(arguments)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
