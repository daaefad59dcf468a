from typing import Final

from toys._toy import ToyState

CARDS: Final = 4
SUN: Final = 4
SNOW: Final = 5

def deal(first: int, second: int) -> ToyState:
    """A game before its first action, seat 1 holding these two cards, 0..3."""
