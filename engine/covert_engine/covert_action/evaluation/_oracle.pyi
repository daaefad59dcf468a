from collections.abc import Sequence

from typing_extensions import disjoint_base

from covert_engine.covert_action.rules.names import RoleName
from covert_engine.search import BeliefTable

@disjoint_base
class Oracle(BeliefTable):
    """A belief in the true Spy cards, to measure the worth of knowing them.

    No player has one. Plan cards and all chance to come are dealt as usual.
    """

    def __init__(self, roles: Sequence[RoleName], centre: Sequence[RoleName]) -> None:
        """Take the cards of the seats and of the centre, as in `State.hidden`. They must agree with
        the view that is searched; ValueError for an unknown name."""
