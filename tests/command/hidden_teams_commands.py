"""A third game as the commands see it: it has tournaments, and nothing else."""

from __future__ import annotations

from typing import Any

from arena.hidden_teams import SEATS, HiddenTeams

from covert_bots.arena.plan import PlanSettings
from covert_bots.players.game import Facts
from covert_command.games.command_game import CommandGame


class HiddenTeamsCommands(CommandGame):
    name = HiddenTeams.name
    title = "Hidden Teams"
    first_seat = HiddenTeams.first_seat
    players = (SEATS,)
    catalogue = HiddenTeams.catalogue
    usual_bot = "random"

    def tournament(
        self, setup: Facts, in_file: Facts, players: int, cards: Any, place: str
    ) -> HiddenTeams:
        return HiddenTeams()

    def of_ledger(self, settings: PlanSettings, cards: Any, path: str) -> HiddenTeams:
        return HiddenTeams()
