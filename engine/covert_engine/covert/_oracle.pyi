from typing_extensions import disjoint_base

from covert_engine.covert._game import State
from covert_engine.search import BeliefTable

@disjoint_base
class Oracle(BeliefTable):
    """A belief in the true hands, to measure the worth of knowing them.

    No player has one. Every world keeps the missions, codes, Agency Cards and tokens in hand of the
    state, and each place in a deck that some seat knows. Everything that no seat can know yet is
    drawn anew, as by `State.redrawn`: dice, tokens in the bag, shuffles, and the order of the other
    cards in the decks. So the future is as uncertain as for any bot.
    """

    def __init__(self, state: State) -> None:
        """Take the truth from a state. A search with this belief must take the view of the seat to
        decide in this very state; with any other view its results mean nothing."""
    def world(self, key: int) -> State:
        """Return the world dealt for a key, 0 to 2^64 - 1."""
