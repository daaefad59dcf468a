"""Hints in an answer: reasons for the first move, and the cards that others may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from covert_bots.covert.against import LIKE, against, against_in_words
from covert_bots.covert.words.differences import Measured, PlayedOn, in_words, played_on
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View
from covert_engine.covert.facts import FactKind
from covert_engine.covert.plans import Plan, PlannedSymbol, plans_of
from covert_engine.search import Difference
from covertbots.v1.covert_pb2 import CovertHint

SYMBOL_FIELDS = (
    "dice",
    "agency_card",
    "at_region",
    "agency_dice",
    "code",
    "foot",
    "agent",
    "steps",
    "flight",
)  # as in the message
OF_MISSIONS = (FactKind.MISSION_COMPLETED.value, FactKind.MISSION_DICE.value)


def hint_of(suggestion: Suggestion, view: View) -> CovertHint | None:
    """Return the requested hints of a suggestion; None if it has none."""
    hint = CovertHint(hands=_hands(suggestion, view))
    if suggestion.plans:
        plans = (*plans_of(view), *plans_of(view, face_up=True))
        hint.plans.extend(map(_plan, plans))
    if suggestion.opponents:
        _add_against(hint, suggestion, view)
    if suggestion.comparison is not None:
        hint.reasons.CopyFrom(_reasons(suggestion, view))
    return hint if hint.ListFields() else None


def _add_against(hint: CovertHint, suggestion: Suggestion, view: View) -> None:
    equals = suggestion.moves[0].win_probability
    result = against(view, equals, suggestion.opponents) if equals else None
    if result is not None:
        hint.against.bots.extend(result.bots)
        hint.against.like = LIKE
        hint.against.win_probability.extend(result.chances)
        hint.against.text = against_in_words(result, view.seat)


def _reasons(suggestion: Suggestion, view: View) -> CovertHint.Reasons:
    comparison = suggestion.comparison
    assert comparison is not None
    result = played_on(view, comparison)
    return CovertHint.Reasons(
        worlds=result.worlds,
        rounds=result.rounds,
        differences=[_difference(measured_fact) for measured_fact in result.differences],
        text=in_words(view, result, suggestion.moves[1].action),
    )


def played_on_from_message(reasons: CovertHint.Reasons) -> PlayedOn | None:
    """Return the comparison in a server's answer; None if it has none."""
    if not reasons.worlds:
        return None
    differences = tuple(
        Measured(
            CovertHint.Fact.Name(each.fact).removeprefix("FACT_").lower(),
            each.seat,
            each.mission or each.code,
            Difference(each.recommended, each.other, each.standard_error),
        )
        for each in reasons.differences
    )
    return PlayedOn(reasons.worlds, reasons.rounds, differences)


def _difference(measured_fact: Measured) -> CovertHint.Difference:
    return CovertHint.Difference(
        fact=f"FACT_{measured_fact.fact.upper()}",
        seat=measured_fact.seat,
        mission=measured_fact.card if measured_fact.fact in OF_MISSIONS else 0,
        code=measured_fact.card if measured_fact.fact == FactKind.CODE_COMPLETED.value else 0,
        recommended=measured_fact.figures.first,
        other=measured_fact.figures.second,
        standard_error=measured_fact.figures.standard_error,
    )


def _plan(plan: Plan) -> CovertHint.Plan:
    return CovertHint.Plan(
        mission=plan.mission,
        in_hand=plan.in_hand,
        symbols=map(_symbol, plan.symbols),
        dice=plan.dice,
        movement_dice=plan.movement_dice,
        rounds=plan.rounds,
    )


def _symbol(symbol: PlannedSymbol) -> CovertHint.PlannedSymbol:
    """Return a symbol as a message; its name is in the field of its kind."""
    fields: dict[str, Any] = {
        name: value for name, value in vars(symbol).items() if name in SYMBOL_FIELDS
    }
    if symbol.name:
        fields[symbol.kind] = symbol.name
    standing = f"STANDING_{symbol.standing.name}"
    return CovertHint.PlannedSymbol(standing=standing, goes_to=symbol.city, **fields)


def _hands(suggestion: Suggestion, view: View) -> Iterator[CovertHint.OpponentHand]:
    """Yield the hand of each opponent, from the counts of its missions and codes."""
    if not suggestion.hands:
        return
    for seat, player in enumerate(view.fields()["players"]):
        if seat == view.seat:
            continue
        missions, codes = suggestion.hands[2 * seat : 2 * seat + 2]
        yield CovertHint.OpponentHand(
            seat=seat,
            missions=_shares(
                missions, {place["card"] for place in player["missions"]}, suggestion.worlds
            ),
            codes=_shares(codes, {place["card"] for place in player["codes"]}, suggestion.worlds),
        )


def _shares(counts: Sequence[int], known: set[int], worlds: int) -> list[CovertHint.CardShare]:
    """Return the shares of the cards not known to be there, likeliest first."""
    cards = [(card, count) for card, count in enumerate(counts, 1) if count and card not in known]
    return [
        CovertHint.CardShare(card=card, share=count / worlds)
        for card, count in sorted(cards, key=lambda entry: (-entry[1], entry[0]))
    ]
