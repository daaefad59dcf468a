from collections.abc import Collection, Sequence
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.search._belief import BeliefTable
from covert_engine.search._game import SearchView

CHECKS_WORLDS: bool
"""True if this build checks that every world agrees with its view."""

@disjoint_base
class Root:
    """One decision to search: a copy of a view, a key of all chance, the actions to choose among.

    `only` and `avoid` restrict the actions that a search expands. `choices` replace them: any legal
    actions, even such as a search does not expand.
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
        """Draw an index of `values` by the key, each with weight exp(value / temperature), and none
        more than 3 temperatures below the best."""
