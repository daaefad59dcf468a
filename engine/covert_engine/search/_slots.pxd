"""A hash table with open addressing, from the key of an entry to its number.

The entries lie elsewhere, in one array; `keys` points to the key of entry 0, `stride` is the number
of bytes from key to key. Keys are hashes already. The number of slots doubles as entries come:
untouched memory costs nothing, and most searches are short.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    FIRST_SLOTS = 512        # a power of two


cdef struct Slots:
    uint32_t* entry          # by slot: the number of an entry; 0 is empty
    uint32_t mask            # slots in use less 1; they are a power of two


cdef inline size_t slots_for(size_t entries) noexcept nogil:
    """Return the number of slots for so many entries, at most half of them full."""
    cdef size_t slots = FIRST_SLOTS
    while slots < 2 * entries:
        slots *= 2
    return slots


cdef inline void slots_clear(Slots* slots, uint32_t count) noexcept nogil:
    slots.mask = count - 1
    memset(slots.entry, 0, count * sizeof(uint32_t))


cdef inline uint64_t key_at(const uint64_t* keys, size_t stride, uint32_t entry) noexcept nogil:
    return (<const uint64_t*> (<const char*> keys + entry * stride))[0]


cdef inline uint32_t slot_of(const Slots* slots, const uint64_t* keys, size_t stride,
                             uint64_t key) noexcept nogil:
    """Return the slot of the entry with that key, or the empty slot where it belongs."""
    cdef uint32_t slot = key >> 32 & slots.mask
    while slots.entry[slot] and key_at(keys, stride, slots.entry[slot]) != key:
        slot = (slot + 1) & slots.mask
    return slot


cdef inline void put_entry(Slots* slots, const uint64_t* keys, size_t stride, uint32_t slot,
                           uint32_t first, uint32_t entry) noexcept nogil:
    """Put `entry` into its empty slot; entries `first` to the one before it are in theirs."""
    cdef uint32_t other
    slots.entry[slot] = entry
    if 2 * entry > slots.mask + 1:
        slots_clear(slots, 2 * (slots.mask + 1))
        for other in range(first, entry + 1):
            slots.entry[slot_of(slots, keys, stride, key_at(keys, stride, other))] = other
