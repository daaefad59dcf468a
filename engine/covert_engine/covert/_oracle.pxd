"""A belief in the true cards, of an oracle that sees all hands."""

from covert_engine.covert.rules._state cimport State
from covert_engine.search._belief cimport BeliefTable


cdef class Oracle(BeliefTable):
    cdef State memory        # the truth
