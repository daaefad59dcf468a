"""The bots there are for Covert Action."""

from __future__ import annotations

from covert_bots.players.bots import Flat, Greedy, Ismcts, Random
from covert_bots.players.catalogue import Catalogue

__all__ = ["CATALOGUE"]

CATALOGUE = Catalogue((Random, Greedy, Flat, Ismcts))
