"""A model of the behaviour of people and bots: the parameters of a belief.

It compares how often a seat with one card does something, and a seat with another card. Only the
ratios within a row count. The figures of the bots are fitted to games among them: `fitted.py`.
Those of people were set by hand, cautiously: nothing has been measured.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias, cast

from covert_engine.covert_action.rules.names import ROLES

Likelihoods: TypeAlias = Mapping[str, tuple[float, float, float, float, float]]
"""For each of `ACTS` a figure for each role, in the order of `ROLES`."""

Tables: TypeAlias = Mapping[str, Likelihoods]
"""For each of `TABLES` the figures for such settings."""

CARDS = ("sniper, cleaner, mole", "bodyguards", "saboteurs")
TABLES = tuple(f"{talk}; {cards}" for talk in ("talk", "silence") for cards in CARDS)
"""Settings that affect behaviour: talk or none, and teams with a Saboteur, else Bodyguards, else
neither. In the order of `_posterior.pxd`."""

ACTS = (
    "pass",
    *(f"am {role}" for role in ROLES),
    *(f"is own {role}" for role in ("sniper", "mole", "saboteur")),
    *(f"is other {role}" for role in ("sniper", "mole", "saboteur")),
    "urge own",
    "urge other",
    "hold",
)
"""Public acts of a seat: statements, about a seat of its own team or of another; and letting a
window close, as all did."""

EVEN: Likelihoods = dict.fromkeys(ACTS, (1.0, 1.0, 1.0, 1.0, 1.0))
"""Figures under which no act is evidence."""

LIKELIHOODS: Likelihoods = {
    **EVEN,
    # sniper, cleaner, mole, bodyguard, saboteur
    "am sniper": (1.3, 1.2, 1.0, 1.5, 1.0),
    "am cleaner": (1.2, 1.5, 1.0, 1.2, 1.0),
    "am mole": (1.0, 1.0, 3.0, 1.0, 1.0),  # E6
    "am bodyguard": (1.5, 1.2, 1.0, 1.5, 1.2),
    "am saboteur": (1.0, 1.0, 1.0, 1.0, 2.0),
    "hold": (0.85, 0.95, 1.0, 1.0, 0.95),
}

CAP = 4.0
"""Ceiling of the evidence of an act for one role against another, hand-set."""

MAX_CAP = 6.0
"""Highest cap. A view has at most 384 acts: 24 statements and 24 closed windows of each of eight
seats. With a higher cap the product of their figures could underflow."""

REPEATED = 0.3
"""Share of the evidence of a statement that remains when its seat repeats it."""


Rows: TypeAlias = list[list[float]]


def table_of(roles: Collection[str], talk: bool) -> str:
    """Return the one of TABLES for the roles in use, with or without talk."""
    cards = 2 if "saboteur" in roles else 1 if "bodyguard" in roles else 0
    return TABLES[cards if talk else len(CARDS) + cards]


def checked(likelihoods: Likelihoods | Tables, cap: float, repeated: float) -> list[Rows]:
    """Return the rows of each of TABLES in the order of `ACTS`, the same for all if there is only
    one; ValueError names a figure that is missing or out of bounds."""
    if not 1 <= cap <= MAX_CAP:
        raise ValueError(f"cap: {cap!r}; expected 1 to {MAX_CAP:g}")
    if not 0 <= repeated <= 1:
        raise ValueError(f"repeated: {repeated!r}; expected 0 to 1")
    if likelihoods.keys() == set(TABLES):
        tables = cast(Tables, likelihoods)
        return [_rows(tables[name], f"likelihoods of {name!r}") for name in TABLES]
    return [_rows(cast(Likelihoods, likelihoods), "likelihoods")] * len(TABLES)


def _rows(likelihoods: Likelihoods, name: str) -> Rows:
    wrong = sorted(likelihoods.keys() ^ set(ACTS))
    if wrong:
        raise ValueError(f"{name}: {wrong[0]!r} is missing or unknown; expected {', '.join(ACTS)}")
    for act, row in likelihoods.items():
        if len(row) != len(ROLES) or not all(0 < figure < 1e9 for figure in row):
            raise ValueError(f"{name}: {act!r} has {row!r}; expected {len(ROLES)} figures above 0")
    return [list(likelihoods[act]) for act in ACTS]


def deaf(likelihoods: Likelihoods = LIKELIHOODS) -> Likelihoods:
    """Return the same figures, but with no evidence in statements."""
    return {**EVEN, "hold": likelihoods["hold"]}
