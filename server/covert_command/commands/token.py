"""`covert-bots token`: a token for a new client of a server."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from click.core import ParameterSource

from covert_command.options import json_output
from covert_command.options.configuration import ENVIRONMENT
from covert_command.options.file_path import FilePath
from covert_command.options.number import Number
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages, output, print_json
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import MOST, Quota
from covert_server.access.tokens import BATCH, INTERACTIVE, add_holder, rotate_token, toml_time

DAYS = Number(0, 36_500, min_open=True)  # a hundred years; dates end in the year 9999
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
        "covert-bots token lobby --tokens tokens.toml --rotate --overlap 7",
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
@click.option(
    "--expires",
    type=DAYS,
    metavar="DAYS",
    help="Days after which the token is no longer valid.  [default: never]",
)
@click.option(
    "--rotate",
    is_flag=True,
    help="Give NAME, which has a token, another one; quota and class stay.",
)
@click.option(
    "--overlap",
    type=DAYS,
    default=7.0,
    show_default=True,
    metavar="DAYS",
    help="Days for which the earlier tokens are still valid after --rotate.",
)
@json_output.as_json
@click.pass_context
def command(
    ctx: click.Context,
    /,
    name: str,
    file: Path,
    kind: str,
    quota: Quota | None,
    expires: float | None,
    rotate: bool,
    overlap: float,
    as_json: bool,
) -> None:
    """Create a token that lets NAME call a server.

    The token is printed once; the --tokens file keeps only its hash. A server that runs with `serve
    --tokens FILE` accepts the new token without a restart. To revoke a token, remove its entry from
    the file. To replace one while its holder calls, use --rotate: both are valid for a while.
    """
    _check_options(ctx, rotate)
    now = datetime.now(UTC)
    last = None if expires is None else now + timedelta(days=expires)
    try:
        if rotate:
            token = rotate_token(file, name, now + timedelta(days=overlap), last)
        else:
            token = add_holder(file, name, kind == BATCH, quota or Quota(), last)
    except AccessFileError as error:
        raise Mistake(str(error)) from error
    if as_json:
        until = None if last is None else toml_time(last)
        shown = {} if rotate else {"class": kind}
        print_json({"name": name, **shown, "token": token, "expires": until})
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
    if rotate:
        until = f"{now + timedelta(days=overlap):%Y-%m-%d %H:%M} UTC"
        messages().print(f"Earlier tokens of {name} are valid until {until}.", soft_wrap=True)


def _check_options(ctx: click.Context, rotate: bool) -> None:
    """Check the options; Mistake if one would have no effect."""
    unused = {"kind": "--class", "quota": "--quota"} if rotate else {"overlap": "--overlap"}
    for parameter, option in unused.items():
        if ctx.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            why = "--rotate changes neither class nor quota" if rotate else "it is for --rotate"
            raise Mistake(f"{option}: {why}; leave it out")
