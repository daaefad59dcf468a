from typing_extensions import disjoint_base

from covert_engine.covert_action import Settings
from covert_engine.encoding import Encoding

@disjoint_base
class CovertActionEncoding(Encoding):
    """The actions and views of Covert Action as numbers, under some settings.

    Seats are named by how many places clockwise from the seat that acts they sit. So the same
    number is another action for another seat, and a network can play any seat.

    >>> from covert_engine.covert_action import Settings, State, format_action
    >>> from covert_engine.covert_action.encoding import CovertActionEncoding
    >>> settings = Settings(4)
    >>> encoding = CovertActionEncoding(settings)
    >>> encoding.actions
    17
    >>> [format_action(encoding.action(16, seat)) for seat in range(4)]
    ['shoot 4', 'shoot 1', 'shoot 2', 'shoot 3']
    >>> state = State.deal(settings, seed=1)
    >>> sorted(encoding.legal(state)) == list(range(13))
    True
    """

    settings: Settings
    """The settings."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings, which have the number of seats."""
