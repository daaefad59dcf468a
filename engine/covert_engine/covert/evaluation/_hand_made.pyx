"""The hand-made evaluator of Covert."""

from math import isfinite

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit_count
from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.evaluation._policy cimport weigh
from covert_engine.covert.rules._score cimport score, winners
from covert_engine.covert.rules._state cimport NO_DECISION, State
from covert_engine.covert.evaluation._utility cimport margins
from covert_engine.covert.evaluation._value cimport (
    ValueWeights, even_margin, expected_points, final_score, margin_scale, rounds_left,
)
from covert_engine.covert.evaluation.weights import POLICY_WEIGHTS, VALUE_WEIGHTS
from covert_engine.search._evaluator cimport Evaluator


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
    cdef int bits, seat
    # In doubles: where Cython checks a divisor for zero, it puts it into a variable of its type.
    # Else `1 - chance[seat]` would be rounded to a float on the debug build alone.
    cdef double share
    cdef float total = 0
    if state.public.decision == NO_DECISION:
        bits = winners(cards, state)
        for seat in range(players):
            figures[seat] = score(cards, state, seat)
            chance[seat] = <float> (bits >> seat & 1) / bit_count(bits)
        return
    expected_points(w, cards, state, (<Scratch*> scratch).plan, rounds, figures)
    margins(state, figures, 0, w.win_margin + w.win_margin_a_round[players - 2] * rounds, chance)
    for seat in range(players):
        figures[seat] = final_score(w, figures[seat], rounds)
        share = chance[seat]
        chance[seat] = share / (1 - share)
        total += chance[seat]
    for seat in range(players):
        chance[seat] /= total


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

    The value of a seat is its margin over the best opponent in points expected at the end, squashed
    (`State.value` has the formula); the points are those scored, plus each mission's points less
    the dice it still takes, plus codes, cards, tokens and dice at work (`evaluation/_value.pyx`).

    >>> from covert_engine.covert import HandMade, State, compile, house_set
    >>> careful = HandMade({**HandMade().value_weights, "mission": 0.5})
    >>> state = State.deal(compile(house_set()), players=2, seed=1)
    >>> state.value(careful) == state.value()
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


HAND_MADE = HandMade()
