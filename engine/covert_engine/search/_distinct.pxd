"""Counts distinct hashes, up to a bound."""

from libc.stdint cimport uint32_t, uint64_t

from covert_engine.search._slots cimport Slots

cdef enum:
    DISTINCT_BOUND = 32768   # counting stops here: "at least this many"


cdef struct Distinct:
    uint64_t* keys           # from 1 on, in order of arrival; there is room for all
    uint32_t count
    Slots slots


cdef bint distinct_new(Distinct* distinct) noexcept nogil
cdef void distinct_free(Distinct* distinct) noexcept nogil
cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil
