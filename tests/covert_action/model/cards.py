"""The cards: 1.3, 1.4, and those in use, 2.1, 2.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from covert_action.model.settings import SETUP, Settings

TEAMS = ("red", "blue", "green")  # two teams are the first two
ROLES = ("sniper", "cleaner", "mole", "bodyguard", "saboteur")
PLAN_TYPES = ("P", "L", "A", "N")
OF_EACH_TYPE = 10
PLAN_CARDS = OF_EACH_TYPE * len(PLAN_TYPES)


class Card(NamedTuple):
    """A Spy card: the team is on its back, the role on its face."""

    team: str
    role: str

    @property
    def is_agent(self) -> bool:
        return self.role != "mole"


@dataclass(frozen=True)
class Deal:
    """The cards in use: one before each seat, the others in the centre, by team."""

    cards: tuple[Card, ...]
    centre: tuple[Card, ...]


def roles_in_use(settings: Settings) -> tuple[str, ...]:
    """2.1, 2.2: the roles of every team, one for each card: there may be two Bodyguards."""
    bodyguards, _ = SETUP[settings.teams, settings.players]
    saboteurs = int(settings.saboteurs)
    return (
        "sniper",
        "cleaner",
        "mole",
        *["bodyguard"] * (bodyguards - saboteurs),
        *["saboteur"] * saboteurs,
    )


def cards_in_use(settings: Settings) -> tuple[Card, ...]:
    """Return the cards in use team by team, each in the order of `ROLES`."""
    return tuple(
        Card(team, role) for team in TEAMS[: settings.teams] for role in roles_in_use(settings)
    )


def count_set_aside(settings: Settings) -> int:
    """2.1: how many cards lie in the centre."""
    return SETUP[settings.teams, settings.players][1]
