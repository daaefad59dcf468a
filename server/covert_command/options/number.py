"""Options that are numbers, and the most that the server can do with."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

import click

LONGEST_TIME = 365 * 86_400  # seconds; clocks of the operating system, and messages, hold some more
MOST_MILLISECONDS = 1000 * LONGEST_TIME
MOST_COUNTED = 1_000_000_000  # calls and the like; gRPC counts with 31 bits, and adds some


class Number(click.FloatRange):
    """A number in a range, as `click.FloatRange` takes it, which lets "nan" and "inf" pass too."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float
        try:
            number = super().convert(value, param, ctx)
        except OverflowError:  # a whole number in a file, too large for a float
            number = inf
        if not isfinite(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number
