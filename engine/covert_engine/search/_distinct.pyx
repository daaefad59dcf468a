"""A hash set that only grows, and only to its bound."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from covert_engine.random._splitmix cimport mix
from covert_engine.search._slots cimport (
    FIRST_SLOTS, put_entry, slot_of, slots_clear, slots_for
)


cdef bint distinct_new(Distinct* distinct) noexcept nogil:
    distinct.keys = <uint64_t*> malloc((1 + DISTINCT_BOUND) * sizeof(uint64_t))
    distinct.slots.entry = <uint32_t*> malloc(slots_for(DISTINCT_BOUND) * sizeof(uint32_t))
    distinct.count = 0
    if distinct.keys == NULL or distinct.slots.entry == NULL:
        distinct_free(distinct)
        return False
    slots_clear(&distinct.slots, FIRST_SLOTS)
    return True


cdef void distinct_free(Distinct* distinct) noexcept nogil:
    free(distinct.keys)
    free(distinct.slots.entry)
    distinct.keys = NULL
    distinct.slots.entry = NULL


cdef void distinct_add(Distinct* distinct, uint64_t hash) noexcept nogil:
    cdef uint64_t key = mix(hash)
    cdef uint32_t slot = slot_of(&distinct.slots, distinct.keys, sizeof(uint64_t), key)
    if distinct.slots.entry[slot] or distinct.count == DISTINCT_BOUND:
        return
    distinct.count += 1
    distinct.keys[distinct.count] = key
    put_entry(&distinct.slots, distinct.keys, sizeof(uint64_t), slot, 1, distinct.count)
