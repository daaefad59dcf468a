from collections.abc import Collection
from typing import Final

from toys._toy import ToyState

REFUSE: Final = 3
SPRING: Final = 4

def deal(traps: Collection[int], seed: int) -> ToyState:
    """A game before its first walk, these seats (of 1 and 2) holding a trap."""
