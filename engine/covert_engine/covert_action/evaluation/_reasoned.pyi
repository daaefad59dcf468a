from typing_extensions import disjoint_base

from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.evaluation.speech import StyleName
from covert_engine.search import EvaluatorTable

@disjoint_base
class Reasoned(EvaluatorTable):
    """The reasoning evaluator of Covert Action: each seat shoots and speaks by its own card and the
    exact posterior given all public acts; it reads nothing else.

    A seat shoots at the seat where a good shot is likeliest, if that is likely enough or if it is
    ordered. Its style decides its statements. The value is that of the plain evaluator.

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
        """Take `belief`, the seats' model of each other (None: with the present figures). A shot
        must be good with a chance above `shoots_above`, 0 to 1; `sharpness`, at least 0, is the
        strictness of that bound. ValueError names a value out of bounds."""
    @property
    def style(self) -> StyleName:
        """Style of speech of the seats."""
