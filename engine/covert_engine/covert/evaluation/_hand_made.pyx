"""The hand-made evaluator of Covert."""

from math import isfinite

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.evaluation._features cimport FEATURES, all_features
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._policy cimport weigh
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.evaluation._utility cimport final_estimate, margins, share_out
from covert_engine.covert.evaluation._value cimport (
    ValueWeights, even_margin, expected_points, final_score, margin_scale, rounds_left,
)
from covert_engine.covert.evaluation.weights import POLICY_WEIGHTS, VALUE_WEIGHTS
from covert_engine.search._evaluator cimport Evaluator
from covert_engine.search._game cimport GameState, GameTable


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const uint32_t* actions, int32_t count, float* weights) noexcept nogil:
    return weigh(&(<const Model*> model).policy, <const CardSet*> rules, <const State*> memory,
                 (<Scratch*> scratch).plan, actions, count, weights)


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef float points[MAX_SEATS]
    cdef const ValueWeights* w = &(<const Model*> model).value
    cdef int players = state.public.players
    cdef float rounds = rounds_left(w, state)
    memset(points, 0, sizeof(points))
    expected_points(w, <const CardSet*> rules, state, (<Scratch*> scratch).plan, rounds, points)
    margins(state, points, even_margin(w, players, rounds), margin_scale(w, players, rounds),
            utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Write the final scores, then the chances to win: shares of each seat's odds against the best
    of the others."""
    cdef const CardSet* cards = <const CardSet*> rules
    cdef const State* state = <const State*> memory
    cdef const ValueWeights* w = &(<const Model*> model).value
    cdef float rounds = rounds_left(w, state)
    cdef int players = state.public.players
    cdef float* chance = figures + players
    cdef int seat
    if final_estimate(cards, state, figures):
        return
    expected_points(w, cards, state, (<Scratch*> scratch).plan, rounds, figures)
    margins(state, figures, 0, w.win_margin + w.win_margin_a_round[players - 2] * rounds, chance)
    for seat in range(players):
        figures[seat] = final_score(w, figures[seat], rounds)
    share_out(chance, players)


cdef dict checked(str field, weights, names):
    """Return a copy of the weights; they must be finite and have exactly these names."""
    wrong = sorted(weights.keys() ^ names.keys())
    if wrong:
        raise ValueError(f"{field}: {wrong[0]!r} is missing or unknown; "
                         f"expected {', '.join(names)}")
    for name, weight in weights.items():
        if not all([isfinite(<float> figure)  # in the precision kept
                    for figure in (weight if isinstance(weight, (list, tuple)) else [weight])]):
            raise ValueError(f"{field}[{name!r}]: {weight!r} is not finite; expected numbers")
    return dict(weights)


cdef class HandMade(EvaluatorTable):
    """The hand-made evaluator: a cheap policy, and a value that is a sum of expected points.

    The value squashes the margin m in points over the best opponent: 1/2 + x / (2 sqrt(1 + x^2))
    where x = (m / s - b) / sqrt 3, so that s points are worth 3/4 if b is 0. The points are those
    expected at the end: those scored, plus each mission's points less the dice it still takes, plus
    codes, cards, tokens and dice at work (`evaluation/_value.pyx`). Both s and b grow with the
    rounds left; b is 0 for two players (`margin` and `behind` in `evaluation/_value.pxd`). Once the
    game is over, by any evaluator of Covert, the points are the scores, s is 12, b is 0, and the
    value is 2/5 of that figure plus 3/5 of the victory, which its winners share
    (`evaluation/_utility.pyx`).

    It estimates the final scores and the chances to win. The chances are in proportion to
    u / (1 - u), u being the margin squashed by an s of its own (`win_margin`). Both are exact once
    the game is over.

    >>> from covert_engine.covert import HandMade, State, compile, house_set
    >>> careful = HandMade({**HandMade().value_weights, "mission": 0.5})
    >>> state = State.deal(compile(house_set()), players=2, seed=1)
    >>> careful.value(state) == HandMade().value(state)
    False
    """

    def __init__(self, value_weights=VALUE_WEIGHTS, policy_weights=POLICY_WEIGHTS):
        self.memory.value = checked("value_weights", value_weights, VALUE_WEIGHTS)
        self.memory.policy = checked("policy_weights", policy_weights, POLICY_WEIGHTS)
        self.game = "covert"
        self.evaluator = Evaluator(
            model=&self.memory, scratch_bytes=sizeof(Scratch), estimates=2, prior=prior,
            value=value, estimate=estimate, begin=NULL, step=NULL)

    @property
    def value_weights(self):
        """Weights of its value, in single precision; units: `evaluation/_value.pxd`."""
        return dict(self.memory.value)

    @property
    def policy_weights(self):
        """Weights of its policy, in double precision; units: `evaluation/_policy.pxd`."""
        return dict(self.memory.policy)

    def truth_features(self, GameState state not None):
        """Return the inputs of the learned value for each seat, named by `FEATURE_NAMES`
        (`evaluation/features.py`), most of them within 0 and 1. They include the estimates of this
        evaluator, and are made of the truth: they know all that is hidden."""
        cdef GameTable table = state.table()
        cdef float x[MAX_SEATS][FEATURES]
        cdef Plan plans[MAX_SEATS]
        self.check(table.name)
        memset(plans, 0, sizeof(plans))
        all_features(&self.memory.value, <const CardSet*> table.game.rules,
                     <const State*> state.address(), plans, x)
        return [[x[seat][i] for i in range(FEATURES)] for seat in range(table.game.players)]


HAND_MADE = HandMade()
