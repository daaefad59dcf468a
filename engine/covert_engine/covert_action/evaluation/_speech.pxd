"""What a seat says, by rule: how likely each statement is, from its card and what the table believes
of it (rules 9.4)."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.evaluation._posterior cimport Posterior
from covert_engine.covert_action.rules._actions cimport action_t
from covert_engine.covert_action.rules._settings cimport ROLES, Rules
from covert_engine.covert_action.rules._state cimport PublicState


cdef enum Style:             # as `speech.STYLES` has them
    MUTE = 0
    OPEN = 1
    POSING = 2
    COUNTERING = 3
    MIXED = 4
    BLUFFING = 5
    POINTING = 6


cdef struct Manner:          # the parameters of speech; made of speech.py's
    Style style
    double keenness          # weight of a difference in what the table believes
    double slips             # share of an `am` that the style does not want
    double cap               # no statement is taken to say more than this for one role
    double silence           # share of passes
    double levels[3]         # shares of the levels 0, 1 and 2 in MIXED
    double agents_words      # share of a Mole's statements drawn as an Agent's


cdef struct Claims:          # for each role, how likely it is to claim each role
    double of[ROLES][ROLES]


# Writes how likely a seat that holds `role` makes each of the statements, which are its legal
# actions in talk; returns their sum. `public_` is what the table believes, `own` what the seat does.
cdef double speak(const Rules* rules, const Manner* manner, const PublicState* state, int seat,
                  int role, const Posterior* public_, const Posterior* own,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil
