"""The chance of a game as readable data."""

from libc.stdint cimport uint64_t

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State


cdef class Chance:
    cdef readonly Settings settings
    cdef readonly uint64_t seed
    cdef State dealt(self, int number)
