"""Counts distinct hashes, up to a bound."""

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    DISTINCT_SLOTS = 65536
    DISTINCT_BOUND = 32768   # no more are counted: "at least so many"


cdef struct Distinct:
    uint64_t* slots          # open addressing, 0 is empty
    uint32_t count


cdef bint distinct_new(Distinct* distinct) noexcept nogil
cdef void distinct_free(Distinct* distinct) noexcept nogil
cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil
