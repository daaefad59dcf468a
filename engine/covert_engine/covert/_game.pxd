"""The state of a game, for Python."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State as StateMemory
from covert_engine.search._game cimport GameState


cdef class State(GameState):
    cdef StateMemory memory
    cdef readonly CompiledSet cards

    cdef void settle(self)


cdef State new_state(CompiledSet cards)    # whose memory is yet to be filled
