"""Checks of the Plan cards of a view from outside (rules 4.5 e, f)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from covert_engine.covert_action.exchange.reader import NOTHING, Reader
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.input.shown import shown

PLAN_CARDS, OF_A_TYPE, TYPES = 40, 10, 4
LAST_ROUND = 60


def check_plans(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check the number of Plan cards, the visible types, and that a game could lead there."""
    players = view["players"]
    mistakes_before = len(reader.mistakes)
    total = view["deck"] + sum(player["held"] for player in players)
    if total != PLAN_CARDS:
        reader.add("deck", f"{total} Plan cards with those in hands; expected {PLAN_CARDS}")
    over = view["phase"] == "over"
    for seat, player in enumerate(players):
        _check_types(player, f"players[{seat}]", reader, over or seat == view["seat"])
        before = player["held"] - player["drawn"]
        if before > view["round"] - 1:
            reader.add(
                f"players[{seat}].held",
                f"{before} before round {view['round']}; expected one a round at most",
            )
    if len(reader.mistakes) > mistakes_before:
        return
    if over:
        _check_end(view, reader)
        return
    _check_drawn(view, reader)
    if view["deck"] + sum(player["drawn"] for player in players) == 0:
        reader.add("deck", "empty when the round began: the game would have ended (5.2)")
    own = players[view["seat"]]
    if min(own["types"]) >= 1 + (own["drawn"] > 0):
        reader.add("players", "the seat had all four types when the round began (4.5)")
    left = [OF_A_TYPE - count for count in own["types"]]
    hands = [
        player["held"] - player["drawn"]
        for seat, player in enumerate(players)
        if seat != view["seat"]
    ]
    if len(reader.mistakes) == mistakes_before and not can_lack_a_type(left, hands):
        reader.add("players", "some seat had all four types when the round began (4.5)")


def _check_types(player: dict[str, Any], field: str, reader: Reader, is_open: bool) -> None:
    types = player["types"]
    if is_open != (types is not None):
        expected = "a list of 4" if is_open else f"{NOTHING}, as they are hidden"
        reader.add(f"{field}.types", f"{shown(types)}; expected {expected} (4.2)")
    elif is_open and sum(types) != player["held"]:
        reader.add(f"{field}.types", f"{sum(types)} in all; expected {player['held']}, as held")


def _check_end(view: dict[str, Any], reader: Reader) -> None:
    """Check the Plan cards of a game that is over (5.1, 5.2)."""
    for kind in range(TYPES):
        if sum(player["types"][kind] for player in view["players"]) > OF_A_TYPE:
            reader.add("players", f"more than {OF_A_TYPE} Plan cards of one type")
            return
    complete = any(min(player["types"]) > 0 for player in view["players"])
    if not (complete or view["deck"] == 0 or view["round"] == LAST_ROUND):
        reader.add("phase", "'over', but nobody has all four types (5.1, 5.2)")


def _check_drawn(view: dict[str, Any], reader: Reader) -> None:
    """Check that in mid-round only the Mole of a team that is out has drawn (3.10)."""
    teams = [
        view["players"][shot["shooter"]]["team"]
        for shot in view["shots"]
        if shot["outcome"] == "team_out"
    ]
    for seat, player in enumerate(view["players"]):
        most = int(player["team"] in teams and player["role"] == "mole")
        if player["drawn"] > most:
            reader.add(f"players[{seat}].drawn", f"{player['drawn']}; expected at most {most}")


def can_lack_a_type(left: Sequence[int], hands: Sequence[int]) -> bool:
    """Return True if hands of these sizes can be dealt, each lacking a type, from so many cards of
    each type.

    A hand that lacks a type takes none of its cards. So it is possible if the hands can be grouped
    by a type that they lack so that each group has no more cards than there are of the other types:
    two hands that lack different types can take cards of all types (Hall's theorem).
    """
    total = sum(left)
    large = sorted((hand for hand in hands if hand >= TYPES), reverse=True)
    reached = {(0,) * TYPES}
    for hand in large:
        grown = set()
        for sums in reached:
            for kind in range(TYPES):
                if sums[kind] + hand <= total - left[kind]:
                    grown.add((*sums[:kind], sums[kind] + hand, *sums[kind + 1 :]))
        reached = grown
    return bool(reached)
