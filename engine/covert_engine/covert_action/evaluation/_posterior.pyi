from typing import NamedTuple

from typing_extensions import disjoint_base

from covert_engine.covert_action.evaluation.behaviour import Likelihoods, Tables
from covert_engine.search import BeliefTable, SearchView

class Beliefs(NamedTuple):
    """The beliefs of a seat, as probabilities."""

    roles: list[list[float]]
    """By seat, for each role in the order of `Role`."""
    centre: list[list[float]]
    """For each card set aside, the chance of each role."""
    acts: list[float]
    """By seat, the chance that it acts as Sniper now (2.6)."""
    good: list[float]
    """By seat, the chance that a shot at it now is a success, a purge or a coup for the viewer; 0
    for the viewer and for seats that are out."""

@disjoint_base
class Belief(BeliefTable):
    """A belief by the exact posterior of the cards, given all public acts.

    >>> from covert_engine.covert_action import Belief, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> state.play("am mole")
    >>> beliefs = Belief().beliefs(state.view(3))
    >>> [round(share, 3) for share in beliefs.roles[2]]
    [0.2, 0.2, 0.6, 0.0, 0.0]
    """

    def __init__(
        self, likelihoods: Likelihoods | Tables = ..., *, cap: float = ..., repeated: float = ...
    ) -> None:
        """Take the parameters of the model of behaviour, the same for all settings or for each of
        TABLES; behaviour.py describes them. ValueError names one that is missing or out of
        bounds."""
    @property
    def likelihoods(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """The likelihoods in use for each of TABLES: capped, the highest of a row is 1."""
    def beliefs(self, view: SearchView, *, public: bool = False) -> Beliefs:
        """Return the posterior of a view. With `public` its own card counts as hidden too: the
        table's beliefs about it. Once the game is over everything is known."""
