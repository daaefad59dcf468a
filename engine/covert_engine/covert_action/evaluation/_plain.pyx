"""The plain evaluator: a policy by the own card alone, and chances to win by types held."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.evaluation._utility cimport chances, result
from covert_engine.covert_action.rules._actions cimport (
    HOLD, PASS, SHOOT, action_t, first_of, kind_of
)
from covert_engine.covert_action.rules._settings cimport SNIPER, Rules
from covert_engine.covert_action.rules._state cimport OVER, State
from covert_engine.search._evaluator cimport Evaluator

PLAIN_WEIGHTS = {"hold": 40.0, "hold_sniper": 6.0, "own_team": 0.5, "silence": 4.0}


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    """Write the policy. Of the hidden cards it reads only the actor's own; any other would be a
    peek."""
    cdef const PlainWeights* plain = <const PlainWeights*> model
    cdef const State* state = <const State*> memory
    cdef bint sniper = state.role[state.actor] == SNIPER
    cdef double total = 0
    cdef int32_t i
    cdef int kind
    for i in range(count):
        kind = kind_of(actions[i])
        weights[i] = 1
        if kind == PASS:
            weights[i] = plain.silence
        elif kind == HOLD:
            weights[i] = plain.hold_sniper if sniper else plain.hold
        elif kind == SHOOT:
            if state.public.team[first_of(actions[i])] == state.public.team[state.actor]:
                weights[i] = plain.own_team
        total += weights[i]
    return total


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    chances(<const Rules*> rules, <const State*> memory, utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Write the chance of each seat to win."""
    cdef const State* state = <const State*> memory
    if state.public.phase == OVER:
        result(<const Rules*> rules, state, figures)
    else:
        chances(<const Rules*> rules, state, figures)


cdef class Plain(EvaluatorTable):
    """The plain evaluator of Covert Action: a policy by the own card alone, and a value by the
    types of Plan cards that each seat holds (`evaluation/_utility.pyx`)."""

    def __init__(self, weights=PLAIN_WEIGHTS):
        """Take a positive weight for each name in `PLAIN_WEIGHTS`; ValueError if one is missing,
        unknown or not above 0."""
        wrong = sorted(weights.keys() ^ PLAIN_WEIGHTS.keys())
        if wrong:
            raise ValueError(f"weights: {wrong[0]!r} is missing or unknown; "
                             f"expected {', '.join(PLAIN_WEIGHTS)}")
        for name, weight in weights.items():
            if not weight > 0:
                raise ValueError(f"weights: {name} is {weight!r}; expected more than 0")
        self.memory = dict(weights)
        self.game = "covert-action"
        self.evaluator = Evaluator(
            model=&self.memory, scratch_bytes=0, estimates=1, prior=prior, value=value,
            estimate=estimate, begin=NULL, step=NULL)

    @property
    def weights(self):
        """Its weights, described in `_plain.pxd`."""
        return dict(self.memory)


PLAIN = Plain()
