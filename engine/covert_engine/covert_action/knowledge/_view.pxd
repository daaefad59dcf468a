"""The knowledge of one seat (rules 4), as plain memory.

Nothing in it is drawn from the game's seed. Equal knowledge is equal bytes.
"""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS, PLAN_TYPES, Rules
from covert_engine.covert_action.rules._state cimport PublicState, State


cdef struct View:
    PublicState public
    uint8_t seat                           # whose view it is
    uint8_t actor                          # seat to decide, as far as this one knows; NONE
    uint8_t choice                         # its own in the open window, as in State; NONE
    uint8_t role[MAX_SEATS]                # its own and those of seats out; NONE if hidden
    uint8_t centre_role[MAX_CENTRE]        # NONE until the game is over
    uint8_t plan[MAX_SEATS][PLAN_TYPES]    # its own, by type; those of all once the game is over


# Writes the view of `seat` of `state`.
cdef void observe(const Rules* rules, const State* state, int seat, View* view) noexcept nogil
