"""What explanations say of figures: each is worked out again from the figures themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import covert_bots.covert
from covert_bots.covert.game import Covert
from covert_engine.covert import View
from covert_engine.covert.facts import FactKind, facts_of
from covert_engine.search import Comparison, Difference
from truth.moves import CODE
from truth.position import Position

CLEAR = 3.0  # standard errors
ENDS = {0: "the end of the game", 1: "the end of the round", 2: "the end of the next round"}
FIGURE = r"-?\d[\d.]*%?"
INSTEAD = rf"({FIGURE})(?: of the worlds| dice| points| completed missions| completed codes"
INSTEAD += rf"| Agency Cards)? instead of ({FIGURE})"
FORMS = {
    rf"mission M(\d+) is completed in {INSTEAD}": (FactKind.MISSION_COMPLETED, ".0%"),
    rf"mission M(\d+) still needs {INSTEAD}": (FactKind.MISSION_DICE, ".1f"),
    rf"code {CODE} is broken in {INSTEAD}": (FactKind.CODE_COMPLETED, ".0%"),
}
NOUNS = {
    "points": FactKind.POINTS,
    "completed missions": FactKind.MISSIONS,
    "completed codes": FactKind.CODES,
    "Agency Cards": FactKind.AGENCY_CARDS,
}


def clear(figures: Difference) -> bool:
    return abs(figures.first - figures.second) > CLEAR * figures.standard_error


def turned(figures: Difference) -> Difference:
    return Difference(figures.second, figures.first, figures.standard_error)


def wrong(
    position: Position,
    sentences: Sequence[str],
    comparison: Comparison | None,
    other: str,
    *,
    recommended: bool,
    first: bool,
) -> Iterator[str]:
    """Yield the sentences that do not follow from a comparison of the move that is explained with
    the `other`, in words; `first` if the explained one is the first of the comparison."""
    if comparison is None:
        yield from (f"unknown: {said}" for said in sentences)
        return
    figures = [each if first else turned(each) for each in comparison.figures]
    for said in sentences:
        if said == "This compares the first steps alone":
            fault = ""
        elif said == "Nothing else differs by more than chance":
            fault = _nothing(position, figures)
        elif said.startswith("Played on in the same "):
            fault = _verdict(position, said, comparison, figures, other, recommended=recommended)
        elif match := re.fullmatch(r"(For|Against) it: (.+)", said):
            clauses = match[2].split("; ")
            faults = [_clause(position, clause, figures, match[1] == "For") for clause in clauses]
            fault = next(filter(None, faults), "")
        else:
            fault = "unknown"
        if fault:
            yield f"{fault}: {said}"


def _verdict(
    position: Position,
    said: str,
    comparison: Comparison,
    figures: Sequence[Difference],
    other: str,
    *,
    recommended: bool,
) -> str:
    match = re.fullmatch(
        r"Played on in the same (\d+) worlds, to ([a-z ]+), it does (about as well as|better than"
        r'|worse than) the (next )?best, "([^"]+)"(, though the search prefers (it|the other))?'
        r"(?:: (.+))?",
        said,
    )
    if match is None:
        return "unknown"
    worlds, end, verdict, next_to, words, though, prefers, costs = match.groups()
    value = figures[0]
    gain = value.first - value.second
    true_verdict = "about as well as"
    if clear(value):
        true_verdict = "better than" if gain > 0 else "worse than"
    against = {"better than": False, "worse than": True, "about as well as": None}[verdict]
    surprise = against is not None and against == recommended
    checks = (
        int(worlds) == comparison.worlds,
        end == ENDS[comparison.horizon],
        verdict == true_verdict,
        bool(next_to) == recommended,
        words == other,
        bool(though) == surprise,
        prefers in (None, "it" if recommended else "the other"),
        costs is None or against is not None,
    )
    if not all(checks):
        return f"false {checks}"
    return "" if costs is None else _costs(position, costs, figures)


def _costs(position: Position, costs: str, figures: Sequence[Difference]) -> str:
    players = position.view.players
    for part in re.split(r" and (?=an )|, but ", costs):
        for form, place, style in (
            (rf"a chance to win against equals of {INSTEAD}", 1 + players + position.seat, ".0%"),
            (rf"an expected score of {INSTEAD}", 1 + position.seat, ".1f"),
            (rf"a value of {INSTEAD}", 0, ".3f"),
        ):
            if match := re.fullmatch(form, part):
                if not _are(match.groups()[-2:], figures[place], style):
                    return "false"
                break
        else:
            return "unknown"
    return ""


def _are(texts: Sequence[str], figures: Difference, style: str) -> bool:
    """Return true if the texts are these figures, and differ by more than their noise."""
    told = tuple(texts) == (f"{figures.first:{style}}", f"{figures.second:{style}}")
    return told and clear(figures) and texts[0] != texts[1]


def _counts(
    position: Position, figures: Sequence[Difference]
) -> dict[tuple[str, int, int], Difference]:
    facts = facts_of(position.view)
    counted = figures[len(figures) - len(facts) :]
    return {
        (fact.kind.value, fact.seat, fact.card): each
        for fact, each in zip(facts, counted, strict=True)
    }


def _clause(position: Position, clause: str, figures: Sequence[Difference], good: bool) -> str:
    counts = _counts(position, figures)
    for form, (kind, style) in FORMS.items():
        if match := re.fullmatch(form, clause):
            each = counts[kind.value, position.seat, int(match[1])]
            more = each.first > each.second
            wanted = more != (kind is FactKind.MISSION_DICE)
            return "" if _are(match.groups()[-2:], each, style) and wanted == good else "false"
    match = re.fullmatch(rf"(you have|\w+ has) {INSTEAD}", clause)
    if match is None:
        return "unknown"
    own = match[1] == "you have"
    seat = position.seat if own else position.names.index(match[1].split()[0])
    noun = next(noun for noun in NOUNS if f" {noun} instead" in clause)
    each = counts[NOUNS[noun].value, seat, 0]
    wanted = (each.first > each.second) == own
    return "" if _are(match.groups()[-2:], each, ".1f") and wanted == good else "false"


def _nothing(position: Position, figures: Sequence[Difference]) -> str:
    styles = {FactKind.MISSION_COMPLETED.value: ".0%", FactKind.CODE_COMPLETED.value: ".0%"}
    differing = [
        each
        for (kind, _, _), each in _counts(position, figures).items()
        if clear(each)
        and f"{each.first:{styles.get(kind, '.1f')}}" != f"{each.second:{styles.get(kind, '.1f')}}"
    ]
    return "false" if differing else ""


def wrong_alone(said: str, chance: float, score: float, visits: int) -> str:
    """Return what is wrong with the figures of a move that was played on by itself."""
    form = (
        r"Played on in (\d+) worlds, it has a chance to win against equals of (\d+%)"
        rf" and an expected score of ({FIGURE})"
    )
    match = re.fullmatch(form, said)
    if match is None:
        return f"unknown: {said}"
    true = (str(visits), f"{chance:.0%}", f"{score:.1f}")
    return "" if match.groups() == true else f"false: {said}"


def wrong_against(said: str, equals: Sequence[float], view: View, opponents: Sequence[str]) -> str:
    """Return what is wrong with a chance against opponents, from that against equals."""
    form = (
        r"Your chance to win is (over 99%|under 1%|\d+%) against (.+), if you play on as well as "
        r'"hard"'
    )
    match = re.fullmatch(form, said)
    if match is None:
        return f"unknown: {said}"
    others = [bot for seat, bot in enumerate(opponents) if seat != view.seat]
    named = sorted(re.findall(r'"([^"]+)"', match[2]))
    people = re.search(r"(an|\d+) equals?$", match[2])
    counted = 0 if people is None else 1 if people[1] == "an" else int(people[1])
    if named != sorted(filter(None, others)) or counted != others.count(""):
        return f"false names: {said}"
    left = Covert.decisions_left(view) / 160  # as many as at the start
    weights = [
        chance * 10 ** (left**0.5 * (rating(bot or "hard", view.players) / 400))
        for bot, chance in zip(opponents, equals, strict=True)
    ]
    chance = weights[view.seat] / sum(weights)
    bounds = {"over 99%": (0.995, 1.0), "under 1%": (0.0, 0.005)}
    exact = int(re.sub(r"\D", "", match[1])) / 100
    low, high = bounds.get(match[1], (exact - 0.005, exact + 0.005))
    return "" if low - 1e-9 <= chance <= high + 1e-9 else f"false {chance}: {said}"


@cache
def levels() -> Any:
    file = Path(covert_bots.covert.__file__).parent / "data" / "levels.json"
    return json.loads(file.read_text(encoding="utf-8"))


def rating(level: str, players: int) -> float:
    """Return the rating of a level with so many players, or else with two."""
    ratings = levels()["ratings"][levels()["levels"][level]]
    return float((ratings.get(str(players)) or ratings["2"])["elo"])
