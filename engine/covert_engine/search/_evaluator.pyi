from typing_extensions import disjoint_base

@disjoint_base
class EvaluatorTable:
    """What judges a game's actions and positions: a policy, a value, further figures.

    A game's module makes them; a search takes one as `SearchParams.evaluator`.
    """

    @property
    def game(self) -> str:
        """Name of the game it judges."""
    @property
    def owner(self) -> object:
        """What keeps its memory alive."""
