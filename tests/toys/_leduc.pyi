from typing import Final

from toys._toy import ToyState

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2

def deal(first: int, second: int, common: int) -> ToyState:
    """A game before its first action: the card of each seat and the common one, 0..5."""
