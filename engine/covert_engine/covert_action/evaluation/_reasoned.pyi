from typing_extensions import disjoint_base

from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.evaluation.speech import StyleName
from covert_engine.search import EvaluatorTable

@disjoint_base
class Reasoned(EvaluatorTable):
    """The reasoning evaluator of Covert Action: each seat shoots and speaks on the basis of its
    own card and the exact posterior given all public acts, and nothing else.

    A seat shoots at the target with the highest chance of a good shot, if it is ordered to or the
    chance exceeds `shoots_above`. Its style decides its statements. The value is that of `Plain`.

    >>> from covert_engine.covert_action import Reasoned, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> shares = dict(zip(state.legal_texts(), Reasoned(style="bluffing").priors(state)))
    >>> max(shares, key=shares.get), state.hidden()["roles"][state.actor]
    ('am mole', 'mole')
    """

    def __init__(
        self,
        belief: Belief | None = None,
        *,
        style: StyleName = ...,
        shoots_above: float = ...,
        sharpness: float = ...,
    ) -> None:
        """Take `belief`, the seats' model of each other (None: `Belief()`, with its default
        figures). A shot must be good with a chance above `shoots_above`, 0 to 1. `sharpness`, 0 up
        to 1e9, is the inverse temperature of the choice between shooting and holding and among
        targets; 0 is uniform. ValueError names a value out of bounds."""
    @property
    def style(self) -> StyleName:
        """The seats' style of speech."""
