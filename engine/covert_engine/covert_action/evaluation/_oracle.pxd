"""A belief in the true cards, of an oracle that knows them."""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS
from covert_engine.search._belief cimport BeliefTable


cdef struct KnownCards:
    uint8_t role[MAX_SEATS]
    uint8_t centre_role[MAX_CENTRE]


cdef class Oracle(BeliefTable):
    cdef KnownCards memory
