from typing import Final

from toys._toy import ToyState

PASS: Final = 0
BET: Final = 1

def deal(first: int, second: int) -> ToyState:
    """A game before its first action, the seats holding these cards (0, 1 or 2)."""
