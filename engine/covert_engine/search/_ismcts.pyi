from collections.abc import Sequence
from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search.parameters import SearchParams

class EdgeEntry(NamedTuple):
    """An edge of the tree; sums are of the utilities of its seat."""

    visits: int
    """Times that its action was taken."""
    available: int
    """Times that its action was available."""
    sum: float
    """Utilities of its seat, added up over the visits."""

class NodeEntry(NamedTuple):
    """A node of the tree; sums are of the utilities of its seat."""

    actor: int
    """The seat that decides there."""
    visits: int
    """Times that it was reached."""
    sum: float
    """Utilities of that seat, added up over the visits."""
    square: float
    """Their squares, added up."""
    edges: dict[int, EdgeEntry]
    """Its edges, each by one of its actions."""

@disjoint_base
class Lane:
    """One tree of a search. Lanes of one root differ only in their number."""

    def __new__(cls, root: Root, params: SearchParams, number: int, nodes: int) -> Self: ...
    def run(self, target: int, deadline: int, stop: StopFlag, cpu: int = 0) -> int:
        """Iterate until `target` iterations are done or `cpu` is spent, both in total, the
        monotonic clock passes `deadline`, or `stop` is raised; return the Ending.

        Times are in nanoseconds; 0 is no limit.
        """
    def meet(self, lanes: Sequence[Self]) -> None:
        """Give the root of this tree the results of all these lanes there, including this one.

        None of them may be running, and each must have done an iteration.
        """
    @property
    def iterations(self) -> int:
        """Iterations done."""
    @property
    def decisions(self) -> int:
        """Decisions simulated in the iterations."""
    @property
    def cpu(self) -> int:
        """Nanoseconds of CPU time of the iterations."""
    @property
    def nodes(self) -> int:
        """Nodes in use."""
    @property
    def full(self) -> bool:
        """True if a node or an edge was refused for lack of room."""
    @property
    def distinct_worlds(self) -> int:
        """Worlds with different hidden parts, up to the bound."""
    def worlds(self) -> set[int]:
        """Return the hashes of those worlds."""
    def root_actions(self) -> list[tuple[int, int, float, list[float], float, list[float]]]:
        """List for each action of the root: visits, availability, prior summed over iterations,
        summed utilities by seat, summed squares of the searching seat's utilities, summed
        estimates."""
    def hands(self) -> list[list[int]]:
        """Count for each hand the worlds in which each card was in it; empty if not requested."""
    def variation(self, first: int, length: int) -> list[tuple[int, int, int]]:
        """Return the most visited line below the root's action `first`: seat, action, visits."""
    def tree(self) -> list[NodeEntry]:
        """Return all nodes, the root first."""
    def root_sums(self) -> tuple[list[float], list[float]]:
        """Return the utilities of each seat added up over all iterations, and their squares."""
