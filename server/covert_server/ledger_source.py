"""The ledger of a tournament that a server shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from covert_bots.players.game import Game


@dataclass(frozen=True)
class LedgerSource:
    """A ledger, and the game of its records."""

    path: Path
    game: Game
