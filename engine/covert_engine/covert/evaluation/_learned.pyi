from typing_extensions import disjoint_base

from covert_engine.covert.evaluation._hand_made import HandMade
from covert_engine.search import EvaluatorTable

@disjoint_base
class Learned(EvaluatorTable):
    """An evaluator whose value was learned from games; its policy is the hand-made one.

    The value of a seat is the mean utility of games from such a position; the estimates are the
    final scores and the chances to win in them.
    """

    def __init__(self, weights: bytes, hand_made: HandMade = ...) -> None:
        """Take the weights of a network, as `covert_bots.covert.training.network.Network` writes
        them; ValueError if they have another size. `hand_made` has the policy, and the value whose
        parts are among the network's inputs."""
    @property
    def weights(self) -> bytes:
        """The network, as `__init__` takes it."""
