"""Moves of cards, cubes and tokens, and what each seat learns from them (rules 10)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from covert_engine.covert.cards._bits cimport bit, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    AGENCY_DECK, MAX_SEATS, MISSION_DECK, NONE, CardSet,
)
from covert_engine.covert.rules._chance cimport (
    AGENCY_SHUFFLE, CODE_SHUFFLE, MISSION_SHUFFLE, TOKEN_DRAW, event, order_by_chance,
)
from covert_engine.covert.rules._state cimport RING, State
from covert_engine.random._splitmix cimport below


cdef uint8_t everyone(const State* state) noexcept nogil:
    return (1 << state.public.players) - 1


# Agency Cards and missions: one deck each, a discard pile, hands.

cdef uint8_t free_lot(const State* state, const uint64_t* hands, int deck, const uint8_t* known,
                      const uint8_t* lots) noexcept nogil:
    """Return the lowest lot number of no card still hidden in a hand or in a Search. All seats
    agree on it, because the number of hidden cards of each lot there is public."""
    cdef uint64_t used = 1                  # lot 0 is no lot
    cdef uint64_t cards
    cdef int seat, card, i
    for seat in range(state.public.players):
        cards = hands[seat]
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if known[card] != everyone(state):
                used |= bit(lots[card])
    if state.public.use.deck == deck:
        for i in range(state.public.searched):
            used |= bit(lots[state.search[i]])
    return lowest_bit(~used)


cdef int list_cards(uint64_t cards, uint8_t* places) noexcept nogil:
    cdef int size = 0
    while cards:
        places[size] = lowest_bit(cards)
        cards &= cards - 1
        size += 1
    return size


cdef void shuffle_agency(State* state, uint64_t cards) noexcept nogil:
    cdef uint8_t lot = free_lot(state, state.agency_hand, AGENCY_DECK, state.agency_known,
                                state.agency_lot)
    cdef int i
    state.public.agency_epoch += 1
    state.agency_head = 0
    state.agency_size = list_cards(cards, state.agency_deck)
    order_by_chance(state.agency_deck, state.agency_size, state.seed, AGENCY_SHUFFLE,
                    state.public.agency_epoch, 0)
    for i in range(state.agency_size):
        state.agency_known[state.agency_deck[i]] = 0
        state.agency_lot[state.agency_deck[i]] = lot


cdef void shuffle_missions(State* state, uint64_t cards) noexcept nogil:
    cdef uint8_t lot = free_lot(state, state.mission_hand, MISSION_DECK, state.mission_known,
                                state.mission_lot)
    cdef int i
    state.public.mission_epoch += 1
    state.mission_head = 0
    state.mission_size = list_cards(cards, state.mission_deck)
    order_by_chance(state.mission_deck, state.mission_size, state.seed, MISSION_SHUFFLE,
                    state.public.mission_epoch, 0)
    for i in range(state.mission_size):
        state.mission_known[state.mission_deck[i]] = 0
        state.mission_lot[state.mission_deck[i]] = lot


cdef bint agency_to_draw(const State* state) noexcept nogil:
    return state.agency_size > 0 or state.public.agency_discard != 0


cdef bint mission_to_draw(const State* state) noexcept nogil:
    return state.mission_size > 0 or state.public.mission_discard != 0


cdef uint8_t draw_agency(State* state) noexcept nogil:
    cdef uint64_t discards = state.public.agency_discard
    cdef uint8_t card
    if state.agency_size == 0:
        if not discards:
            return NONE
        state.public.agency_discard = 0
        shuffle_agency(state, discards)
    card = state.agency_deck[state.agency_head]
    state.agency_head = (state.agency_head + 1) & (RING - 1)
    state.agency_size -= 1
    return card


cdef uint8_t draw_mission(State* state) noexcept nogil:
    cdef uint64_t discards = state.public.mission_discard
    cdef uint8_t card
    if state.mission_size == 0:
        if not discards:
            return NONE
        state.public.mission_discard = 0
        shuffle_missions(state, discards)
    card = state.mission_deck[state.mission_head]
    state.mission_head = (state.mission_head + 1) & (RING - 1)
    state.mission_size -= 1
    return card


cdef void gain_agency(State* state, int seat, uint8_t card) noexcept nogil:
    state.agency_hand[seat] |= bit(card)
    state.agency_known[card] |= 1 << seat


cdef void gain_mission(State* state, int seat, uint8_t card) noexcept nogil:
    state.mission_hand[seat] |= bit(card)
    state.mission_known[card] |= 1 << seat


cdef void show_agency(State* state, uint8_t card) noexcept nogil:
    state.agency_known[card] = everyone(state)


cdef void show_mission(State* state, uint8_t card) noexcept nogil:
    state.mission_known[card] = everyone(state)


cdef void refill_agency(State* state, int space) noexcept nogil:
    cdef uint8_t card = draw_agency(state)
    state.public.agency_up[space] = card
    if card != NONE:
        show_agency(state, card)


cdef void refill_mission(State* state, int place) noexcept nogil:
    cdef uint8_t card = draw_mission(state)
    state.public.mission_up[place] = card
    if card != NONE:
        show_mission(state, card)


cdef void agency_to_bottom(State* state, uint8_t card) noexcept nogil:
    state.agency_deck[(state.agency_head + state.agency_size) & (RING - 1)] = card
    state.agency_size += 1


cdef void mission_to_bottom(State* state, uint8_t card) noexcept nogil:
    state.mission_deck[(state.mission_head + state.mission_size) & (RING - 1)] = card
    state.mission_size += 1


# Codes: two decks, equipment side up.

cdef void shuffle_code_back(State* state, uint8_t code) noexcept nogil:
    cdef int deck = 0 if state.code_size[0] <= state.code_size[1] else 1
    state.code_shown &= ~bit(code)
    state.code_deck[deck][state.code_size[deck]] = code
    state.code_size[deck] += 1
    state.public.code_epoch += 1
    order_by_chance(state.code_deck[deck], state.code_size[deck], state.seed, CODE_SHUFFLE,
                    state.public.code_epoch, deck)


cdef void draw_code(State* state, int seat, int deck) noexcept nogil:
    """Draw the top code. All saw its equipment there, and know it while the code is held."""
    cdef uint8_t code
    state.code_size[deck] -= 1
    code = state.code_deck[deck][state.code_size[deck]]
    state.code_hand[seat] |= bit(code)
    state.code_shown |= bit(code)


# Special Operations tokens.

cdef void draw_token(State* state, int seat) noexcept nogil:
    cdef int left = 0
    cdef int ability
    cdef uint32_t pick
    for ability in range(8):
        left += state.bag[ability]
    if left == 0:
        return
    pick = below(event(state.seed, TOKEN_DRAW, state.public.round, seat,
                       state.public.token_draws[seat]), left)
    state.public.token_draws[seat] += 1
    for ability in range(8):
        if pick < state.bag[ability]:
            break
        pick -= state.bag[ability]
    state.bag[ability] -= 1
    state.tokens[seat][ability] += 1
    state.fresh[ability] += 1
    state.public.drawn += 1


cdef void pay_token(State* state, int seat, uint8_t ability) noexcept nogil:
    state.tokens[seat][ability] -= 1
    state.bag[ability] += 1


# Agents and cubes.

cdef void leave_city(State* state, int seat, uint8_t city) noexcept nogil:
    """Leave an own cube in the city, if one is left and none lies there (5.5)."""
    cdef uint8_t colour = 1 << seat
    if state.public.supply[seat] and not state.public.cubes[city] & colour:
        state.public.supply[seat] -= 1
        state.public.cubes[city] |= colour


cdef void enter_city(const CardSet* cards, State* state, int seat, uint8_t city) noexcept nogil:
    """Take every cube of another colour; pairs go back, their reward waits (5.6, 5.12)."""
    cdef uint8_t own = 1 << seat
    cdef uint8_t taken = state.public.cubes[city] & ~own
    cdef uint8_t pairs = taken & state.public.cubes_held[seat]
    cdef int colour
    if not taken:
        return
    state.public.cubes[city] &= own
    state.public.cubes_held[seat] ^= taken
    for colour in range(MAX_SEATS):
        if pairs >> colour & 1 and colour < state.public.players:      # others leave the game
            state.public.supply[colour] += 2
    state.public.pairs = pairs
    state.public.pair_region = cards.region[city] if pairs else 0
