from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.covert.evaluation.weights import Weight
from covert_engine.search import BeliefTable, GameState

@disjoint_base
class Belief(BeliefTable):
    """A belief learned from games: others more often hold what seats tend to keep.

    Each unknown card in another's hand is weighed: a mission by the seat's distance from completing
    it, a code by the numbers that it lacks (docs/training.md).

    >>> from covert_engine.covert import Belief, State, compile, house_set
    >>> view = State.deal(compile(house_set()), players=3, seed=2026).view(0)
    >>> view.sample(1, Belief()).view(0) == view
    True
    """

    def __init__(self, weights: Mapping[str, Weight] = ...) -> None:
        """Take a weight for each of `HAND_FEATURE_NAMES` (evaluation/hand_features.py). ValueError
        if one is missing, unknown or not finite."""
    @property
    def weights(self) -> dict[str, float]:
        """Weight of each figure in the logarithm of the odds, in single precision."""
    @staticmethod
    def truth_features(state: GameState, seat: int) -> list[float]:
        """Return the figures that its weights weigh, named by `HAND_FEATURE_NAMES`
        (`evaluation/hand_features.py`), summed up over the cards and tokens that `seat` does not
        know in the hands of others: they are made of the truth. In setup all are 0. ValueError for
        the state of another game."""
