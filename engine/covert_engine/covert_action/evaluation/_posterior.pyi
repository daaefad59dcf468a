from typing import NamedTuple

from typing_extensions import disjoint_base

from covert_engine.covert_action.evaluation.behaviour import Likelihoods, Tables
from covert_engine.search import BeliefTable, SearchView

class Beliefs(NamedTuple):
    """What a seat is to believe, as probabilities."""

    roles: list[list[float]]
    """By seat, of each role in the order of `Role`."""
    centre: list[list[float]]
    """The same of the cards set aside."""
    acts: list[float]
    """By seat, that it acts as Sniper now (2.6)."""
    good: list[float]
    """By seat, that a shot at it now is a success, a purge or a coup for the viewer; 0 for
    the viewer and for who is out."""

@disjoint_base
class Belief(BeliefTable):
    """Deals worlds by the exact posterior of the cards, given what has been done in the open (9.3).

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
        """The parameters of the model of behaviour, the same under all settings or for each of
        TABLES; behaviour.py has what they mean. ValueError names one that is missing or out of
        bounds.
        """
    @property
    def likelihoods(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """The likelihoods of each of TABLES as they are used: capped, the highest of a row is 1."""
    def beliefs(self, view: SearchView, *, public: bool = False) -> Beliefs:
        """The posterior of a view. With `public` its own card counts as hidden too: what the table
        can believe of it. Of a game that is over all is known."""
