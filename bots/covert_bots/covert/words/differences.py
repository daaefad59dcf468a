"""A move against another, in words: the figures of both where they were played on.

There is one verdict. The text has only measured differences that are larger than their noise. Each
number in it is a figure of the comparison, or part of the words of an action or of a card's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import code_words, mission_words, phrase
from covert_engine.covert import View
from covert_engine.covert.facts import FactKind, facts_of
from covert_engine.search import Comparison, Difference

NOISE = 3.0  # standard errors: of 30 figures that do not differ, one in 12 answers exceeds it
MOST_TOLD = 4  # clauses for a move, and against it; the missions of the hand come first
VALUE, WIN_PROBABILITY, EXPECTED_SCORE = "value", "win_probability", "expected_score"
COSTS = (VALUE, WIN_PROBABILITY, EXPECTED_SCORE)
SHARES = (WIN_PROBABILITY, FactKind.MISSION_COMPLETED.value, FactKind.CODE_COMPLETED.value)
FORMS = dict.fromkeys(SHARES, ".0%") | {VALUE: ".3f"}
ORDER = (
    FactKind.MISSION_COMPLETED,
    FactKind.MISSION_DICE,
    FactKind.CODE_COMPLETED,
    FactKind.POINTS,
    FactKind.MISSIONS,
    FactKind.CODES,
    FactKind.AGENCY_CARDS,
)
MORE_EXACT = {  # the fact about a single card that replaces a total
    FactKind.MISSIONS.value: FactKind.MISSION_COMPLETED.value,
    FactKind.CODES.value: FactKind.CODE_COMPLETED.value,
}


@dataclass(frozen=True)
class Measured:
    """A figure after the recommended move, and after the other."""

    fact: str
    seat: int
    card: int  # number of the mission or code, from 1; 0 for none
    figures: Difference

    @property
    def more(self) -> float:
        """The difference: positive if the figure is larger after the recommended move."""
        return self.figures.first - self.figures.second

    @property
    def clear(self) -> bool:
        """True if the difference is more than noise."""
        return abs(self.more) > NOISE * self.figures.standard_error

    @property
    def texts(self) -> tuple[str, str]:
        """Both figures as text."""
        form = FORMS.get(self.fact, ".1f")
        return f"{self.figures.first:{form}}", f"{self.figures.second:{form}}"

    @property
    def significant(self) -> bool:
        """True if the difference is clear and not rounded away."""
        return self.clear and len(set(self.texts)) == 2

    @property
    def turned(self) -> Measured:
        """The same with the moves in the other order."""
        first, second, error = self.figures
        return replace(self, figures=Difference(second, first, error))


@dataclass(frozen=True)
class PlayedOn:
    """Two moves played on in the same worlds."""

    worlds: int
    rounds: int
    """Rounds to the end of the play; 0: to the end of the game."""
    differences: tuple[Measured, ...]
    """What the second move costs the seat, then all other clear differences."""

    @property
    def turned(self) -> PlayedOn:
        """The same with the moves in the other order."""
        return replace(self, differences=tuple(each.turned for each in self.differences))


def played_on(view: View, comparison: Comparison) -> PlayedOn:
    """Return a comparison as the figures of a view's seat that may be told."""
    return PlayedOn(comparison.worlds, comparison.horizon, tuple(_measured(view, comparison)))


def _measured(view: View, comparison: Comparison) -> list[Measured]:
    """Return the costs of the other move to the view's seat, then all other clear differences."""
    value, *rest = comparison.figures
    facts = facts_of(view)
    estimates, counts = rest[: len(rest) - len(facts)], rest[len(rest) - len(facts) :]
    costs = [Measured(VALUE, view.seat, 0, value)]
    if estimates:
        score, chance = estimates[view.seat], estimates[view.players + view.seat]
        costs.append(Measured(WIN_PROBABILITY, view.seat, 0, chance))
        costs.append(Measured(EXPECTED_SCORE, view.seat, 0, score))
    others = [
        Measured(kind.value, fact.seat, fact.card, figures)
        for kind in ORDER
        for fact, figures in zip(facts, counts, strict=True)
        if fact.kind is kind
    ]
    return [*costs, *(difference for difference in others if difference.clear)]


def in_words(
    view: View,
    result: PlayedOn,
    other: int,
    names: Sequence[str] = SEAT_NAMES,
    *,
    recommended: bool = True,
) -> str:
    """Write sentences about a move against the `other`; seats have these names.

    If the move is the `recommended` one, the other is the next best, or else the other is the
    recommended one.
    """
    words = phrase(other, view.cards.source, view.fields()).advice
    played = f"Played on in the same {result.worlds} worlds, to {_end(result.rounds)}"
    than = f'the {"next " if recommended else ""}best, "{words}"'
    verdict = _verdict(result.differences, than, recommended=recommended)
    balance = for_and_against(view, result, names)
    rest = balance or ["Nothing else differs by more than chance."]
    return " ".join([f"{played}, it does {verdict}.", *rest])


def for_and_against(view: View, result: PlayedOn, names: Sequence[str] = SEAT_NAMES) -> list[str]:
    """Write a sentence each of what speaks for the first of two moves, and against it."""
    significant = _without_repeats(
        [
            difference
            for difference in result.differences
            if difference.fact not in COSTS and difference.significant
        ]
    )
    told = [
        (_clause(difference, view, names), (difference.more > 0) == _wanted(difference, view.seat))
        for difference in significant
    ]
    good = [words for words, better in told if better][:MOST_TOLD]
    bad = [words for words, better in told if not better][:MOST_TOLD]
    return [
        *([f"For it: {'; '.join(good)}."] if good else []),
        *([f"Against it: {'; '.join(bad)}."] if bad else []),
    ]


def _verdict(differences: Sequence[Measured], than: str, *, recommended: bool) -> str:
    value = differences[0]
    if not value.clear:
        return f"about as well as {than}"
    better = value.more > 0
    words = f"{'better' if better else 'worse'} than {than}"
    if better != recommended:
        words += f", though the search prefers {'it' if recommended else 'the other'}"
    return f"{words}{_costs(differences)}"


def _costs(differences: Sequence[Measured]) -> str:
    """Name the significant costs; the value only if the others are not significant."""
    costs = {cost.fact: cost for cost in differences if cost.fact in COSTS and cost.significant}
    chance, score, value = map(costs.get, (WIN_PROBABILITY, EXPECTED_SCORE, VALUE))
    if chance is None and score is None:
        return "" if value is None else f": a value of {_instead(value)}"
    agree = chance is None or score is None or (chance.more > 0) == (score.more > 0)
    parts = [
        "" if chance is None else f"a chance to win against equals of {_instead(chance)}",
        "" if score is None else f"an expected score of {_instead(score)}",
    ]
    return f": {(' and ' if agree else ', but ').join(filter(None, parts))}"


def _instead(difference: Measured, noun: str = "") -> str:
    """Return both figures, the first with a noun: "2.1 points instead of 1.6"."""
    here, there = difference.texts
    return f"{here}{noun} instead of {there}"


def _end(rounds: int) -> str:
    ends = {0: "the end of the game", 1: "the end of the round", 2: "the end of the next round"}
    return ends.get(rounds, "the end of a later round")


def _without_repeats(significant: Sequence[Measured]) -> list[Measured]:
    """Leave out differences that another one states more exactly."""
    said = {(difference.fact, difference.seat) for difference in significant}
    completed = {
        difference.card
        for difference in significant
        if difference.fact == FactKind.MISSION_COMPLETED.value
    }
    return [
        difference
        for difference in significant
        if (MORE_EXACT.get(difference.fact), difference.seat) not in said
        and not (difference.fact == FactKind.MISSION_DICE.value and difference.card in completed)
    ]


def _wanted(difference: Measured, seat: int) -> bool:
    """Return true if a larger figure is good for the seat."""
    return (difference.seat == seat) != (difference.fact == FactKind.MISSION_DICE.value)


def _clause(difference: Measured, view: View, names: Sequence[str]) -> str:
    cards = view.cards.source
    if difference.fact == FactKind.MISSION_COMPLETED.value:
        mission = mission_words(difference.card - 1, cards)
        return f"mission {mission} is completed in {_instead(difference, ' of the worlds')}"
    if difference.fact == FactKind.MISSION_DICE.value:
        mission = mission_words(difference.card - 1, cards)
        return f"mission {mission} still needs {_instead(difference, ' dice')}"
    if difference.fact == FactKind.CODE_COMPLETED.value:
        code = code_words(difference.card - 1, cards)
        return f"code {code} is broken in {_instead(difference, ' of the worlds')}"
    own = difference.seat == view.seat
    who = "you have" if own else f"{names[difference.seat]} has"
    noun = {
        FactKind.POINTS.value: "points",
        FactKind.MISSIONS.value: "completed missions",
        FactKind.CODES.value: "completed codes",
        FactKind.AGENCY_CARDS.value: "Agency Cards",
    }[difference.fact]
    return f"{who} {_instead(difference, f' {noun}')}"
