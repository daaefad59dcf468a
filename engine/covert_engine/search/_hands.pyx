"""Counts cards in hands."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from covert_engine.search._root cimport Root

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil


cdef int hands_init(Hands* hands, Root root, object params) except -1:
    hands.functions = root.table.facts
    hands.rules = root.game.rules
    assert hands.functions.hands <= MAX_HANDS
    if params.hands and hands.functions.hold != NULL:
        hands.worlds = <uint32_t*> calloc(hands.functions.hands * HAND_CARDS, sizeof(uint32_t))
        if hands.worlds == NULL:
            raise MemoryError
    return 0


cdef void hands_free(Hands* hands) noexcept:
    free(hands.worlds)


cdef void count_hands(Hands* hands, const void* world) noexcept nogil:
    cdef uint64_t held[MAX_HANDS]
    cdef uint64_t hand
    cdef int32_t i
    if hands.worlds == NULL:
        return
    hands.functions.hold(hands.rules, world, held)
    for i in range(hands.functions.hands):
        hand = held[i]
        while hand:
            hands.worlds[i * HAND_CARDS + lowest_bit(hand)] += 1
            hand &= hand - 1


cdef list hands_found(const Hands* hands):
    cdef int32_t hand, card
    if hands.worlds == NULL:
        return []
    return [[hands.worlds[hand * HAND_CARDS + card] for card in range(HAND_CARDS)]
            for hand in range(hands.functions.hands)]
