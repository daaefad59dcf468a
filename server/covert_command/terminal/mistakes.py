"""Reports of a user's mistakes, in one line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from click.core import ParameterSource

from covert_bots.arena.errors import LedgerError, OutageError, PlanError
from covert_command.terminal.command_line import with_this_program
from covert_engine.input.errors import CovertError, ProblemsError, RecordError, ViewError
from covert_engine.input.hints import and_more, did_you_mean
from covert_engine.input.record_text import line_of_action

UNFINISHED = 3  # exit code of a tournament that an outage has stopped, or that lacks games
LONGEST = 500  # characters of a line
# Messages of click about unknown arguments and commands.
EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<arguments>.*)\)", re.DOTALL)
NO_COMMAND = re.compile(r"No such command '(?P<name>.*?)'\..*", re.DOTALL)


class Mistake(click.ClickException):
    """A user's mistake; the message says what was expected."""

    exit_code = 2


class SeveralMistakes(Mistake):
    """A user's mistakes that were found together, each for a line of its own."""

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("; ".join(messages))
        self.messages = list(messages)


def raise_mistakes(messages: Sequence[str]) -> None:
    """Raise a user's mistakes; nothing if there are none."""
    if len(messages) == 1:
        raise Mistake(messages[0])
    if messages:
        raise SeveralMistakes(messages)


def mistakes() -> tuple[type[Exception], ...]:
    """Return the errors that are reported in one line. Those of the client are among them once it
    has been imported, which takes longer than the rest of a short command."""
    client = sys.modules.get("covertbots.client")
    of_client = () if client is None else (client.RequestError, client.ServiceError)
    ours = (CovertError, LedgerError, OutageError, PlanError)
    return (click.ClickException, OSError, *ours, *of_client)


def lines_of(error: BaseException) -> list[str]:
    """Return the lines that describe what is reported, one for each mistake."""
    if isinstance(error, SeveralMistakes):
        return [_bounded(message) for message in error.messages]
    return [message_of(error)]


def message_of(error: BaseException) -> str:
    """Return the line that describes the mistake."""
    if isinstance(error, click.UsageError):
        text = _wrong_parameter(error) or _unexpected(error) or error.format_message()
        if error.ctx is not None:
            text = f"{text.rstrip('.')} (see {error.ctx.command_path} --help)"
    elif isinstance(error, click.ClickException):
        text = error.format_message()
    elif isinstance(error, ViewError):
        text = _first([f"{field}: {wrong}" for field, wrong in error.violations])
    elif isinstance(error, ProblemsError):
        text = _first(error.problems)
    elif isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        if isinstance(error, FileNotFoundError) and not _has_folder():
            text = f"{text}; the current folder has been deleted, change to another one"
    else:
        text = getattr(error, "message", "") or str(error)  # without the code of a ServiceError
        if str(error).startswith("UNAUTHENTICATED: "):
            text = f"{text}; give it with --token or in COVERT_BOTS_TOKEN"
    return _bounded(text)


def _bounded(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _has_folder() -> bool:
    """Return True if the current folder still exists."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def _wrong_parameter(error: click.UsageError) -> str:
    """Describe a wrong value of an option or argument, which is named first as in the commands' own
    mistakes; empty for other errors."""
    if not isinstance(error, click.BadParameter):
        return ""
    hint = error.param_hint or _variable_of(error)
    if hint is None and error.param is not None and error.ctx is not None:
        hint = error.param.get_error_hint(error.ctx)
    if hint is None:
        return ""
    place = (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")
    if isinstance(error, click.MissingParameter):
        return f"{place}: missing"
    kind = None if error.param is None else error.param.type
    return f"{place}: {wrong_value(error.message, kind)}"


def _variable_of(error: click.BadParameter) -> str | None:
    """Return the environment variable that a value comes from; None if it is from elsewhere."""
    option, ctx = error.param, error.ctx
    if option is None or option.name is None or ctx is None:
        return None
    if ctx.get_parameter_source(option.name) is not ParameterSource.ENVIRONMENT:
        return None
    if isinstance(option.envvar, str):
        return option.envvar
    return f"{ctx.auto_envvar_prefix}_{option.name.upper()}"


def wrong_value(message: str, kind: object) -> str:
    """Return click's message about a value, with the numbers, choices or flags that were
    expected."""
    value, wrong, _ = message.rpartition(" is not ")
    if wrong and isinstance(kind, click.types.BoolParamType):  # of a variable
        return f"{value}; expected true or false"
    if wrong and isinstance(kind, (click.IntRange, click.FloatRange)):
        return f"{value}; expected {accepted_numbers(kind)}"
    if wrong and isinstance(kind, click.Choice):
        several = "one of " if len(kind.choices) > 1 else ""
        return f"{value}; expected {several}{', '.join(map(str, kind.choices))}"
    return message


def _unexpected(error: click.UsageError) -> str:
    """Describe an unknown option, argument or command; empty for other errors."""
    if isinstance(error, click.NoSuchOption):
        alike = sorted(error.possibilities or ())
        hint = f"; did you mean {' or '.join(alike)}?" if alike else ""
        return f"no such option {error.option_name}{hint}"
    if isinstance(error, click.BadOptionUsage):
        expected = "no value" if "not take" in error.message else "a value after it"
        return f"{error.option_name}: expected {expected}"
    if error.ctx is None:
        return ""
    said, command = error.format_message(), error.ctx.command
    if extra := EXTRA.fullmatch(said):
        first = extra["arguments"].split(" ")[0]
        return f"unexpected argument {first!r}{_option_with(first, error.ctx)}"
    if isinstance(command, click.Group) and (unknown := NO_COMMAND.fullmatch(said)):
        known = command.list_commands(error.ctx)
        return f"no such command {unknown['name']!r}{did_you_mean(unknown['name'], known)}"
    return ""


def _option_with(value: str, ctx: click.Context) -> str:
    """Return a hint at the option that has such values; empty if there is none."""
    for option in ctx.command.params:
        if isinstance(option, click.Option) and not option.is_flag:
            offered = option.type.shell_complete(ctx, option, value)
            if any(item.type == "plain" and item.value == value for item in offered):
                return f"; did you mean {option.opts[0]} {value}?"
    return ""


def accepted_numbers(kind: click.IntRange | click.FloatRange) -> str:
    """Describe the numbers that an option accepts."""
    number = "a whole number" if isinstance(kind, click.IntRange) else "a number"
    if kind.min_open:
        most = "" if kind.max is None else f", at most {kind.max}"
        return f"{number} greater than {kind.min}{most}"
    if kind.max is not None:
        return f"{number} from {kind.min} to {kind.max}"
    return f"{number}, at least {kind.min}"


def _first(problems: Sequence[str]) -> str:
    return problems[0] + (and_more(len(problems) - 1) if len(problems) > 1 else "")


def one_line(text: str) -> str:
    """Return foreign text on one line, without characters that move the cursor."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@contextmanager
def in_file(path: str) -> Iterator[None]:
    """Add the name of the file to a mistake in it."""
    try:
        yield
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong = "a character here is not in UTF-8; save the file as UTF-8"
        raise Mistake(f"{path}: line {line}: {wrong}") from error
    except ProblemsError as error:
        place = path if error.lines[0] is None else f"{path}:{error.lines[0]}"
        check = with_this_program("cards", "check", path)
        rest = f" (see {check})" if len(error.problems) > 1 else ""
        raise Mistake(f"{place}: {message_of(error)}{rest}") from error
    except CovertError as error:
        raise Mistake(f"{path}: {_line_of(error, path)}{message_of(error)}") from error


def _line_of(error: CovertError, path: str) -> str:
    """Return the line of a record's illegal action; empty for other mistakes."""
    if not isinstance(error, RecordError) or error.action is None:
        return ""
    with suppress(OSError, UnicodeDecodeError):  # a ledger is not text
        line = line_of_action(Path(path).read_text(encoding="utf-8-sig"), error.action)
        return "" if line is None else f"line {line}: "
    return ""
