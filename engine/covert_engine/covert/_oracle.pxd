"""A belief in the cards as they lie: of one who sees all hands."""

from covert_engine.covert.rules._state cimport State
from covert_engine.search._belief cimport BeliefTable


cdef class Oracle(BeliefTable):
    cdef State memory        # the truth
