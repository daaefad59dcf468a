"""Figures fitted to games among the bots: `data/behaviour.json`, and its origin.

`covert-bots train FOLDER --game covert-action` writes such a file; the one in the package has the
command that made it, and its fit to other games.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from covert_engine.covert_action.evaluation.behaviour import EVEN, TABLES, Tables, deaf
from covert_engine.covert_action.rules.names import ROLES


def tables_of(likelihoods: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Tables:
    """Return the likelihoods of each of TABLES, from figures by act and role; pairs that never
    occurred are no evidence."""
    return {
        name: {
            **EVEN,
            **{
                act: tuple(row.get(role, 1.0) for role in ROLES)  # type: ignore[misc]
                for act, row in likelihoods[name].items()
            },
        }
        for name in TABLES
    }


_FILE = json.loads((resources.files(__package__) / "data" / "behaviour.json").read_text("utf-8"))

OF_BOTS: Tables = tables_of(_FILE["likelihoods"])
"""Likelihoods of the acts of this project's bots that speak in the style `mixed`."""

DEAF_BOTS: Tables = {name: deaf(table) for name, table in OF_BOTS.items()}
"""The same, but with no evidence in statements."""

REPEATED_BY_BOTS: float = _FILE["repeated"]
"""Share of the evidence of a statement that remains when its seat repeats it."""

AT_FOUR: Sequence[float] = (0.0, *_FILE["chances"]["at four"])
"""Logarithm of the weight of a seat with 0 to 4 types of Plan cards, at a table of four."""

A_SEAT_MORE: Sequence[float] = (0.0, *_FILE["chances"]["a seat more"])
"""Addition to it for each further seat."""
