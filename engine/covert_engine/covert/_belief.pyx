"""A belief in what others hold, learned from games."""

from math import isfinite

from libc.stdint cimport uint64_t

from covert_engine.covert._adapter cimport SearchState
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._hand_odds cimport (
    HandOdds, HandWeights, deal_by_odds, sum_features, weigh_hands,
)
from covert_engine.covert.evaluation._hand_features cimport HAND_FEATURES
from covert_engine.covert.evaluation.hand_features import HAND_FEATURE_NAMES
from covert_engine.covert.evaluation.weights import HAND_WEIGHTS
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._state cimport State
from covert_engine.search._belief cimport Belief as BeliefFunctions
from covert_engine.search._game cimport GameState, GameTable, SearchView


cdef void prepare(const void* rules, const void* model, const void* view,
                  void* scratch) noexcept nogil:
    weigh_hands(<const HandWeights*> model, <const CardSet*> rules, <const View*> view,
                <HandOdds*> scratch)


cdef void sample_by(const void* rules, const void* model, const void* scratch, const void* view,
                    uint64_t key, void* memory) noexcept nogil:
    cdef SearchState* searched = <SearchState*> memory
    deal_by_odds(<const CardSet*> rules, <const HandOdds*> scratch, <const View*> view, key,
                 &searched.state)
    searched.count = -1


cdef class Belief(BeliefTable):
    """A belief learned from games: others more often hold what seats tend to keep.

    Each unknown card in another's hand is weighed: a mission by the seat's distance from completing
    it, a code by the numbers that it lacks (docs/training.md).

    >>> from covert_engine.covert import Belief, State, compile, house_set
    >>> view = State.deal(compile(house_set()), players=3, seed=2026).view(0)
    >>> view.sample(1, Belief()).view(0) == view
    True
    """

    def __init__(self, weights=HAND_WEIGHTS):
        """Take a weight for each of `HAND_FEATURE_NAMES` (evaluation/hand_features.py). ValueError
        if one is missing, unknown or not finite."""
        wrong = sorted(set(HAND_FEATURE_NAMES) ^ weights.keys())
        if wrong:
            raise ValueError(f"weights: {wrong[0]!r} is missing or unknown")
        for place, name in enumerate(HAND_FEATURE_NAMES):
            if not isfinite(<float> weights[name]):
                raise ValueError(f"weights[{name!r}]: {weights[name]!r} is not a finite number")
            self.memory.weight[place] = weights[name]
        self.game = "covert"
        self.belief = BeliefFunctions(model=&self.memory, scratch_bytes=sizeof(HandOdds),
                                      prepare=prepare, sample=sample_by)

    @property
    def weights(self):
        """Weight of each figure in the logarithm of the odds, in single precision."""
        return {name: self.memory.weight[place] for place, name in enumerate(HAND_FEATURE_NAMES)}

    @staticmethod
    def truth_features(GameState state not None, int seat):
        """Return the figures that its weights weigh, named by `HAND_FEATURE_NAMES`
        (`evaluation/hand_features.py`), summed up over the cards and tokens that `seat` does not
        know in the hands of others: they are made of the truth. In setup all are 0. ValueError for
        the state of another game."""
        cdef GameTable table = state.table()
        cdef SearchView view = state.view(seat)
        cdef float x[HAND_FEATURES]
        if table.name != "covert":
            raise ValueError(f"state: of {table.name!r}; expected one of 'covert'")
        sum_features(<const CardSet*> table.game.rules, <const View*> view.address(),
                     <const State*> state.address(), x)
        return [x[i] for i in range(HAND_FEATURES)]
