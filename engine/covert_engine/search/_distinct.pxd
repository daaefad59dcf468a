"""Counts distinct hashes, up to a bound."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

cdef enum:
    DISTINCT_BOUND = 32768   # no more are counted: "at least so many"


cdef struct Distinct:
    uint64_t* keys           # in the order they came; there is room for all
    uint32_t count
    uint16_t* slots          # place in `keys`, from 1; open addressing, 0 is empty
    uint32_t slot_mask       # slots less 1; slots are a power of two


cdef bint distinct_new(Distinct* distinct) noexcept nogil
cdef void distinct_free(Distinct* distinct) noexcept nogil
cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil
