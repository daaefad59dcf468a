from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.covert.evaluation.weights import Weight
from covert_engine.search import EvaluatorTable, GameState

@disjoint_base
class HandMade(EvaluatorTable):
    """The hand-made evaluator: a cheap policy, and a value that is a sum of expected points.

    The value squashes the margin m in points over the best opponent: 1/2 + x / (2 sqrt(1 + x^2))
    where x = (m / s - b) / sqrt 3, so that s points are worth 3/4 if b is 0. The points are those
    expected at the end: those scored, plus each mission's points less the dice it still takes, plus
    codes, cards, tokens and dice at work (`evaluation/_value.pyx`). Both s and b grow with the
    rounds left; b is 0 for two players (`margin` and `behind` in `evaluation/_value.pxd`). Once the
    game is over, by any evaluator of Covert, the points are the scores, s is 12, b is 0, and the
    value is 2/5 of that figure plus 3/5 of the victory, which its winners share
    (`evaluation/_utility.pyx`).

    It estimates the final scores and the chances to win. The chances are in proportion to
    u / (1 - u), u being the margin squashed by an s of its own (`win_margin`). Both are exact once
    the game is over.

    >>> from covert_engine.covert import HandMade, State, compile, house_set
    >>> careful = HandMade({**HandMade().value_weights, "mission": 0.5})
    >>> state = State.deal(compile(house_set()), players=2, seed=1)
    >>> careful.value(state) == HandMade().value(state)
    False
    """

    def __init__(
        self, value_weights: Mapping[str, Weight] = ..., policy_weights: Mapping[str, Weight] = ...
    ) -> None:
        """Take a weight for each name in `VALUE_WEIGHTS` and `POLICY_WEIGHTS` of weights.py;
        ValueError if one is missing or unknown."""
    @property
    def value_weights(self) -> dict[str, Weight]:
        """Weights of its value, in single precision; units: `evaluation/_value.pxd`."""
    @property
    def policy_weights(self) -> dict[str, Weight]:
        """Weights of its policy, in double precision; units: `evaluation/_policy.pxd`."""
    def truth_features(self, state: GameState) -> list[list[float]]:
        """Return the inputs of the learned value for each seat, named by `FEATURE_NAMES`
        (`evaluation/features.py`), most of them within 0 and 1. They include the estimates of this
        evaluator, and are made of the truth: they know all that is hidden."""
