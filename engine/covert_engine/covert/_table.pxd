"""Covert as the search sees it."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert._cards cimport MAX_SEATS, CompiledSet
from covert_engine.covert._plan cimport Plan
from covert_engine.covert._state cimport MAX_LEGAL, State
from covert_engine.search._game cimport GameTable


cdef struct SearchState:     # a state, and what has been worked out about it
    State state
    Plan plan[MAX_SEATS]     # as it was when the policy or the value last asked for it
    int32_t count            # legal actions; -1 if they have not been made
    uint32_t acts[MAX_LEGAL]  # those, canonical


cpdef GameTable game_table(CompiledSet cards, int players)
