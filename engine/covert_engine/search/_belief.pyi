from typing_extensions import disjoint_base

@disjoint_base
class BeliefTable:
    """A source of worlds by their likelihood, given a view.

    A game's module makes them; a search takes one as `SearchParams.belief`.
    """

    @property
    def game(self) -> str:
        """Name of its game."""
    @property
    def owner(self) -> object:
        """Owner of its memory."""
