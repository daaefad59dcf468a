"""The state of a game, for Python."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State as StateMemory


cdef class State:
    cdef StateMemory memory
    cdef readonly CompiledSet cards

    cdef void settle(self)
