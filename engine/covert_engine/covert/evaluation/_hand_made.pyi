from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.covert.evaluation.weights import Weight
from covert_engine.search import EvaluatorTable

@disjoint_base
class HandMade(EvaluatorTable):
    """The hand-made evaluator: a cheap policy, and a value that is a sum of expected points.

    `value_weights` has a figure for each name in `VALUE_WEIGHTS` of weights.py, and
    `policy_weights` for each in `POLICY_WEIGHTS`; ValueError if one is missing or unknown.
    """

    def __init__(
        self, value_weights: Mapping[str, Weight] = ..., policy_weights: Mapping[str, Weight] = ...
    ) -> None: ...
    @property
    def value_weights(self) -> dict[str, Weight]:
        """The figures of its value, in single precision."""
    @property
    def policy_weights(self) -> dict[str, Weight]:
        """The figures of its policy, in double precision."""
