from collections.abc import Sequence

from typing_extensions import disjoint_base

from covert_engine.covert_action.rules.names import RoleName
from covert_engine.search import BeliefTable

@disjoint_base
class Oracle(BeliefTable):
    """Deals worlds in which the cards lie as given: for measuring what knowing them is worth.

    No player has one. Plan cards and all chance to come are dealt as ever.
    """

    def __init__(self, roles: Sequence[RoleName], centre: Sequence[RoleName]) -> None:
        """The cards of the seats and of the centre, as `State.hidden` has them. They must agree
        with the view that is searched; ValueError for a name that is none."""
