"""`covert-bots token`: a token for a new client of a server."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from covert_command.options import json_output
from covert_command.options.configuration import ENVIRONMENT
from covert_command.options.file_path import FilePath
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages, output, print_json
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import MOST, Quota
from covert_server.access.tokens import BATCH, INTERACTIVE, add_holder

EXPECTED = (
    "expected calls=NUMBER, seconds=NUMBER or both with a comma between them, each greater than 0, "
    f"at most {MOST}"
)


def quota_of(value: str) -> Quota:
    """Read the quota of a client: its use in a minute."""
    calls, seconds = None, None
    for part in value.split(","):
        name, _, number = part.partition("=")
        try:
            if name == "calls" and calls is None and 0 < int(number) <= MOST:
                calls = int(number)
                continue
            if name == "seconds" and seconds is None and 0 < float(number) <= MOST:
                seconds = float(number)
                continue
        except ValueError:
            pass
        raise click.BadParameter(f"{value!r} is not a quota; {EXPECTED}")
    return Quota(calls, seconds)


@click.command(
    epilog=examples(
        "covert-bots token lobby --tokens tokens.toml",
        "covert-bots token nightly --tokens tokens.toml --class batch",
    )
)
@click.argument("name")
@click.option(
    "--tokens",
    "file",
    type=FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    envvar=f"{ENVIRONMENT}_TOKENS",
    required=True,
    help="File to add it to, the one that `serve --tokens` reads.",
)
@click.option(
    "--class",
    "kind",
    type=click.Choice((INTERACTIVE, BATCH)),
    default=INTERACTIVE,
    show_default=True,
    help="Calls of the batch class wait for all others.",
)
@click.option(
    "--quota",
    type=quota_of,
    metavar="QUOTA",
    help="Maximum calls per minute and worker-thread seconds per minute, such as "
    "calls=600,seconds=90.  [default: "
    "no limit]",
)
@json_output.as_json
def command(name: str, file: Path, kind: str, quota: Quota | None, as_json: bool) -> None:
    """Create a token that lets NAME call a server.

    The token is printed once; the --tokens file keeps only its hash. A server that runs with `serve
    --tokens FILE` accepts the new token without a restart. To revoke a token, remove its entry from
    the file.
    """
    try:
        token = add_holder(file, name, kind == BATCH, quota or Quota())
    except AccessFileError as error:
        raise Mistake(str(error)) from error
    if as_json:
        print_json({"name": name, "class": kind, "token": token})
        return
    try:
        output().print(token, markup=False, highlight=False, soft_wrap=True)
        sys.stdout.flush()
    except OSError as error:
        raise Mistake(
            f"standard output: {error.strerror or error}; {file} has a token for {name} that "
            "nobody has seen: remove its lines"
        ) from error
    messages().print(
        f"This token will not be shown again; {file} has only its hash.", soft_wrap=True
    )
