"""Covert as the search sees it."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport MAX_LEGAL, State
from covert_engine.search._game cimport GameTable


cdef struct SearchState:     # a state and its legal actions
    State state
    int32_t count            # legal actions; -1 if they have not been made
    uint32_t acts[MAX_LEGAL]  # the canonical ones


cpdef GameTable game_table(CompiledSet cards, int players)
