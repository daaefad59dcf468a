"""A belief in one deal of the cards: that of who has been told."""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS
from covert_engine.search._belief cimport BeliefTable


cdef struct ToldCards:
    uint8_t role[MAX_SEATS]
    uint8_t centre_role[MAX_CENTRE]


cdef class Told(BeliefTable):
    cdef ToldCards memory
