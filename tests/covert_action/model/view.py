"""The view of one seat: 4.1 to 4.4, as plain data. Seats count from 0, rounds, t and beats from
1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from covert_action.model.cards import PLAN_TYPES
from covert_action.model.table import Table

Fields = dict[str, Any]


def view(table: Table, seat: int) -> Fields:
    """Return the public fields, and those of the seat alone."""
    return public(table) | own(table, seat)


def public(table: Table) -> Fields:
    """4.1. A role is None where it is not shown, and so are the types of Plan cards."""
    now = table.round
    return {
        "settings": dict(vars(table.settings)),
        "round": now.number,
        "opener": now.opener,
        "t": now.t,
        "beat": now.beat,
        "phase": now.phase,
        "speaker": now.speaker,
        "seats": [_seat(table, seat) for seat in table.seats],
        "centre": [
            {"team": card.team, "role": card.role if table.over else None}
            for card in now.deal.centre
        ],
        "statements": [dict(vars(statement)) for statement in now.statements],
        "shots": [dict(vars(shot)) for shot in now.shots],
        "deck": len(table.deck),
    }


def _seat(table: Table, seat: int) -> Fields:
    now = table.round
    card, is_in = now.deal.cards[seat], seat in now.seats_in
    return {
        "team": card.team,
        "in": is_in,
        "role": card.role if table.over or not is_in else None,
        "plan_cards": len(table.hands[seat]),
        "drawn": now.drawn[seat],
        "plan_types": _types(table.hands[seat]) if table.over else None,
    }


def own(table: Table, seat: int) -> Fields:
    """4.2. In a window a seat is to decide from the opening until it has chosen, whatever the order
    in which choices are taken."""
    now = table.round
    to_decide = {
        "talk": now.speaker == seat,
        "window": seat in now.seats_in
        and now.deal.cards[seat].is_agent
        and seat not in now.choices,
        "deadline": now.ordered == seat,
        "over": False,
    }
    return {
        "seat": seat,
        "own_role": now.deal.cards[seat].role,
        "own_plan_types": _types(table.hands[seat]),
        "choice": now.choices.get(seat),
        "ordered": now.ordered == seat,
        "to_decide": to_decide[now.phase],
    }


def _types(hand: Iterable[str]) -> dict[str, int]:
    """Count the cards of each type."""
    count = Counter(hand)
    return {plan_type: count[plan_type] for plan_type in PLAN_TYPES}
