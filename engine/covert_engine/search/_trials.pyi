from collections.abc import Collection
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search.parameters import SearchParams

@disjoint_base
class Trials:
    """Trials of the actions of a root in common worlds.

    With `one_ply` the state right after an action is valued, else the leaf of a simulation. `facts`
    of the leaves are measured only for exactly two actions.
    """

    def __new__(
        cls, root: Root, params: SearchParams, one_ply: bool, facts: bool = False
    ) -> Self: ...
    def priors(self) -> list[float]:
        """Return the policy's prior of each action, in the first world."""
    def keep(self, places: Collection[int]) -> None:
        """Try only the actions of these places from now on."""
    def run(self, worlds: int, deadline: int, stop: StopFlag, cpu: int = 0) -> int:
        """Try `worlds` more worlds, at least one in the first run; return the Ending.

        `deadline` is on the monotonic clock, `cpu` is the CPU time of all runs together, both in
        nanoseconds; 0 is no limit.
        """
    @property
    def worlds(self) -> int:
        """Worlds dealt."""
    @property
    def distinct_worlds(self) -> int:
        """Worlds with different hidden parts, up to the bound."""
    def actions(self) -> list[tuple[int, list[float], float, list[float]]]:
        """List for each action: visits, summed utilities by seat, summed squares of the searching
        seat's utilities, summed estimates."""
    def facts(self) -> list[tuple[float, float, float]]:
        """List for each figure its sums after the first and the second action, and the sum of the
        squared differences. Figures are the searching seat's utility, the evaluator's estimates and
        the game's facts. Empty if not requested."""
    def hands(self) -> list[list[int]]:
        """Count for each hand the worlds in which each card was in it; empty if not requested."""
    def paired_error(self, a: int, b: int) -> float | None:
        """Return the standard error of the difference of two actions; None below two common
        worlds."""
