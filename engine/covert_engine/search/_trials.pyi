from collections.abc import Collection
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search.parameters import SearchParams

@disjoint_base
class Trials:
    """Tries actions of a root in worlds that all of them share.

    With `one_ply` an action is valued where it leads, else after a simulation. `facts` of the
    leaves are measured for two actions alone.
    """

    def __new__(
        cls, root: Root, params: SearchParams, one_ply: bool, facts: bool = False
    ) -> Self: ...
    def priors(self) -> list[float]:
        """The policy's prior of each action, in the first world."""
    def keep(self, places: Collection[int]) -> None:
        """From now on tries the actions of these places only."""
    def run(self, worlds: int, deadline: int, stop: StopFlag, cpu: int = 0) -> int:
        """Tries `worlds` more worlds, at least one in the first run; returns the Ending.

        `deadline` is on the monotonic clock, `cpu` the CPU time of all runs together, both in
        nanoseconds; 0 is no limit.
        """
    @property
    def worlds(self) -> int:
        """Worlds dealt."""
    @property
    def distinct_worlds(self) -> int:
        """Worlds with different hidden parts, up to the bound."""
    def actions(self) -> list[tuple[int, list[float], float, list[float]]]:
        """Of each action: visits, summed utilities by seat, summed squares of the searching
        seat's utilities, summed estimates."""
    def facts(self) -> list[tuple[float, float, float]]:
        """Of each figure its sums after the first and after the second of two actions, and that of
        the squares of the differences. Figures are the searching seat's utility, the evaluator's
        estimates and the game's facts. Empty where they are not asked for."""
    def hands(self) -> list[list[int]]:
        """Of each hand, in how many worlds each card was in it. Empty where that is not asked
        for."""
    def paired_error(self, a: int, b: int) -> float | None:
        """The standard error of the difference of two actions; None below two common worlds."""
