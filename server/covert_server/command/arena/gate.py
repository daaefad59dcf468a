"""What `--fail-if` says: one comparison with a figure of the arena's JSON."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import Any

import click

__all__ = ["Gate"]

FORM = re.compile(r"\s*([a-z_0-9.]+)\s*(<=|>=|==|!=|<|>)\s*(-?[0-9]+(?:\.[0-9]+)?|[a-z]+)\s*")
COMPARISONS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
EXPECTED = "NAME < NUMBER, such as elo_low < -10, sprt.verdict != accepted or missing_blocks > 0"


@dataclass(frozen=True)
class Gate:
    """A figure of the document, by its path in it or of the first bot by its name alone."""

    text: str
    name: str
    comparison: str
    value: float | str

    @staticmethod
    def read(text: str) -> Gate:
        """The gate of a text; click.BadParameter if it is none."""
        found = FORM.fullmatch(text)
        if not found:
            raise click.BadParameter(f"{text!r} is no test; expected {EXPECTED}")
        value: float | str = found[3] if found[3].isalpha() else float(found[3])
        if isinstance(value, str) and found[2] not in ("==", "!="):
            raise click.BadParameter(f"{text!r} compares words; expected == or !=")
        return Gate(text, found[1], found[2], value)

    def holds(self, document: dict[str, Any]) -> bool:
        """Whether it is so; click.BadParameter if the document has no such figure."""
        figure = _find(document, self.name)
        if figure is None:
            figure = _find(document["bots"][0], self.name)
        if (
            isinstance(figure, bool)
            or not isinstance(figure, (int, float, str))
            or figure != figure
        ):
            known = [*document, *document["bots"][0]]
            raise click.BadParameter(f"--fail-if: {self.name!r} is no figure; there are {known}")
        if isinstance(figure, str) != isinstance(self.value, str):
            raise click.BadParameter(f"--fail-if: {self.name} is {figure!r}; expected {EXPECTED}")
        return bool(COMPARISONS[self.comparison](figure, self.value))


def _find(tree: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(tree, list) and part.isdigit() and int(part) < len(tree):
            tree = tree[int(part)]
        elif isinstance(tree, dict):
            tree = tree.get(part)
        else:
            return None
    return tree
