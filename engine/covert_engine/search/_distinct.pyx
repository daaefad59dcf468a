"""A hash set that only grows, and only to its bound."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from covert_engine.search._random cimport spread


cdef bint distinct_new(Distinct* distinct) noexcept nogil:
    distinct.slots = <uint64_t*> calloc(DISTINCT_SLOTS, sizeof(uint64_t))
    distinct.count = 0
    return distinct.slots != NULL


cdef void distinct_free(Distinct* distinct) noexcept nogil:
    free(distinct.slots)
    distinct.slots = NULL


cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil:
    cdef uint64_t key = spread(hash) | 1     # never the empty mark; halves the 2^64 keys
    cdef uint32_t at = key >> 48
    if distinct.count == DISTINCT_BOUND:
        return
    while distinct.slots[at]:
        if distinct.slots[at] == key:
            return
        at = (at + 1) & (DISTINCT_SLOTS - 1)
    distinct.slots[at] = key
    distinct.count += 1
