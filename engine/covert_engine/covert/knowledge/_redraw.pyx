"""Redraws chance to come.

The seats together know every hand, every place in a deck that one of them knows, and the lots. None
of them knows the order of the other cards of a lot in the deck: they were shuffled and nothing has
shown since, so every order is equally likely, whatever has been played. The same holds for codes
within a deck, except that the top card shows its equipment.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._flow cimport roll_dice
from covert_engine.covert.rules._state cimport (
    CHOOSE_PLACE, DICE, RING, PublicState, State,
)
from covert_engine.random._splitmix cimport below, draw, mix


cdef void redraw(const CardSet* cards, State* state, uint64_t key) noexcept nogil:
    cdef uint64_t stream = mix(key)
    cdef int deck
    state.seed = draw(&stream)
    reorder(state.agency_deck, state.agency_head, state.agency_size, state.agency_known,
            state.agency_lot, &stream)
    reorder(state.mission_deck, state.mission_head, state.mission_size, state.mission_known,
            state.mission_lot, &stream)
    for deck in range(2):
        reorder_codes(cards, state.code_deck[deck], state.code_size[deck], &stream)


cdef void reorder(uint8_t* ring, int head, int size, const uint8_t* known, const uint8_t* lots,
                  uint64_t* stream) noexcept nogil:
    """Shuffle (Fisher-Yates) the places that no seat knows, lot by lot."""
    cdef uint8_t place[RING]
    cdef uint64_t done = 0              # bits: lots
    cdef int first, i, count, lot, other
    cdef uint8_t card
    for first in range(size):
        card = ring[(head + first) & (RING - 1)]
        lot = lots[card]
        if known[card] or done >> lot & 1:
            continue
        done |= <uint64_t> 1 << lot
        count = 0
        for i in range(first, size):
            card = ring[(head + i) & (RING - 1)]
            if not known[card] and lots[card] == lot:
                place[count] = (head + i) & (RING - 1)
                count += 1
        while count > 1:
            other = below(draw(stream), count)
            count -= 1
            ring[place[other]], ring[place[count]] = ring[place[count]], ring[place[other]]


cdef void reorder_codes(const CardSet* cards, uint8_t* deck, int size,
                        uint64_t* stream) noexcept nogil:
    """Put a code with the top's equipment on top, and shuffle the others below it."""
    cdef uint8_t like_top[40]
    cdef int count = 0
    cdef int top = size - 1
    cdef int i, other
    if size == 0:
        return
    for i in range(size):
        if cards.code[deck[i]].equipment == cards.code[deck[top]].equipment:
            like_top[count] = i
            count += 1
    other = like_top[below(draw(stream), count)]
    deck[top], deck[other] = deck[other], deck[top]
    while top > 1:
        other = below(draw(stream), top)
        top -= 1
        deck[top], deck[other] = deck[other], deck[top]


cdef bint just_rolled(const State* state) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int seat, face, dice
    if public.decision != CHOOSE_PLACE or public.ordered or public.plays:
        return False
    for seat in range(public.players):
        dice = 0
        for face in range(6):
            dice += public.unplaced[seat][face]
        if dice != DICE:
            return False
    return True


cdef void roll_again(State* state) noexcept nogil:
    cdef int seat
    for seat in range(state.public.players):
        roll_dice(state, seat)
