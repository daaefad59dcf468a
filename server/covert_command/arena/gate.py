"""The test of `--fail-if`: one comparison with a figure of the arena's JSON."""

from __future__ import annotations

import operator
import random
import re
from dataclasses import dataclass, replace
from typing import Any

import click

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures
from covert_bots.arena.plan import Fixture, Format, Plan
from covert_bots.arena.report import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.arena.verify import Verified
from covert_bots.players.game import Facts, Game
from covert_command.terminal.mistakes import Mistake

FORM = re.compile(r"\s*([a-z_0-9.]+)\s*(<=|>=|==|!=|<|>)\s*(-?[0-9]+(?:\.[0-9]+)?|[a-z]+)\s*")
COMPARISONS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
MOST_ROWS = 500  # of a table of facts, which has one for each role of each bot
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
        """Parse a gate; click.BadParameter if the text is not one."""
        match = FORM.fullmatch(text)
        if not match:
            raise click.BadParameter(f"{text!r} is not a test; expected {EXPECTED}")
        value: float | str = match[3] if match[3].isalpha() else float(match[3])
        if isinstance(value, str) and match[2] not in ("==", "!="):
            raise click.BadParameter(f"{text!r} compares words; expected == or !=")
        return Gate(text, match[1], match[2], value)

    def check(self, plan: Plan, game: Game, hypotheses: Hypotheses | None, verified: bool) -> None:
        """Raise click.BadParameter, before any game, if such a tournament lacks the figure."""
        document = _specimen(plan, game, hypotheses, verified)
        figure = self._figure(document)
        if figure is None:
            known = ", ".join(_around(document, self.name))
            raise click.BadParameter(
                f"{self.name!r} is not a figure; expected one of {known}", param_hint="--fail-if"
            )
        if isinstance(figure, str) != isinstance(self.value, str):
            what = "a word" if isinstance(figure, str) else "a number"
            raise click.BadParameter(
                f"{self.name} is {what}; expected {EXPECTED}", param_hint="--fail-if"
            )

    def holds(self, document: dict[str, Any]) -> bool:
        """Return True if the comparison holds; Mistake if these games do not give the figure."""
        figure = self._figure(document)
        if figure is None:
            raise Mistake(
                f"--fail-if: {self.name!r} is not available from these games; "
                "choose another figure, or play more games"
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
    """Return the parts of a node by the names that paths use."""
    if isinstance(tree, dict):
        return {str(name).replace(" ", "_"): value for name, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return {str(number): entry for number, entry in enumerate(tree)}
    return {}


def _around(document: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the figures nearest to a path that leads nowhere."""
    above = path.rpartition(".")[0]
    parts = _parts(_find(document, above)) or {**document, **document["bots"][0]}
    return {name: value for name, value in parts.items() if value is not None and value == value}


def _specimen(
    plan: Plan, game: Game, hypotheses: Hypotheses | None, verified: bool
) -> dict[str, Any]:
    """Return an invented document of such a tournament, from two deals of a few of its bots, whose
    figures stand for those of the others."""
    few = _of_few_bots(plan)
    facts = _facts_of_a_game(game, plan.settings.players)
    attempts = [
        _won(fixture, block.number * few.settings.blocks // len(few), facts)
        for block in few
        for fixture in block.games
    ]
    test = None
    if hypotheses is not None:
        test = Sprt(hypotheses)
        test.add(1 / plan.settings.players)
    ratings = standings(few, attempts)
    document = Tournament(few, tuple(attempts), ratings, test, game=game).figures()
    document["failures"] = NO_FAILURES
    bots = len(plan.settings.bots)
    document["bots"] = document["bots"][:1] * bots
    document["head_to_head"] = document["head_to_head"][:1] * len(plan.pairs)
    document["superiority"] = [[0.5] * bots] * bots
    for table in document.get("facts", ()):
        table["rows"] = [_known(table["rows"][0])] * MOST_ROWS
    if verified:
        document["verified"] = Verified(1, 1, ()).as_json()
    return document


def _of_few_bots(plan: Plan) -> Plan:
    """Return a plan of two deals, with only as many bots as make a table."""
    settings = plan.settings
    bots = 2
    meet_once = (Format.ROUND_ROBIN, Format.BALANCED)
    if settings.format in meet_once and len(settings.bots) >= settings.players:
        bots = settings.players
    form = Format.ROUND_ROBIN if settings.format is Format.BALANCED else settings.format
    few, blocks = settings.bots[:bots], min(2, settings.blocks)
    return Plan(replace(settings, bots=few, blocks=blocks, format=form, stages=()))


def _won(fixture: Fixture, deal: int, facts: tuple[Facts, tuple[Facts, ...]]) -> Attempt:
    """Return a game won by the first seat in one deal and by the first bot in the other, so that
    blocks differ; in self-play by the second seat."""
    seats = len(fixture.seats)
    several = len(set(fixture.seats)) > 1
    winner = fixture.seats.index(0) if deal and several else deal
    return Attempt(
        fixture,
        1,
        Outcome.FINISHED,
        scores=(1,) * seats,
        winners=(winner,),
        rounds=1,
        figures=(SeatFigures(decisions=1, iterations=1),) * seats,
        facts=facts[0],
        seat_facts=facts[1],
    )


def _facts_of_a_game(game: Game, players: int) -> tuple[Facts, tuple[Facts, ...]]:
    """Return the facts of a game played at random."""
    state, chance = game.deal(players, 1), random.Random(1)
    while not state.over:
        state.play(chance.choice(state.legal_actions()))
    return game.facts(state), tuple(game.seat_facts(state))


def _known(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of facts in which all numbers are known."""
    return {name: 0.0 if value != value else value for name, value in row.items()}
