from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.covert.evaluation.weights import Weight
from covert_engine.search import EvaluatorTable

@disjoint_base
class HandMade(EvaluatorTable):
    """The hand-made evaluator: a cheap policy, and a value that is a sum of expected points.

    `weights` has a figure for each name in `WEIGHTS` of weights.py; ValueError if one is missing or
    unknown.
    """

    def __init__(self, weights: Mapping[str, Weight] = ...) -> None: ...
    @property
    def weights(self) -> dict[str, Weight]:
        """Its figures, in single precision."""
