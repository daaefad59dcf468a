"""The index of all actions that the rules allow anywhere with a card set and its options.

Numbers go kind by kind. An action is looked up by its packed form in a table
of slots; the slot of an action is the first free one from its hash on.
"""

from libc.stdint cimport int32_t, uint16_t, uint32_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._actions cimport action_t

cdef enum:
    MAX_INDEXED = 4608       # more than any card set has: `_action_index.pyx` adds them up
    SLOTS = 8192
    SLOT_BITS = 13           # of its number


cdef struct ActionIndex:
    int32_t size
    action_t action[MAX_INDEXED]     # by number
    action_t held[SLOTS]             # the action in a slot; 0 if it is free
    uint16_t number[SLOTS]           # its number


# Fills the index of a card set.
cdef int fill_index(const CardSet* cards, ActionIndex* index) except -1


cdef inline int slot_of(action_t action) noexcept nogil:
    """Return the first slot of an action: Fibonacci hashing (Knuth, TAOCP 3, 6.4)."""
    return <uint32_t> (action * <uint32_t> 2654435769) >> (32 - SLOT_BITS)


cdef inline int32_t number_of(const ActionIndex* index, action_t action) noexcept nogil:
    """Return the number of an action; -1 if it has none."""
    cdef int slot = slot_of(action)
    while index.held[slot]:
        if index.held[slot] == action:
            return index.number[slot]
        slot = (slot + 1) & (SLOTS - 1)
    return -1
