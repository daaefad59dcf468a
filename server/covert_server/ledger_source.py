"""The ledger of a tournament that a server shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from covert_bots.arena.plan import PlanSettings
from covert_bots.players.game import Game

if TYPE_CHECKING:
    from covert_bots.arena.league.league import League


@dataclass(frozen=True)
class LedgerSource:
    """A ledger, and the game of its records."""

    path: Path
    game: Game
    league: League | None = None
    """The league that is played; None if another program plays."""

    def shown(self, settings: PlanSettings) -> PlanSettings:
        """Return the settings of its plan with the names of bots that everybody may see."""
        return settings if self.league is None else self.league.shown(settings)
