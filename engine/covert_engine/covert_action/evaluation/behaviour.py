"""The model of how people and bots behave: its parameters, as a belief reads them.

How much more often a seat does a thing if it holds one card than if it holds another. Only the
ratios within a row count. Of people nothing has been measured: their figures were set by hand,
carefully.
"""

from __future__ import annotations

from collections.abc import Mapping

from covert_engine.covert_action.rules.names import ROLES

__all__ = ["ACTS", "CAP", "LIKELIHOODS", "OF_BOTS", "REPEATED", "Likelihoods", "checked", "deaf"]

Likelihoods = Mapping[str, tuple[float, float, float, float, float]]
"""For each of `ACTS` a figure for each role, in the order of `ROLES`."""

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

LIKELIHOODS: Likelihoods = {
    **dict.fromkeys(ACTS, (1.0, 1.0, 1.0, 1.0, 1.0)),
    # sniper, cleaner, mole, bodyguard, saboteur
    "am sniper": (1.3, 1.2, 1.0, 1.5, 1.0),
    "am cleaner": (1.2, 1.5, 1.0, 1.2, 1.0),
    "am mole": (1.0, 1.0, 3.0, 1.0, 1.0),  # E6
    "am bodyguard": (1.5, 1.2, 1.0, 1.5, 1.2),
    "am saboteur": (1.0, 1.0, 1.0, 1.0, 2.0),
    "hold": (0.85, 0.95, 1.0, 1.0, 0.95),
}
OF_BOTS: Likelihoods = {
    **dict.fromkeys(ACTS, (1.0, 1.0, 1.0, 1.0, 1.0)),
    "am sniper": (0.90, 0.75, 0.78, 1.00, 0.50),
    "am cleaner": (0.49, 1.00, 0.59, 0.23, 0.55),
    "am mole": (0.61, 0.95, 0.31, 1.00, 1.00),
    "am bodyguard": (0.74, 0.26, 1.00, 0.58, 0.80),
    "am saboteur": (0.72, 0.46, 0.96, 0.74, 0.92),
    "hold": (0.85, 0.99, 1.00, 1.00, 0.95),
}
"""The same of the bots of this project that speak in the style `mixed`: measured, in two figures,
by `benchmarks/covert_action_acts.py` among `greedy` bots. How often they hold depends on what they
hear: that row is set by hand."""

CAP = 4.0
"""No act speaks more than this for one role against another (9.4: 3 to 5)."""

REPEATED = 0.3
"""The share of what a statement says that it still says when its seat repeats it."""


def checked(likelihoods: Likelihoods, cap: float, repeated: float) -> list[list[float]]:
    """The rows in the order of `ACTS`; ValueError names what is missing or out of bounds."""
    wrong = sorted(likelihoods.keys() ^ set(ACTS))
    if wrong:
        raise ValueError(
            f"likelihoods: {wrong[0]!r} is missing or unknown; expected {', '.join(ACTS)}"
        )
    for act, row in likelihoods.items():
        if len(row) != len(ROLES) or not all(0 < figure < 1e9 for figure in row):
            raise ValueError(
                f"likelihoods: {act!r} has {row!r}; expected {len(ROLES)} figures above 0"
            )
    if not 1 <= cap < 1e9:
        raise ValueError(f"cap: {cap!r}; expected at least 1")
    if not 0 <= repeated <= 1:
        raise ValueError(f"repeated: {repeated!r}; expected 0 to 1")
    return [list(likelihoods[act]) for act in ACTS]


def deaf(likelihoods: Likelihoods = LIKELIHOODS) -> Likelihoods:
    """The same figures, but that no statement says anything."""
    even = (1.0, 1.0, 1.0, 1.0, 1.0)
    return {act: row if act == "hold" else even for act, row in likelihoods.items()}
