from typing_extensions import disjoint_base

@disjoint_base
class EvaluatorTable:
    """A judge of a game's actions and positions: a policy, a value, further figures.

    A game's module makes them; a search takes one as `SearchParams.evaluator`.
    """

    @property
    def game(self) -> str | None:
        """Name of its game; None for any."""
    @property
    def owner(self) -> object:
        """Owner of its memory."""

UNIFORM: EvaluatorTable
"""Evaluator for which all actions weigh the same, and every leaf is worth 1/2 to every seat."""

def without_prior(evaluator: EvaluatorTable) -> EvaluatorTable:
    """Return the evaluator with an even prior: all actions weigh the same, its values are
    unchanged."""
