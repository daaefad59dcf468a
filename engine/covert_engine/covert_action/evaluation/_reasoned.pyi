from typing_extensions import disjoint_base

from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.evaluation.speech import StyleName
from covert_engine.search import EvaluatorTable

@disjoint_base
class Reasoned(EvaluatorTable):
    """The evaluator of Covert Action that reasons: each seat shoots and speaks by its own card and
    by the exact posterior of what has been done in the open, of the rest it reads nothing.

    A seat shoots at whom its shot is likeliest to be good at, if that is likely enough or it is
    ordered. What it says is its style's. The value is that of the plain evaluator.

    >>> from covert_engine.covert_action import Reasoned, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> shares = dict(zip(state.legal_texts(), state.priors(Reasoned(style="bluffing"))))
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
        """`belief` is how the seats read each other (None: by the figures of now). A shot has to
        be good with more than `shoots_above`, 0 to 1; `sharpness`, at least 0, is how strictly that
        is kept. ValueError names what is out of bounds."""
    @property
    def style(self) -> StyleName:
        """How the seats speak."""
