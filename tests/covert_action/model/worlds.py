"""All that a view leaves open: deals of roles (4.5a to d) and Plan cards in hands (4.5e, f).

By brute force, from the view alone. Of all deals there are 36 for four players, 576 for six, 13,824
for nine in three teams; of hands there are few only while few Plan cards are held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, permutations, product
from math import comb
from typing import Any

from covert_action.model import shot as rule
from covert_action.model.cards import (
    OF_EACH_TYPE,
    PLAN_TYPES,
    TEAMS,
    Card,
    Deal,
    roles_in_use,
)
from covert_action.model.settings import Settings, read_settings

View = Mapping[str, Any]
Hand = tuple[int, ...]  # how many of each type


# roles


def worlds(view: View) -> Iterator[Deal]:
    """Yield every deal that agrees with the view, once each. All are equally likely (4.5): counting
    each card by itself would double them all for every team with two Bodyguards."""
    settings = read_settings(view["settings"])
    teams = TEAMS[: settings.teams]
    for rows in product(*(arrangements(view, team) for team in teams)):
        deal = _deal(view, dict(zip(teams, rows, strict=True)))
        if shots_agree(settings, view, deal) and deadline_agrees(settings, view, deal):
            yield deal


def places(view: View, team: str) -> list[int]:
    """Return the seats of a team, ascending."""
    return [number for number, seat in enumerate(view["seats"]) if seat["team"] == team]


def arrangements(view: View, team: str) -> list[tuple[str, ...]]:
    """4.5a, b: the roles of the team's seats, ascending, then those of its cards in the centre."""
    seats = places(view, team)
    known = [known_role(view, seat) for seat in seats]
    known += [card["role"] for card in view["centre"] if card["team"] == team]
    roles = roles_in_use(read_settings(view["settings"]))
    assert len(known) == len(roles)
    return [
        row
        for row in sorted(set(permutations(roles)))
        if all(seen in (None, role) for seen, role in zip(known, row, strict=True))
    ]


def known_role(view: View, seat: int) -> str | None:
    role: str | None = view["seats"][seat]["role"]
    return view["own_role"] if seat == view["seat"] else role


def _deal(view: View, rows: Mapping[str, tuple[str, ...]]) -> Deal:
    cards = [Card("", "")] * len(view["seats"])
    centre = []
    for team, row in rows.items():
        seats = places(view, team)
        for seat, role in zip(seats, row, strict=False):
            cards[seat] = Card(team, role)
        centre += [Card(team, role) for role in row[len(seats) :]]
    return Deal(tuple(cards), tuple(centre))


def shots_agree(settings: Settings, view: View, deal: Deal) -> bool:
    """4.5c: the shots of the round, fired again on this deal, come out as they did."""
    seats_in = set(range(len(deal.cards)))
    team_was_out = False
    for shot in view["shots"]:
        shooter, target = shot["shooter"], shot["target"]
        result = rule.outcome(settings, deal, seats_in, team_was_out, shooter, target)
        if result != shot["outcome"]:
            return False
        seats_in -= rule.put_out(deal, result, shooter, target)
        team_was_out |= result == "team out"
    return True


def deadline_agrees(settings: Settings, view: View, deal: Deal) -> bool:
    """4.5d: at a deadline the viewer is ordered and acts as Sniper, or another seat does."""
    if view["phase"] != "deadline":
        return True
    seats_in = {number for number, seat in enumerate(view["seats"]) if seat["in"]}
    snipers = rule.acting_snipers(settings, deal, seats_in)
    if view["ordered"]:
        return view["seat"] in snipers
    return any(seat != view["seat"] for seat in snipers)


# Plan cards


def plan_worlds(view: View) -> dict[tuple[Hand, ...], int]:
    """4.5e, f: the hands of all seats, and in how many ways each comes about, counting every Plan
    card by itself and what was drawn this round apart from what was held when it began."""
    left = [OF_EACH_TYPE - view["own_plan_types"][plan_type] for plan_type in PLAN_TYPES]
    ways: dict[tuple[Hand, ...], int] = {}
    _deal_hands(view, 0, left, (), 1, ways)
    return ways


def _deal_hands(
    view: View,
    seat: int,
    left: list[int],
    dealt: tuple[Hand, ...],
    so_far: int,
    ways: dict[tuple[Hand, ...], int],
) -> None:
    """Go on with the hand of this seat."""
    if seat == len(view["seats"]):
        ways[dealt] = ways.get(dealt, 0) + so_far
        return
    if seat == view["seat"]:
        own = tuple(view["own_plan_types"][plan_type] for plan_type in PLAN_TYPES)
        _deal_hands(view, seat + 1, left, (*dealt, own), so_far, ways)
        return
    held = view["seats"][seat]
    for before in hands(held["plan_cards"] - held["drawn"]):
        if all(before):
            continue  # 4.5f
        after_before = [count - taken for count, taken in zip(left, before, strict=True)]
        for drawn in hands(held["drawn"]):
            rest = [count - taken for count, taken in zip(after_before, drawn, strict=True)]
            if min(rest) >= 0:
                here = _picks(left, before) * _picks(after_before, drawn)
                hand = tuple(sum(both) for both in zip(before, drawn, strict=True))
                _deal_hands(view, seat + 1, rest, (*dealt, hand), so_far * here, ways)


def hands(size: int) -> Iterator[Hand]:
    """Yield all hands of so many Plan cards."""
    for types in combinations_with_replacement(range(len(PLAN_TYPES)), size):
        yield tuple(types.count(plan_type) for plan_type in range(len(PLAN_TYPES)))


def _picks(left: list[int], hand: Hand) -> int:
    """Count the ways to pick this hand from what is left of each type."""
    ways = 1
    for count, taken in zip(left, hand, strict=True):
        ways *= comb(count, taken)
    return ways
