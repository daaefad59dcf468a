"""What seats, roles, teams and outcomes are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from covert_engine.covert_action.rules.names import OutcomeName, RoleName, TeamName

ROLE_NAMES: dict[RoleName, str] = {
    "sniper": "Sniper",
    "cleaner": "Cleaner",
    "mole": "Mole",
    "bodyguard": "Bodyguard",
    "saboteur": "Saboteur",
}
OUTCOME_WORDS: dict[OutcomeName, str] = {
    "coup": "a coup",
    "misfire": "a misfire",
    "purge": "a purge",
    "success": "a success",
    "fail": "a fail",
    "team_out": "team out",
}
PLURAL = "bodyguard"  # a team may have two of them


def seat_names(players: int) -> list[str]:
    """What seats are called where nobody says who sits there."""
    return [f"Seat {seat + 1}" for seat in range(players)]


def a_role(role: RoleName) -> str:
    """A role with its article: "the Mole", "a Bodyguard"."""
    return f"{'a' if role == PLURAL else 'the'} {ROLE_NAMES[role]}"


def team_name(team: TeamName) -> str:
    """A team: "Red"."""
    return team.capitalize()


def card_name(team: TeamName, role: RoleName) -> str:
    """A Spy card with its article: "the Red Mole", "a Blue Bodyguard"."""
    return f"{'a' if role == PLURAL else 'the'} {team_name(team)} {ROLE_NAMES[role]}"


def listed(items: Iterable[str]) -> str:
    """Items as in a sentence: "Seat 1, Seat 4 and Seat 6"."""
    some: Sequence[str] = list(items)
    return " and ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)
