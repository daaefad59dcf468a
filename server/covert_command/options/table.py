"""`--option NAME=VALUE`: how an option of the table is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

from covert_command.terminal.mistakes import Mistake
from covert_engine.input.hints import did_you_mean

Known = Mapping[str, tuple[str, ...]]
"""Options by name, each with the values that it can have."""

SWITCHES = {"on": True, "off": False}
SPELLINGS = {"true": "on", "false": "off"}


def read_option(text: str, known: Known) -> tuple[str, bool | int | str]:
    """Read an option and its value from `name=value`; ValueError says what is wrong."""
    name, equals, typed = (part.strip() for part in text.partition("="))
    if name not in known:
        raise ValueError(f"unknown option {name!r}{did_you_mean(name, known)}")
    values = known[name]
    expected = f"expected {', '.join(values[:-1])} or {values[-1]}"
    if not equals:
        raise ValueError(f"{name!r} has no value; {expected}, as in {name}={values[0]}")
    value = SPELLINGS.get(typed.lower(), typed.lower())
    if value not in values:
        raise ValueError(f"{name}: {typed!r}; {expected}")
    return name, int(value) if value.isdigit() else SWITCHES.get(value, value)


def by_name(
    options: Iterable[tuple[str, bool | int | str]],
) -> dict[str, bool | int | str]:
    """Return the values by name; Mistake if an option is given twice."""
    values: dict[str, bool | int | str] = {}
    for name, value in options:
        if name in values:
            raise Mistake(f"--option: {name} is given twice; expected once")
        values[name] = value
    return values


class TableOption(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """An option of the table and its value; a shell completes both."""

    name = "option"

    def __init__(self, known: Callable[[click.Context | None], Known]) -> None:
        """`known` says which options there are, by what else is on the command line."""
        self._known = known

    def convert(
        self,
        value: str | tuple[str, bool | int | str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, bool | int | str]:
        if isinstance(value, tuple):
            return value
        try:
            return read_option(value, self._known(ctx))
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        known = self._known(ctx)
        offered = [f"{name}={value}" for name, values in known.items() for value in values]
        return [CompletionItem(text) for text in offered if text.startswith(incomplete)]
