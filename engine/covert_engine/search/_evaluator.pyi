from typing_extensions import disjoint_base

@disjoint_base
class EvaluatorTable:
    """What judges a game's actions and positions: a policy, a value, further figures.

    A game's module makes them; a search takes one as `SearchParams.evaluator`.
    """

    @property
    def game(self) -> str | None:
        """Name of the game it judges; None: any."""
    @property
    def owner(self) -> object:
        """What keeps its memory alive."""

UNIFORM: EvaluatorTable
"""Judges nothing: all actions weigh the same, and every leaf is worth one half to every seat."""

def without_prior(evaluator: EvaluatorTable) -> EvaluatorTable:
    """The evaluator with an even prior: all actions weigh the same, leaves are valued as ever."""
