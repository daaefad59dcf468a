from typing_extensions import disjoint_base

from covert_engine.covert import CompiledSet
from covert_engine.encoding import Encoding

@disjoint_base
class CovertEncoding(Encoding):
    """The actions and views of Covert as numbers, with a card set, its options and some seats.

    >>> from covert_engine.covert import State, compile, format_action, house_set
    >>> from covert_engine.covert.encoding import CovertEncoding
    >>> cards = compile(house_set())
    >>> encoding = CovertEncoding(cards, players=2)
    >>> state = State.deal(cards, players=2, seed=7)
    >>> legal = encoding.legal(state)
    >>> [format_action(encoding.action(number), cards) for number in legal]
    ['return M37', 'return M53', 'return M54']
    >>> encoding.play(state, legal[0])
    >>> state.actor
    1
    """

    cards: CompiledSet
    """The cards."""

    def __init__(self, cards: CompiledSet, players: int) -> None:
        """Take the cards and the number of seats, 2 to 4; ValueError for another number."""
