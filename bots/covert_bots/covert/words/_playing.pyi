"""Lines of actions, played in worlds that agree with a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from typing_extensions import disjoint_base

from covert_engine.covert import State, View

@disjoint_base
class Playing:
    """A line played in a sampled world, as far as it is legal there; an iterator over its steps.

    A line omits steps that its seat cannot see and the seat's own forced steps: these are played
    in between. It contains forced steps of other seats. With `own` all its actions are the seat's.
    """

    def __init__(self, view: View, line: Sequence[int], key: int, *, own: bool = False) -> None:
        """Sample the world with `key`, as `View.sample` does."""
    def __iter__(self) -> Iterator[Self]: ...
    def __next__(self) -> Self: ...
    world: State
    """The state after the latest step; the next step changes it."""
    seat: int
    """The seat of the latest step."""
    action: int
    """The action of the latest step."""
    @property
    def decision(self) -> str:
        """The decision of the latest step, as `State.decision` names it."""

def own_part(view: View, line: Sequence[int], key: int) -> tuple[list[int], list[int], bool, bool]:
    """Play the seat's own turn in a world. Return its actions to put into words, those of them that
    the seat decides, true if it is the whole turn, and true if the rest depends on chance."""
