from typing_extensions import disjoint_base

@disjoint_base
class BeliefTable:
    """Deals worlds by how likely they are, from what a view has seen.

    A game's module makes them; a search takes one as `SearchParams.belief`.
    """

    @property
    def game(self) -> str:
        """Name of the game it is of."""
    @property
    def owner(self) -> object:
        """What keeps its memory alive."""
