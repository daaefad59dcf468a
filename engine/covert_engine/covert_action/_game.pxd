"""The state of a game, for Python."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State as StateMemory


cdef class State:
    cdef StateMemory memory
    cdef readonly Settings settings
