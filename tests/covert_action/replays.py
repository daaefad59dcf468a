"""A view replayed on another deal, to see whether the same could have been seen there.

This is what "a world agrees with a view" means (4.5), tried out by play and without the conditions.
A choice in a window is one made at the opening: that the window is still open afterwards says only
that another has yet to choose, which is no part of a view (4.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

from covert_action.model.cards import TEAMS, Card, Deal, roles_in_use
from covert_action.model.settings import read_settings
from covert_action.protocol import Game, New
from covert_action.scenes import Arranged

View = Mapping[str, Any]


def all_deals(view: View) -> Iterator[Deal]:
    """Yield every way to lay the cards in use so that their backs show as they do."""
    settings = read_settings(view["settings"])
    backs = [seat["team"] for seat in view["seats"]] + [card["team"] for card in view["centre"]]
    rows = sorted(set(permutations(roles_in_use(settings))))
    for dealt in product(rows, repeat=settings.teams):
        left = {team: list(row) for team, row in zip(TEAMS, dealt, strict=False)}
        cards = tuple(Card(team, left[team].pop(0)) for team in backs)
        yield Deal(cards[: settings.players], cards[settings.players :])


def could_be(new: New, view: View, deal: Deal) -> bool:
    """Return True if a game with this deal can come to this view, of its first round."""
    assert view["round"] == 1
    if view["choice"]:
        view = {**view, "choice": None, "to_decide": True}
    quickest = {shot["t"]: shot["shooter"] + 1 for shot in view["shots"]}
    seats = range(1, len(view["seats"]) + 1) if view["phase"] == "deadline" else [0]
    return any(_comes_to(new, view, deal, quickest | {view["t"]: seat}) for seat in seats)


def _comes_to(new: New, view: View, deal: Deal, quickest: Mapping[int, int]) -> bool:
    types = view["own_plan_types"]
    chance = Arranged(
        deal.cards,
        deal.centre,
        opener=view["opener"] + 1,
        deck="".join(plan_type for plan_type, count in types.items() if count),
        quickest={t: seat for t, seat in quickest.items() if seat},
    )
    game = new(view["settings"], chance)
    while True:
        seen = game.seen(view["seat"])
        if seen == view:
            return True
        action = _next(game, seen, view)
        if seen["round"] > 1 or seen["t"] > view["t"] or action not in game.legal:
            return False
        game.play(action)


def _next(game: Game, seen: View, view: View) -> str:
    """Return what the seat to decide did, as far as the view says; otherwise anything else."""
    if game.kind == "say":
        said = view["statements"][len(seen["statements"]) :]
        return said[0]["text"] if said and said[0]["seat"] == game.seat else ""
    ordered = game.kind == "order"
    for shot in view["shots"]:
        if (shot["t"], shot["shooter"], shot["ordered"]) == (seen["t"], game.seat, ordered):
            return f"shoot {shot['target'] + 1}"
    if ordered:
        return ""
    return "hold"
