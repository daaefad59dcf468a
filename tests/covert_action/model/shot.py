"""The effect of a shot: 2.6, 3.8 to 3.10. Everything here is a question about the cards alone."""

from __future__ import annotations

from collections.abc import Collection

from covert_action.model.cards import Card, Deal
from covert_action.model.settings import Settings

Seats = Collection[int]

GOES_ON = ("misfire", "team out")  # outcomes after which the round goes on


def acts_as_sniper(settings: Settings, deal: Deal, seats_in: Seats, seat: int) -> bool:
    """2.6: whether a seat does, with these seats in."""
    if seat not in seats_in:
        return False
    team, role = deal.cards[seat]
    if role == "sniper":
        return True
    if role != "cleaner":
        return False
    sniper = Card(team, "sniper")
    if sniper in deal.centre:
        return True
    return settings.cleaner_inherits and deal.cards.index(sniper) not in seats_in


def acting_snipers(settings: Settings, deal: Deal, seats_in: Seats) -> list[int]:
    """Return all seats that act as Sniper, ascending."""
    return [seat for seat in sorted(seats_in) if acts_as_sniper(settings, deal, seats_in, seat)]


def outcome(
    settings: Settings, deal: Deal, seats_in: Seats, team_was_out: bool, shooter: int, target: int
) -> str:
    """3.8: the first row that fits; 3.10: the first fail is a team out.

    `team_was_out` says whether there was a team out before in the round.
    """
    team, role = deal.cards[shooter]
    other_team, other_role = deal.cards[target]
    own_team = team == other_team
    target_acts = acts_as_sniper(settings, deal, seats_in, target)
    if role == "saboteur" and own_team and target_acts:
        return "coup"
    if role == "saboteur" and not team_was_out:
        return "misfire"
    if acts_as_sniper(settings, deal, seats_in, shooter):
        if own_team and other_role == "saboteur":
            return "purge"
        if (own_team and other_role == "mole") or (not own_team and target_acts):
            return "success"
    if settings.alternate and not team_was_out:
        return "team out"
    return "fail"


def put_out(deal: Deal, result: str, shooter: int, target: int) -> set[int]:
    """3.8b, 3.10: the seats that a shot with this outcome puts out."""
    if result == "misfire":
        return {shooter, target}
    if result == "team out":
        team = deal.cards[shooter].team
        return {target, *(seat for seat, card in enumerate(deal.cards) if card.team == team)}
    return set()


def drawing(deal: Deal, seats_in: Seats, result: str, shooter: int) -> set[int]:
    """3.8 to 3.10: the seats, of those in as the shot falls, that draw a Plan card for it."""
    if result == "misfire":
        return set()
    if result in ("coup", "purge"):
        return {shooter}
    team = deal.cards[shooter].team
    if result == "team out":
        return {seat for seat in seats_in if deal.cards[seat] == Card(team, "mole")}
    wins = result == "success"  # the Agents of the shooter's team and the others' Moles, or else
    return {
        seat
        for seat in seats_in
        if deal.cards[seat].is_agent == ((deal.cards[seat].team == team) == wins)
    }
