"""Lines of actions, played in worlds that agree with a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.covert import State, View

@disjoint_base
class Playing:
    """Plays a line in one world, as far as it is legal there; gives itself at each step.

    A line leaves out what its seat could not see, and its own steps that the search takes as
    forced: these are played in between. It does hold forced steps of other seats.
    """

    def __init__(self, view: View, line: Sequence[int], key: int) -> None:
        """`key` is that of the world, as `View.sample` takes it."""
    def __iter__(self) -> Iterator[Self]: ...
    def __next__(self) -> Self: ...
    world: State
    """As it is after the latest step; changes with the next one."""
    seat: int
    """Who took that step."""
    action: int
    """Which."""
    @property
    def decision(self) -> str:
        """What it decided, as `State.decision` names it."""

def own_part(view: View, line: Sequence[int], key: int) -> tuple[list[int], list[int], bool]:
    """The seat's own actions in this turn, as one world lets it go: what is to be put into words,
    what the seat decides of that, and whether it is the whole turn."""
