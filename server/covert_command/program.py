"""The commands, and their exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from textwrap import fill

import click

from covert_bots.arena.errors import OutageError
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import UNFINISHED, lines_of, mistakes

# The error for a group without a command; click before 8.2 has none, and prints the help itself.
NO_COMMAND: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())

WIDTH = 80  # columns of a terminal that does not know its own
CLOSED = 141  # a shell's exit code for a closed output, as by `head`
COMMANDS = (
    "demo",
    "play",
    "table",
    "tables",
    "suggest",
    "companion",
    "serve",
    "token",
    "replay",
    "review",
    "arena",
    "new-bot",
    "engine",
    "mcp",
    "cards",
    "train",
    "bench",
    "load",
    "conform",
)


class Commands(click.Group):
    """The commands, each imported when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"covert_command.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


def _version() -> str:
    try:
        return version("covert-bots")
    except PackageNotFoundError:
        return "not installed"


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("covert-bots demo --bot greedy"),
)
@click.version_option(_version(), prog_name="covert-bots")
@click.pass_context
def covert_bots(context: click.Context) -> None:
    """Bots for the board games Covert and Covert Action: a service, opponents and advisers.

    Exit codes: 0 done, 1 a check failed, 2 an error, 3 an outage left a tournament without games,
    130 Ctrl-C, 141 output closed, 143 SIGTERM.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _for_reading(line: str) -> str:
    """Return a line of standard error, at a terminal in lines that end between words."""
    if not sys.stderr.isatty():
        return line
    width = max(1, os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH)
    return fill(line, width, break_long_words=False, break_on_hyphens=False)


def run(arguments: Sequence[str] | None) -> int:
    """Run the command line and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = covert_bots.main(arguments, "covert-bots", standalone_mode=False)
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit as ended:
        if ended.code != 1:  # a shell has asked for completions
            raise
        return CLOSED  # click and rich exit with 1 when the output is closed
    except NO_COMMAND as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        return 0
    except mistakes() as error:
        for line in lines_of(error):
            click.echo(_for_reading(f"covert-bots: {line}"), err=True)
        return UNFINISHED if isinstance(error, OutageError) else 2
    return code if isinstance(code, int) else 0
