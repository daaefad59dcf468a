"""A hash set that only grows, and only to its bound.

Its slots spread out as it grows: the memory is there from the start, but memory that has not been
touched costs nothing, and most searches are short.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from covert_engine.search._random cimport spread

cdef enum:
    FIRST_SLOTS = 512


cdef bint distinct_new(Distinct* distinct) noexcept nogil:
    distinct.keys = <uint64_t*> malloc(DISTINCT_BOUND * sizeof(uint64_t))
    distinct.slots = <uint16_t*> malloc(2 * DISTINCT_BOUND * sizeof(uint16_t))
    distinct.count = 0
    if distinct.keys == NULL or distinct.slots == NULL:
        distinct_free(distinct)
        return False
    distinct.slot_mask = FIRST_SLOTS - 1
    memset(distinct.slots, 0, FIRST_SLOTS * sizeof(uint16_t))
    return True


cdef void distinct_free(Distinct* distinct) noexcept nogil:
    free(distinct.keys)
    free(distinct.slots)
    distinct.keys = NULL
    distinct.slots = NULL


cdef uint32_t slot_of(const Distinct* distinct, uint64_t key) noexcept nogil:
    """The slot that key is in, or the empty one it belongs in."""
    cdef uint32_t slot = key >> 32 & distinct.slot_mask
    while distinct.slots[slot] and distinct.keys[distinct.slots[slot] - 1] != key:
        slot = (slot + 1) & distinct.slot_mask
    return slot


cdef void spread_out(Distinct* distinct) noexcept nogil:
    """Twice the slots."""
    cdef uint32_t i
    distinct.slot_mask = 2 * distinct.slot_mask + 1
    memset(distinct.slots, 0, (distinct.slot_mask + 1) * sizeof(uint16_t))
    for i in range(distinct.count):
        distinct.slots[slot_of(distinct, distinct.keys[i])] = i + 1


cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil:
    cdef uint64_t key = spread(hash)
    cdef uint32_t slot = slot_of(distinct, key)
    if distinct.slots[slot] or distinct.count == DISTINCT_BOUND:
        return
    distinct.keys[distinct.count] = key
    distinct.count += 1
    distinct.slots[slot] = distinct.count
    if 2 * distinct.count > distinct.slot_mask + 1:      # at the bound they are half full
        spread_out(distinct)
