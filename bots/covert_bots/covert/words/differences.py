"""Why one move and not another, in words: what becomes of both in the same worlds.

Only what is measured is said, and only if it is larger than its noise. Each number in the text is a
figure of the comparison, or part of the words of an action or of a card's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import code_words, mission_words, phrase
from covert_engine.covert import View
from covert_engine.covert.facts import FactKind, facts_of
from covert_engine.search import Comparison, Difference

NOISE = 3.0  # standard errors: of 30 figures that do not differ, one in 12 answers exceeds it
MOST_TOLD = 4  # for a move, and against it; the missions of the hand come first
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
MORE_EXACT = {  # what says the same of one card, where both are distinguished
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
        """How much more it is after the recommended move."""
        return self.figures.first - self.figures.second

    @property
    def clear(self) -> bool:
        """Whether that is more than noise."""
        return abs(self.more) > NOISE * self.figures.standard_error

    @property
    def texts(self) -> tuple[str, str]:
        """Both figures as they are written."""
        form = FORMS.get(self.fact, ".1f")
        return f"{self.figures.first:{form}}", f"{self.figures.second:{form}}"

    @property
    def significant(self) -> bool:
        """Whether it is worth a word: clear, and not rounded away."""
        return self.clear and len(set(self.texts)) == 2


def measured(view: View, comparison: Comparison) -> list[Measured]:
    """What the other move costs the seat of the view, then all other differences that are clear."""
    value, *rest = comparison.figures
    facts = facts_of(view)
    estimates, found = rest[: len(rest) - len(facts)], rest[len(rest) - len(facts) :]
    costs = [Measured(VALUE, view.seat, 0, value)]
    if estimates:
        score, chance = estimates[view.seat], estimates[view.players + view.seat]
        costs.append(Measured(WIN_PROBABILITY, view.seat, 0, chance))
        costs.append(Measured(EXPECTED_SCORE, view.seat, 0, score))
    others = [
        Measured(kind.value, fact.seat, fact.card, figures)
        for kind in ORDER
        for fact, figures in zip(facts, found, strict=True)
        if fact.kind is kind
    ]
    return [*costs, *(one for one in others if one.clear)]


def in_words(
    view: View,
    comparison: Comparison,
    differences: Sequence[Measured],
    other: int,
    names: Sequence[str] = SEAT_NAMES,
    *,
    told_apart: bool = False,
) -> str:
    """Sentences about the recommended move against the `other`; seats have these names.

    `told_apart` says that in the search the recommended one was clearly better.
    """
    next_best = phrase(other, view.cards.source, view.fields()).advice
    significant = _without_repeats(
        [one for one in differences if one.fact not in COSTS and one.significant]
    )
    seat = view.seat
    clauses = [
        (_clause(one, view, names), (one.more > 0) == _wanted(one, seat)) for one in significant
    ]
    good = [words for words, better in clauses if better][:MOST_TOLD]
    bad = [words for words, better in clauses if not better][:MOST_TOLD]
    verdict = _verdict(differences[0], told_apart)
    sentences = [
        f'{verdict} the next best, "{next_best}"{_costs(differences)}.',
        f"Both were played out in the same {comparison.worlds} worlds, to {_end(comparison)}.",
        f"For it: {'; '.join(good)}." if good else "",
        f"Against it: {'; '.join(bad)}." if bad else "",
        "" if significant else "Nothing else differs by more than noise.",
    ]
    return " ".join(filter(None, sentences))


def _verdict(value: Measured, told_apart: bool) -> str:
    if not value.clear and told_apart:
        return "The search prefers it, but played out it does about as well as"
    if not value.clear:
        return "About as good as"
    if value.more > 0:
        return "Better than"
    return "The search prefers it, but played out it does worse than"


def _costs(differences: Sequence[Measured]) -> str:
    """The costs that are clear; the value stands for them where the others are not."""
    found = {one.fact: one for one in differences if one.fact in COSTS and one.significant}
    chance, score, value = map(found.get, (WIN_PROBABILITY, EXPECTED_SCORE, VALUE))
    if chance is None and score is None:
        return "" if value is None else f": a value of {_instead(value)}"
    agree = chance is None or score is None or (chance.more > 0) == (score.more > 0)
    parts = [
        "" if chance is None else f"a chance to win of {_instead(chance)}",
        "" if score is None else f"an expected score of {_instead(score)}",
    ]
    return f": {(' and ' if agree else ', but ').join(filter(None, parts))}"


def _instead(one: Measured) -> str:
    return " instead of ".join(one.texts)


def _end(comparison: Comparison) -> str:
    ends = {0: "the end of the game", 1: "the end of the round", 2: "the end of the next round"}
    return ends.get(comparison.horizon, "the end of a later round")


def _without_repeats(significant: Sequence[Measured]) -> list[Measured]:
    """Leaves out what another one says more exactly."""
    said = {(one.fact, one.seat) for one in significant}
    completed = {one.card for one in significant if one.fact == FactKind.MISSION_COMPLETED.value}
    return [
        one
        for one in significant
        if (MORE_EXACT.get(one.fact), one.seat) not in said
        and not (one.fact == FactKind.MISSION_DICE.value and one.card in completed)
    ]


def _wanted(one: Measured, seat: int) -> bool:
    """Whether the seat of the view wants more of it."""
    return (one.seat == seat) != (one.fact == FactKind.MISSION_DICE.value)


def _clause(one: Measured, view: View, names: Sequence[str]) -> str:
    cards = view.cards.source
    figures = _instead(one)
    if one.fact == FactKind.MISSION_COMPLETED.value:
        return (
            f"mission {mission_words(one.card - 1, cards)} is completed in {figures} of the worlds"
        )
    if one.fact == FactKind.MISSION_DICE.value:
        return f"mission {mission_words(one.card - 1, cards)} still takes {figures} dice"
    if one.fact == FactKind.CODE_COMPLETED.value:
        return f"code {code_words(one.card - 1, cards)} is broken in {figures} of the worlds"
    own = one.seat == view.seat
    who = "you have" if own else f"{names[one.seat]} has"
    noun = {
        FactKind.POINTS.value: "points",
        FactKind.MISSIONS.value: "completed missions",
        FactKind.CODES.value: "completed codes",
        FactKind.AGENCY_CARDS.value: "Agency Cards",
    }[one.fact]
    return f"{who} {figures} {noun}"
