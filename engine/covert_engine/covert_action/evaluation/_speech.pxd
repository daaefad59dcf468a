"""Speech by rule: the likelihood of each statement of a seat, from its card and the table's beliefs
about it."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.evaluation._posterior cimport Posterior
from covert_engine.covert_action.rules._actions cimport action_t
from covert_engine.covert_action.rules._settings cimport ROLES, Rules
from covert_engine.covert_action.rules._state cimport PublicState


cdef enum Style:             # as in `speech.STYLES`
    MUTE = 0
    OPEN = 1
    POSING = 2
    COUNTERING = 3
    MIXED = 4
    BLUFFING = 5
    POINTING = 6


cdef struct Manner:          # the parameters of speech, from speech.py
    Style style
    double keenness          # weight of a difference in the table's beliefs
    double slips             # share of `am` statements against the style
    double cap               # ceiling of the evidence of a statement for one role
    double silence           # share of passes
    double levels[3]         # shares of the levels 0, 1 and 2 in MIXED
    double agents_words      # share of a Mole's statements drawn as an Agent's
    double gain              # in probability, by which another story has to be better
    double turning           # the same as a ratio of weights, exp(keenness * gain)


cdef struct Claims:          # for each role, its likelihood to claim each role
    double of[ROLES][ROLES]


# Writes the likelihood that a seat with `role` makes each of the statements, its legal actions in
# talk; returns their sum. `public_` are the table's beliefs, `own` are the seat's.
cdef double speak(const Rules* rules, const Manner* manner, const PublicState* state, int seat,
                  int role, const Posterior* public_, const Posterior* own,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil
