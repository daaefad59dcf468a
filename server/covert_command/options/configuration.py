"""Settings of a command from three places: its options, the environment, and a TOML file.

The names are the same everywhere: the option `--max-queue` is `COVERT_BOTS_MAX_QUEUE` in the
environment and `max-queue` in the file. An option counts before the environment, the environment
before the file, and the file before the default. click does the reading; here is what it leaves
open: what a file may hold, and where each value came from.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from covert_command.options.file_path import FilePath
from covert_command.terminal.mistakes import (
    Mistake,
    accepted_numbers,
    message_of,
    raise_mistakes,
    wrong_value,
)
from covert_engine.input.errors import CovertError
from covert_engine.input.hints import did_you_mean, nearest
from covert_engine.input.toml import TomlFile, toml_value

ENVIRONMENT = "COVERT_BOTS"  # what the names in the environment begin with
# What other commands take from it, to call a server (`options/server.py`).
OF_OTHERS = ("TLS", "TLS_CA", "CLIENT_CERT", "CLIENT_KEY", "TOKEN", "PATIENCE")
LONGEST = 10_000  # bits of a number; Python writes out those of up to 14,000
NOT_IN_A_FILE = ("check-config", "config", "help", "json", "show-config")
NOT_IN_THE_ENVIRONMENT = ("help", "json")
FROM = {
    ParameterSource.COMMANDLINE: "option",
    ParameterSource.ENVIRONMENT: "environment",
    ParameterSource.DEFAULT_MAP: "file",
    ParameterSource.DEFAULT: "default",
}


class Setting(NamedTuple):
    """A setting in force."""

    name: str
    value: Any
    """As it can be written into a file; None for none."""
    source: str
    """`option`, `environment`, `file` or `default`."""


def _name(option: click.Parameter) -> str:
    """Return the name without the dashes before it: "max-queue"."""
    return max(option.opts, key=len).lstrip("-")


def _read(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Let the settings of the file count where nothing else says more."""
    if not ctx.resilient_parsing:
        _check_environment(ctx)
    if value is None:
        return None
    file = TomlFile.read(value)
    known = {
        _name(parameter): parameter
        for parameter in ctx.command.params
        if _name(parameter) not in NOT_IN_A_FILE
    }
    settings: dict[str, Any] = {}
    wrong: list[str] = []
    for name, given in file.values.items():
        if name not in known:
            wrong.append(f"{file.at(name)}: {name} is not a setting{did_you_mean(name, known)}")
            continue
        parameter = known[name]
        try:
            _check(ctx, parameter, file, name, given)
        except Mistake as error:
            wrong.append(error.message)
        settings[parameter.name or name] = given
    raise_mistakes(wrong)
    ctx.default_map = settings
    return value


def _check_environment(ctx: click.Context) -> None:
    """Check the environment; Mistake for a variable of ours that is no setting."""
    names = {_name(option) for option in ctx.command.params}.difference(NOT_IN_THE_ENVIRONMENT)
    known = {name.upper().replace("-", "_") for name in names}
    for variable in os.environ:
        prefix, _, name = variable.partition(f"{ENVIRONMENT}_")
        if prefix or not name or name in known or name in OF_OTHERS:
            continue
        near = nearest(name, known)
        hint = f"; did you mean {ENVIRONMENT}_{near}?" if near else ""
        raise Mistake(f"{variable} in the environment is not a setting{hint}")


def _check(
    ctx: click.Context, option: click.Parameter, file: TomlFile, name: str, given: Any
) -> None:
    """Check a value; Mistake if the option does not take it."""
    several = option.multiple if isinstance(option, click.Option) else False
    if several != isinstance(given, list):
        expected = "a list" if several else "one value"
        raise Mistake(f"{file.at(name)}: {name} is {toml_value(given)}; expected {expected}")
    expected, fits = _kind(option.type)
    for number, entry in enumerate(given if several else [given]):
        if not fits(entry):
            place, named = (
                (file.at(name, number), f"an entry of {name}") if several else (file.at(name), name)
            )
            raise Mistake(f"{place}: {named} is {toml_value(entry)}; expected {expected}")
    try:
        option.type_cast_value(ctx, given)
    except click.BadParameter as error:
        wrong = wrong_value(error.message, option.type)
        raise Mistake(f"{file.at(name)}: {name}: {wrong}") from error
    except (CovertError, Mistake, OSError) as error:  # of the file that it names
        raise Mistake(f"{file.at(name)}: {name}: {message_of(error)}") from error


def _kind(kind: object) -> tuple[str, Callable[[Any], bool]]:
    """Return the values that a file may hold for a kind of option, in words and as a test.

    An option's own conversion is for words of a shell: it takes some other values for what they are
    not, and breaks at others.
    """
    if isinstance(kind, click.IntRange):
        return accepted_numbers(kind), lambda value: _is_number(value, int)
    if isinstance(kind, click.FloatRange):
        return accepted_numbers(kind), lambda value: _is_number(value, int, float)
    if isinstance(kind, click.types.BoolParamType):
        return "true or false", lambda value: isinstance(value, bool)
    return "text", lambda value: isinstance(value, str) and "\0" not in value


def _is_number(value: Any, *kinds: type) -> bool:
    """Return True for a number that an option can be compared with, and that Python writes out."""
    if isinstance(value, int) and value.bit_length() > LONGEST:
        return False
    return isinstance(value, kinds) and not isinstance(value, bool)


config_file = click.Option(
    ["--config"],
    type=FilePath(exists=True, dir_okay=False),
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=_read,
    help="TOML file with settings, named like these options without the leading dashes.",
)


def settings_of(ctx: click.Context) -> list[Setting]:
    """Return all settings, as they are in force."""
    settings = []
    for option in ctx.command.params:
        name = _name(option)
        if name in NOT_IN_A_FILE or option.name is None:
            continue
        source = ctx.get_parameter_source(option.name) or ParameterSource.DEFAULT
        settings.append(Setting(name, ctx.params.get(option.name), FROM[source]))
    return settings
