"""Options for the processes of bots that are not ours."""

from __future__ import annotations

import os
from typing import Any

import click

from covert_bots.engines.isolation import Isolation, IsolationError, check_sandbox
from covert_command.options.with_options import with_options
from covert_command.terminal.mistakes import Mistake

MEBIBYTE = 1 << 20

isolation_options = with_options(
    click.option(
        "--untrusted",
        is_flag=True,
        help="Run bots of modules and engines in sandboxes (bubblewrap): no network, no files but "
        "their own.",
    ),
    click.option(
        "--bot-memory",
        type=click.IntRange(64),
        default=Isolation.memory_bytes // MEBIBYTE,
        show_default=True,
        metavar="MIB",
        help="Memory that each process of such a bot may have.",
    ),
    click.option(
        "--pass-env",
        "passed",
        metavar="NAME",
        multiple=True,
        help="Variable of the environment that such bots get; may be repeated.",
    ),
)


def isolation_of(chosen: dict[str, Any]) -> Isolation:
    """Return what the options say; Mistake if it cannot be had here."""
    for name in chosen["passed"]:
        if name not in os.environ:
            raise Mistake(f"--pass-env: {name!r}; expected a variable of the environment")
    if chosen["untrusted"] and chosen["backend"] == "local":
        try:
            check_sandbox()
        except IsolationError as error:
            raise Mistake(str(error)) from None
    return Isolation(
        memory_bytes=chosen["bot_memory"] * MEBIBYTE,
        untrusted=chosen["untrusted"],
        hidden=() if chosen["ledger"] is None else (os.path.realpath(chosen["ledger"]),),
        passed=chosen["passed"],
    )
