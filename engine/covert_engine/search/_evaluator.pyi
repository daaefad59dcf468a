from typing_extensions import disjoint_base

from covert_engine.search._game import GameState

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
    def value(self, state: GameState) -> list[float]:
        """Return the value of a state to each seat, 0..1, as a search values a leaf; once the game
        is over, that of the result. ValueError for the state of another game."""
    def estimate(self, state: GameState) -> tuple[list[float], ...]:
        """Return the figures that the evaluator expects at the end, each by seat; the last are the
        chances to win, which add up to 1. ValueError for the state of another game, or if the
        evaluator estimates nothing."""
    def priors(self, state: GameState, *, canonical: bool = False) -> list[float]:
        """Return the policy: a probability for each action of `legal_actions(canonical=...)` of the
        state, in that order; equal ones if the evaluator has no policy. ValueError for the state of
        another game."""
    def simulate(self, state: GameState, key: int, rounds: int = 1) -> int:
        """Play on, in place, by the policy, until `rounds` rounds have ended (0: to the end of the
        game); return the number of decisions.

        A search simulates like this below its tree; setup is part of round 1. The draws are a
        function of `key` (0..2^64-1); the game's own chance is separate. ValueError for a key out
        of range, rounds below 0, or the state of another game.
        """

UNIFORM: EvaluatorTable
"""Evaluator for which all actions weigh the same, and every leaf is worth 1/2 to every seat."""

def without_prior(evaluator: EvaluatorTable) -> EvaluatorTable:
    """Return the evaluator with an even prior: all actions weigh the same, its values are
    unchanged."""
