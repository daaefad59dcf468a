from typing_extensions import disjoint_base

from covert_engine.covert._game import State
from covert_engine.search import BeliefTable

@disjoint_base
class Oracle(BeliefTable):
    """Deals worlds in which all hands are the true ones: for measuring what knowing them is worth.

    No player has one. In every world missions, codes, Agency Cards and tokens in hand are those of
    the state, and so is each place in a deck that some seat knows. What no seat can know yet is
    drawn anew, as `State.redrawn` does: dice, tokens still in the bag, shuffles, and the order of
    the other cards in the decks. So the future is as uncertain as for any bot.
    """

    def __init__(self, state: State) -> None:
        """The truth as it is now. A search with this belief takes the view of the seat that decides
        in this very state; with any other, what it finds means nothing."""
    def world(self, key: int) -> State:
        """The world that is dealt for a key, 0 to 2^64 - 1."""
