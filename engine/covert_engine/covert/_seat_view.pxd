"""The view of one seat, for Python."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State as StateMemory
from covert_engine.covert.knowledge._view cimport View as ViewMemory
from covert_engine.search._game cimport SearchView


cdef class View(SearchView):
    cdef ViewMemory seen
    cdef readonly CompiledSet cards
    cdef dict kept_situation     # the result of `situation`, once made


cdef View view_of(CompiledSet cards, const StateMemory* state, int seat)
