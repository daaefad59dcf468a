"""The model of how people and bots behave: its parameters, as a belief reads them.

How much more often a seat does a thing if it holds one card than if it holds another. Only the
ratios within a row count. Those of the bots are fitted to games among them: `fitted.py`. Of people
nothing has been measured: their figures were set by hand, carefully.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias, cast

from covert_engine.covert_action.rules.names import ROLES

Likelihoods: TypeAlias = Mapping[str, tuple[float, float, float, float, float]]
"""For each of `ACTS` a figure for each role, in the order of `ROLES`."""

Tables: TypeAlias = Mapping[str, Likelihoods]
"""For each of `TABLES` the figures that hold under such settings."""

CARDS = ("sniper, cleaner, mole", "bodyguards", "saboteurs")
TABLES = tuple(f"{talk}; {cards}" for talk in ("talk", "silence") for cards in CARDS)
"""What settings make a difference to behaviour: whether there is talk, and whether the teams have a
Saboteur, else Bodyguards, else neither. In the order of `_posterior.pxd`."""

ACTS = (
    "pass",
    *(f"am {role}" for role in ROLES),
    *(f"is own {role}" for role in ("sniper", "mole", "saboteur")),
    *(f"is other {role}" for role in ("sniper", "mole", "saboteur")),
    "urge own",
    "urge other",
    "hold",
)
"""What a seat can be seen to do: a statement, of a seat of its own team or of another; and to let a
window close, as all did."""

EVEN: Likelihoods = dict.fromkeys(ACTS, (1.0, 1.0, 1.0, 1.0, 1.0))
"""No act says anything."""

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
"""No act speaks more than this for one role against another (9.4: 3 to 5)."""

MAX_CAP = 6.0
"""A view has at most 384 acts: 24 statements and 24 closed windows of each of eight seats. With a
higher cap than this the product of their figures could underflow."""

REPEATED = 0.3
"""The share of what a statement says that it still says when its seat repeats it."""


Rows: TypeAlias = list[list[float]]


def table_of(roles: Collection[str], talk: bool) -> str:
    """Which of TABLES is that of settings: of the roles in use, and whether there is talk."""
    cards = 2 if "saboteur" in roles else 1 if "bodyguard" in roles else 0
    return TABLES[cards if talk else len(CARDS) + cards]


def checked(likelihoods: Likelihoods | Tables, cap: float, repeated: float) -> list[Rows]:
    """The rows of each of TABLES in the order of `ACTS`, one for all if there is but one;
    ValueError names what is missing or out of bounds."""
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
    """The same figures, but that no statement says anything."""
    return {**EVEN, "hold": likelihoods["hold"]}
