from collections.abc import Sequence
from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search.parameters import SearchParams

class EdgeEntry(NamedTuple):
    """What an edge of the tree holds: the utilities of the seat that decides there, added up."""

    visits: int
    """How often its action was taken."""
    available: int
    """How often it could have been tried."""
    sum: float
    """Utilities of the seat that decides, added up over the visits."""

class NodeEntry(NamedTuple):
    """What a node of the tree holds: the utilities of the seat that decides there, added up, and
    their squares; its edges by an action of each."""

    actor: int
    """The seat that decides there."""
    visits: int
    """How often it was reached."""
    sum: float
    """Utilities of that seat, added up over the visits."""
    square: float
    """Their squares, added up."""
    edges: dict[int, EdgeEntry]
    """Its edges, by an action of each."""

@disjoint_base
class Lane:
    """One tree of a search. Lanes of one root differ only in their number."""

    def __new__(cls, root: Root, params: SearchParams, number: int, nodes: int) -> Self: ...
    def run(self, target: int, deadline: int, stop: StopFlag, cpu: int = 0) -> int:
        """Iterate until `target` iterations are done or `cpu` is spent, both in total, the
        monotonic clock passes `deadline`, or `stop` is raised; returns the Ending.

        Times are in nanoseconds; 0 is no limit.
        """
    def meet(self, lanes: Sequence[Self]) -> None:
        """Give the root of this tree what all these lanes have found there, this one among them.

        None of them may be running, and each has done an iteration.
        """
    @property
    def iterations(self) -> int:
        """Iterations done."""
    @property
    def decisions(self) -> int:
        """Decisions simulated in them."""
    @property
    def cpu(self) -> int:
        """Nanoseconds of CPU time they took."""
    @property
    def nodes(self) -> int:
        """Nodes in use."""
    @property
    def full(self) -> bool:
        """Whether a node or an edge has been refused for want of room."""
    @property
    def distinct_worlds(self) -> int:
        """Worlds with different hidden parts, up to the bound."""
    def worlds(self) -> set[int]:
        """The hashes of those."""
    def root_actions(self) -> list[tuple[int, int, float, list[float], float, list[float]]]:
        """Of each action of the root: visits, availability, prior summed over iterations, summed
        utilities by seat, summed squares of the searching seat's utilities, summed estimates."""
    def hands(self) -> list[list[int]]:
        """Of each hand, in how many worlds each card was in it. Empty where that is not asked
        for."""
    def variation(self, first: int, length: int) -> list[tuple[int, int, int]]:
        """The most visited way down from the root's action of that place: seat, action, visits."""
    def tree(self) -> list[NodeEntry]:
        """All nodes, the root first."""
    def root_sums(self) -> tuple[list[float], list[float]]:
        """Utilities of each seat added up over all iterations, and their squares."""
