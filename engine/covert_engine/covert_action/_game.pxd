"""The state of a game, for Python."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State as StateMemory
from covert_engine.search._game cimport GameState


cdef class State(GameState):
    cdef StateMemory memory
    cdef readonly Settings settings


cdef State new_state(Settings settings)    # whose memory is yet to be filled
