"""What has been fitted to games among the bots: `data/behaviour.json`, and how it came about.

`covert-bots train FOLDER --game covert-action` writes such a file; the one in the package says by
what command it was made, and how well it does on games that it was not fitted to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from covert_engine.covert_action.evaluation.behaviour import EVEN, TABLES, Tables, deaf
from covert_engine.covert_action.rules.names import ROLES


def tables_of(likelihoods: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Tables:
    """The likelihoods of each of TABLES, of figures by act and role; what was never met says
    nothing."""
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
"""How often the bots of this project that speak in the style `mixed` do what they do."""

DEAF_BOTS: Tables = {name: deaf(table) for name, table in OF_BOTS.items()}
"""The same, but that no statement says anything."""

REPEATED_BY_BOTS: float = _FILE["repeated"]
"""The share of what a statement says that it still says when its seat repeats it."""

AT_FOUR: Sequence[float] = (0.0, *_FILE["chances"]["at four"])
"""The logarithm of the weight of a seat with 0 to 4 types of Plan cards at a table of four."""

A_SEAT_MORE: Sequence[float] = (0.0, *_FILE["chances"]["a seat more"])
"""What each seat more adds to it."""
