"""The tensor of a view of Covert Action, worked out again in plain Python from its fields."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert_action import View
from covert_engine.covert_action.encoding.tensor_fields import SORTS, tensor_fields
from covert_engine.covert_action.rules.names import OUTCOMES, PHASES, ROLES, TEAMS


def plain_tensor(view: View) -> dict[str, NDArray[np.float32]]:
    """Return the fields of the tensor by name."""
    fields: Any = view.fields()
    parts = {
        field.name: np.zeros(field.shape, np.float32) for field in tensor_fields(view.settings)
    }
    seats, teams, own = view.players, view.settings.teams, view.seat
    first_team = TEAMS.index(fields["players"][own]["team"])

    def away(seat: int) -> int:
        return (seat - own) % seats

    def team(name: str) -> int:
        return (TEAMS.index(name) - first_team) % teams

    parts["phase"][PHASES.index(fields["phase"])] = 1
    for name in ("actor", "opener", "speaker"):
        if fields[name] is not None:
            parts[name][away(fields[name])] = 1
    for name, most in (("round", 60), ("t", 30), ("beat", 6), ("deck", 40)):
        parts[name][0] = fields[name] / most
    for seat, player in enumerate(fields["players"]):
        parts["in"][away(seat)] = player["is_in"]
        parts["team"][away(seat), team(player["team"])] = 1
        parts["held"][away(seat)] = min(1, player["held"] / 10)
        parts["drawn"][away(seat)] = min(1, player["drawn"] / 5)
        if player["role"]:
            parts["role"][away(seat), ROLES.index(player["role"])] = 1
        if player["types"]:
            parts["plan"][away(seat)] = np.minimum(1, np.array(player["types"]) / 10)
    for card in fields["centre"]:
        parts["aside"][team(card["team"])] += np.float32(1 / 3)
    if fields["choice"]:
        word, _, seat = fields["choice"].partition(" ")
        if word == "hold":
            parts["hold"][0] = 1
        else:
            parts["shoot"][away(int(seat) - 1)] = 1
    for number, shot in enumerate(fields["shots"]):
        row = parts["shots"][number]
        row[away(shot["shooter"])] = 1
        row[seats + away(shot["target"])] = 1
        row[2 * seats + OUTCOMES.index(shot["outcome"])] = 1
        row[-2:] = shot["ordered"], shot["t"] / 30
    for statement in fields["statements"]:
        row = parts["said"][statement["t"] - 1, away(statement["seat"])]
        sort, *words = statement["text"].split()
        row[SORTS.index(sort)] = 1
        for word in words:
            place = ROLES.index(word) if word in ROLES else len(ROLES) + away(int(word) - 1)
            row[len(SORTS) + place] = 1
    return parts
