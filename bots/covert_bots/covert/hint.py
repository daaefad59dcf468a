"""What an answer says beside the ranked moves: why the first one, and what others may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.covert.words.differences import Measured, in_words, measured
from covert_bots.players.suggestion import Suggestion, alike
from covert_engine.covert import View
from covert_engine.covert.facts import FactKind
from covertbots.v1.covert_pb2 import CovertHint

OF_MISSIONS = (FactKind.MISSION_COMPLETED.value, FactKind.MISSION_DICE.value)


def hint_of(suggestion: Suggestion, view: View) -> CovertHint | None:
    """What was asked for of it; None if there is nothing of it."""
    hint = CovertHint(hands=_hands(suggestion, view))
    if suggestion.comparison is not None:
        hint.reasons.CopyFrom(_reasons(suggestion, view))
    return hint if hint.ListFields() else None


def _reasons(suggestion: Suggestion, view: View) -> CovertHint.Reasons:
    comparison = suggestion.comparison
    assert comparison is not None
    differences = measured(view, comparison)
    best, other = suggestion.moves[:2]
    return CovertHint.Reasons(
        worlds=comparison.worlds,
        rounds=comparison.horizon,
        differences=[_difference(one) for one in differences],
        text=in_words(
            view, comparison, differences, other.action, told_apart=not alike(other, best)
        ),
    )


def _difference(one: Measured) -> CovertHint.Difference:
    return CovertHint.Difference(
        fact=f"FACT_{one.fact.upper()}",
        seat=one.seat,
        mission=one.card if one.fact in OF_MISSIONS else 0,
        code=one.card if one.fact == FactKind.CODE_COMPLETED.value else 0,
        recommended=one.figures.first,
        other=one.figures.second,
        standard_error=one.figures.standard_error,
    )


def _hands(suggestion: Suggestion, view: View) -> Iterator[CovertHint.OpponentHand]:
    """Of each opponent, from the counts of its missions and of its codes."""
    if not suggestion.hands:
        return
    for seat, player in enumerate(view.fields()["players"]):
        if seat == view.seat:
            continue
        missions, codes = suggestion.hands[2 * seat : 2 * seat + 2]
        yield CovertHint.OpponentHand(
            seat=seat,
            missions=_shares(
                missions, {one["card"] for one in player["missions"]}, suggestion.worlds
            ),
            codes=_shares(codes, {one["card"] for one in player["codes"]}, suggestion.worlds),
        )


def _shares(counts: Sequence[int], known: set[int], worlds: int) -> list[CovertHint.CardShare]:
    """Of the cards not known to lie there, the likeliest first."""
    found = [(card, count) for card, count in enumerate(counts, 1) if count and card not in known]
    return [
        CovertHint.CardShare(card=card, share=count / worlds)
        for card, count in sorted(found, key=lambda one: (-one[1], one[0]))
    ]
