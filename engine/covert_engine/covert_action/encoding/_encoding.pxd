"""The encoding of Covert Action: its functions in the table of an encoding."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert_action.rules._actions cimport SHOOT
from covert_engine.covert_action.rules._settings cimport ROLES, Rules, Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, State
from covert_engine.encoding._encoding cimport Encoding

cdef enum:
    MAX_INDEXED = 96         # 77 with 14 seats: see `fill_index`
    KINDS = SHOOT + 1


cdef struct Tables:          # what every function gets
    const Rules* rules
    int32_t floats
    int32_t actions
    uint32_t action[MAX_INDEXED]     # as seat 0 takes it, by number
    int32_t first[KINDS]     # the first number of a kind; -1 if there is none
    int32_t card[ROLES]      # the place of a role among the roles in use


cdef struct Game:            # a state and its legal actions
    State state
    int32_t count
    uint32_t acts[MAX_LEGAL]


cdef class CovertActionEncoding(Encoding):
    cdef Tables tables
    cdef readonly Settings settings
