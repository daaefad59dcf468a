"""Covert Action as a game of OpenSpiel: `covert_action`."""

from __future__ import annotations

from typing import Any

from covert_bots.covert_action.game import CovertAction
from covert_bots.openspiel.game import DEALS, SeatsGame, game_type
from covert_bots.openspiel.rules import covert_action_rules
from covert_engine.covert_action import Settings

USUAL = Settings(6).fields()
COVERT_ACTION = game_type(
    "covert_action",
    "Covert Action",
    CovertAction.players,
    {**USUAL, "teams": 0, "deals": DEALS},
)


class CovertActionGame(SeatsGame):
    """Covert Action. The parameters are the settings, `players` among them, and `deals`, how many
    there are; `teams` 0 is the usual number of teams."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**COVERT_ACTION.parameter_specification, **(params or {})}
        settings = {name: given[name] for name in USUAL}
        settings["teams"] = given["teams"] or None
        rules = covert_action_rules(Settings.from_fields(settings))
        super().__init__(COVERT_ACTION, rules, given["deals"], params or {})
