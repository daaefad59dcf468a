"""The view of one seat, for Python."""

from covert_engine.covert_action.knowledge._view cimport View as ViewMemory
from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State as StateMemory
from covert_engine.search._game cimport SearchView


cdef class View(SearchView):
    cdef ViewMemory seen
    cdef readonly Settings settings


cdef View view_of(Settings settings, const StateMemory* state, int seat)
