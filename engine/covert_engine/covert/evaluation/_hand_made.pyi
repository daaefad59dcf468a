from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.covert.evaluation.weights import Weight
from covert_engine.search import EvaluatorTable

@disjoint_base
class HandMade(EvaluatorTable):
    """The hand-made evaluator: a cheap policy, and a value that is a sum of expected points.

    The value of a seat is its margin over the best opponent in points expected at the end, squashed
    (`State.value` has the formula); the points are those scored, plus each mission's points less
    the dice it still takes, plus codes, cards, tokens and dice at work (`evaluation/_value.pyx`).

    >>> from covert_engine.covert import HandMade, State, compile, house_set
    >>> careful = HandMade({**HandMade().value_weights, "mission": 0.5})
    >>> state = State.deal(compile(house_set()), players=2, seed=1)
    >>> state.value(careful) == state.value()
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
