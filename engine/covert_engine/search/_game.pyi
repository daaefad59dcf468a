from typing_extensions import disjoint_base

@disjoint_base
class GameTable:
    """A game as the search sees it: the table, and what keeps its memory alive."""

    owner: object
    @property
    def players(self) -> int: ...
    @property
    def state_bytes(self) -> int: ...
    @property
    def view_bytes(self) -> int: ...
    @property
    def estimates(self) -> int: ...

@disjoint_base
class SearchView:
    """What one seat may know, as the search takes it. The base class of every game's view."""

    def table(self) -> GameTable: ...
