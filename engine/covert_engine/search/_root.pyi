from collections.abc import Collection, Sequence
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.search._belief import BeliefTable
from covert_engine.search._game import SearchView

CHECKS_WORLDS: bool
"""Whether this build checks that every world agrees with its view."""

@disjoint_base
class Root:
    """One decision to search: a copy of a view, a key of all chance, the actions to choose among.

    `only` and `avoid` restrict the actions; without them all that a search expands are there.
    `choices` are taken as they are: legal ones, whether a search expands them or not.
    """

    @property
    def seat(self) -> int:
        """The searching seat."""
    @property
    def players(self) -> int:
        """Seats of the game."""
    @property
    def actions(self) -> tuple[int, ...]:
        """The actions to choose among, in the game's order."""
    def __new__(
        cls,
        view: SearchView,
        seed: int,
        only: Collection[int] | None = None,
        avoid: Collection[int] | None = None,
        belief: BeliefTable | None = None,
        choices: Sequence[int] | None = None,
    ) -> Self: ...
    def draw(self, values: Sequence[float], temperature: float) -> int:
        """A place in `values`, drawn by the key: each by the weight exp(value / temperature), none
        that is more than 3 temperatures below the best."""
