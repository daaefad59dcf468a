"""Specs of bots: a name and parameters, such as `ismcts:iterations=2000,lanes=2`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

Value: TypeAlias = int | float | bool | str


class BotSpecError(ValueError):
    """A spec that names no bot; tells the part that is wrong and what was expected there."""

    part: str  # of the text, that is wrong
    expected: str  # there, in words

    def __init__(self, part: str, problem: str, expected: str) -> None:
        super().__init__(part, problem, expected)
        self.part = part
        self.expected = expected
        self._problem = problem

    def __str__(self) -> str:
        return f"{self.part!r}: {self._problem}; expected {self.expected}"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a bot. A default of None stands for "not set"."""

    name: str  # as in a spec
    type: str  # "int", "float", "bool" or "choice"
    default: Value | None  # where the spec does not name it
    low: float | None  # least value; None for no bound
    high: float | None  # greatest value
    description: str  # for people
    choices: tuple[str, ...] = ()  # the values of a "choice"

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if self.type == "bool":
            return "true or false"
        if self.type == "choice":
            *some, last = self.choices
            return f"{', '.join(some)} or {last}"
        noun = "a whole number" if self.type == "int" else "a number"
        if self.low is None and self.high is None:
            return noun
        if self.high is None:
            return f"{noun} from {self.low}"
        if self.low is None:
            return f"{noun} up to {self.high}"
        return f"{noun} from {self.low} to {self.high}"

    def read(self, text: str) -> Value:
        """The value a text stands for; ValueError if it is none or out of bounds."""
        if self.type == "choice":
            if text not in self.choices:
                raise ValueError(text)
            return text
        if not _FORMS[self.type].fullmatch(text):
            raise ValueError(text)
        if self.type == "bool":
            return text == "true"
        value = int(text) if self.type == "int" else float(text)
        too_low = self.low is not None and value < self.low
        if too_low or (self.high is not None and value > self.high):
            raise ValueError(text)
        return value


def replaced(parameters: Sequence[Parameter], *own: Parameter) -> tuple[Parameter, ...]:
    """The parameters, with one's own in the places of those that have their names."""
    names = {one.name: one for one in own}
    return tuple(names.get(one.name, one) for one in parameters)


_FORMS = {
    "bool": re.compile("true|false"),
    "int": re.compile("-?[0-9]{1,18}"),
    "float": re.compile(r"-?([0-9]{1,18}(\.[0-9]{1,18})?|\.[0-9]{1,18})(e-?[0-9]{1,2})?"),
}


@dataclass(frozen=True)
class Spec:
    """A spec taken apart: the bot's name, all its parameters, and which of them were written."""

    name: str  # of the bot
    values: Mapping[str, Value | None]  # of each parameter, defaults filled in
    written: frozenset[str]  # the parameters that the text named
    level: str = ""  # that it was named by instead, if it was

    def whole(self, name: str) -> int | None:
        """The value of a parameter of type "int"."""
        value = self.values.get(name)
        return None if value is None else int(value)

    def number(self, name: str) -> float | None:
        """The value of a parameter of type "float"."""
        value = self.values.get(name)
        return None if value is None else float(value)

    def choice(self, name: str) -> str | None:
        """The value of a parameter of type "choice"."""
        value = self.values.get(name)
        return None if value is None else str(value)

    def __str__(self) -> str:
        if self.level:
            return self.level
        given = ",".join(
            f"{name}={_text(value)}" for name, value in self.values.items() if name in self.written
        )
        return f"{self.name}:{given}" if given else self.name


def _text(value: Value | None) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_spec(
    spec: str, bots: Mapping[str, Sequence[Parameter]], levels: Sequence[str] = ()
) -> Spec:
    """The parts of `spec`; `bots` has the parameters of each bot by name, and `levels` what else
    can be named."""
    name, colon, rest = spec.partition(":")
    if name not in bots:
        others = f"; or a level, one of {', '.join(levels)}" if levels else ""
        raise BotSpecError(name, "there is no such bot", f"one of {', '.join(bots)}{others}")
    parameters = {parameter.name: parameter for parameter in bots[name]}
    known = f"one of {', '.join(parameters)}" if parameters else "no parameters"
    if colon and not rest:
        raise BotSpecError(spec, "nothing follows the colon", "name=value, or no colon")
    values: dict[str, Value | None] = {key: one.default for key, one in parameters.items()}
    written: set[str] = set()
    for part in rest.split(",") if rest else ():
        key, equals, text = part.partition("=")
        if key not in parameters:
            raise BotSpecError(key, f"{name} has no such parameter", known)
        if not equals:
            raise BotSpecError(part, "it has no value", f"{key}=..., {parameters[key].expected}")
        if key in written:
            raise BotSpecError(part, f"{key} is given twice", "each parameter once")
        try:
            values[key] = parameters[key].read(text)
        except ValueError:
            raise BotSpecError(
                part, f"{text!r} is not a value of {key}", parameters[key].expected
            ) from None
        written.add(key)
    return Spec(name, MappingProxyType(values), frozenset(written))
