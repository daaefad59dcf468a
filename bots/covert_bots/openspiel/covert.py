"""Covert as a game of OpenSpiel: `covert`."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.game import Covert
from covert_bots.openspiel.game import DEALS, SeatsGame, game_type
from covert_bots.openspiel.rules import covert_rules
from covert_engine.covert.cards import load_card_set

COVERT = game_type("covert", "Covert", Covert.players, {"players": 2, "deals": DEALS, "cards": ""})


class CovertGame(SeatsGame):
    """Covert. The parameters are `players`, 2 to 4, `deals`, how many there are, and `cards`, the
    file of a card set; without it the house set is played."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**COVERT.parameter_specification, **(params or {})}
        source = load_card_set(given["cards"]) if given["cards"] else None
        rules = covert_rules(Covert(source), given["players"])
        super().__init__(COVERT, rules, given["deals"], params or {})
