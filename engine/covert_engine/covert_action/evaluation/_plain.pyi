from collections.abc import Mapping

from typing_extensions import disjoint_base

from covert_engine.search import EvaluatorTable

PLAIN_WEIGHTS: dict[str, float]
"""The present weights, set by hand: a seat that does not hold the Sniper shoots now and then, a
Sniper soon."""

@disjoint_base
class Plain(EvaluatorTable):
    """The plain evaluator of Covert Action: a policy by the own card alone, and a value by the
    types of Plan cards that each seat holds (`evaluation/_utility.pyx`)."""

    def __init__(self, weights: Mapping[str, float] = ...) -> None:
        """Take a positive weight for each name in `PLAIN_WEIGHTS`; ValueError if one is missing,
        unknown or not above 0."""
    @property
    def weights(self) -> dict[str, float]:
        """Its weights, described in `_plain.pxd`."""
