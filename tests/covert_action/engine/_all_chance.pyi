from typing_extensions import disjoint_base

from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import RoleName, TeamName

@disjoint_base
class Chance:
    """All chance of a game (2.4) as readable data: a function of its settings and seed."""

    settings: Settings
    """Settings of the game."""
    seed: int
    """0 to 2^64 - 1."""

    def __init__(self, settings: Settings, seed: int) -> None: ...
    def plan_deck(self) -> str:
        """Return the 40 Plan cards in the order of drawing, a letter of `PLAN` each."""
    def cards(self, number: int) -> list[tuple[TeamName, RoleName]]:
        """Return the Spy card of each seat in a round, 1 to 60; ValueError for another."""
    def centre(self, number: int) -> list[tuple[TeamName, RoleName]]:
        """Return the Spy cards set aside in a round."""
    def opener(self, number: int) -> int:
        """Return the seat that opens a round."""
    def fire_lot(self, number: int, t: int, seat: int) -> int:
        """Return the lot of a seat that shoots in that round and beat; the highest fires (3.6)."""
    def order_lot(self, number: int, t: int, seat: int) -> int:
        """Return the lot of a seat that acts as Sniper at the deadline; the highest is ordered
        (3.7)."""
