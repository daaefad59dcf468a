"""What `--fail-if` says: one comparison with a figure of the arena's JSON."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import Any

import click

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures
from covert_bots.arena.plan import Plan
from covert_bots.arena.report import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.arena.verify import Verified
from covert_command.mistakes import Mistake

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
NO_FAILURES = {failure.value: 0 for failure in Failure}
EXPECTED = "NAME < NUMBER, such as elo_low < -10, sprt.verdict != accepted or missing_blocks > 0"


@dataclass(frozen=True)
class Gate:
    """A comparison with one figure of the document.

    `name` is the path of the figure, or the bare name of a figure of the first bot. Indices of
    lists are parts of a path, and underscores stand for blanks: `failures.bot_error`. A failure
    that did not happen counts 0.
    """

    text: str
    name: str
    comparison: str
    value: float | str

    @staticmethod
    def read(text: str) -> Gate:
        """Parses a gate; raises click.BadParameter if the text is not one."""
        found = FORM.fullmatch(text)
        if not found:
            raise click.BadParameter(f"{text!r} is not a test; expected {EXPECTED}")
        value: float | str = found[3] if found[3].isalpha() else float(found[3])
        if isinstance(value, str) and found[2] not in ("==", "!="):
            raise click.BadParameter(f"{text!r} compares words; expected == or !=")
        return Gate(text, found[1], found[2], value)

    def check(self, plan: Plan, hypotheses: Hypotheses | None, verified: bool) -> None:
        """Raises click.BadParameter, before any game, if such a tournament lacks the figure."""
        document = _specimen(plan, hypotheses, verified)
        figure = self._figure(document)
        if figure is None:
            known = ", ".join(_around(document, self.name))
            raise click.BadParameter(
                f"--fail-if: {self.name!r} is not a figure; expected one of {known}"
            )
        if isinstance(figure, str) != isinstance(self.value, str):
            what = "a word" if isinstance(figure, str) else "a number"
            raise click.BadParameter(f"--fail-if: {self.name} is {what}; expected {EXPECTED}")

    def holds(self, document: dict[str, Any]) -> bool:
        """Whether the comparison is true; raises Mistake if these games do not give the figure."""
        figure = self._figure(document)
        if figure is None:
            raise Mistake(
                f"--fail-if: {self.name!r}: these games do not give that figure; "
                "expected one that they give, or more games"
            )
        return bool(COMPARISONS[self.comparison](figure, self.value))

    def _figure(self, document: dict[str, Any]) -> float | str | None:
        document = {**document, "failures": NO_FAILURES | document["failures"]}
        figure = _find(document, self.name)
        if figure is None:
            figure = _find(document["bots"][0], self.name)
        usable = isinstance(figure, (int, float, str)) and not isinstance(figure, bool)
        return figure if usable and figure == figure else None  # not nan


def _find(tree: Any, path: str) -> Any:
    for part in path.split("."):
        tree = _parts(tree).get(part)
    return tree


def _parts(tree: Any) -> dict[str, Any]:
    """What a node holds, by the names that paths use."""
    if isinstance(tree, dict):
        return {str(name).replace(" ", "_"): one for name, one in tree.items()}
    if isinstance(tree, (list, tuple)):
        return {str(number): one for number, one in enumerate(tree)}
    return {}


def _around(document: dict[str, Any], path: str) -> dict[str, Any]:
    """The figures nearest to a path that leads nowhere."""
    above = path.rpartition(".")[0]
    found = _parts(_find(document, above)) or {**document, **document["bots"][0]}
    return {name: one for name, one in found.items() if one is not None and one == one}


def _specimen(plan: Plan, hypotheses: Hypotheses | None, verified: bool) -> dict[str, Any]:
    """An invented document of such a tournament, from the first two deals of one table."""
    attempts = []
    for winner in range(min(2, plan.settings.blocks)):
        for game in plan.block(winner * len(plan.tables)).games:
            seats = len(game.seats)
            attempts.append(
                Attempt(
                    game,
                    1,
                    Outcome.FINISHED,
                    scores=(1,) * seats,
                    winners=(winner,),
                    rounds=1,
                    figures=(SeatFigures(decisions=1, iterations=1),) * seats,
                )
            )
    test = None
    if hypotheses is not None:
        test = Sprt(hypotheses)
        test.add(1 / plan.settings.players)
    document = Tournament(plan, tuple(attempts), standings(plan, attempts), test).figures()
    document["failures"] = NO_FAILURES
    document["bots"] = document["bots"][:1] * len(plan.settings.bots)  # all are as the first
    if verified:
        document["verified"] = Verified(1, 1, ()).as_json()
    return document
