"""Worlds: the states that agree with a view.

1. The public part is copied, and known cards are put in their places.
2. Cards not located form one pile for each lot (rules 10.4); each unknown place draws from the pile
   of its lot without replacement. Places draw one by one, so every assignment is equally likely;
   that the places of a hand are interchangeable does not change that.
3. Codes: a place with known equipment draws among the unseen codes of that equipment, then all
   other places draw from the rest. However the first draws fall, the same number of codes is left
   for the same number of places, so each outcome has equally many completions: the result is
   uniform over all assignments that agree.
4. Tokens of other seats and the bag are one pile (10.5): hands draw from it, the rest is the bag.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, CODE_CARDS, MISSION_CARDS, MISSION_DECK, NONE, TOKENS,
    CardSet,
)
from covert_engine.covert.rules._state cimport SETUP, State, PublicState
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View
from covert_engine.random._splitmix cimport draw, mix

cdef extern from *:
    """
    /* floor(x * bound / 2^64): uniform over 0..bound-1 but for a bias below bound / 2^64. */
    static inline uint64_t high_of_product(uint64_t x, uint64_t bound) {
        return (uint64_t) (((unsigned __int128) x * bound) >> 64);
    }
    """
    uint64_t high_of_product(uint64_t x, uint64_t bound) noexcept nogil

cdef enum:
    LOTS = 64                # lots are numbered below this


cdef struct Piles:           # cards not located, lot by lot
    uint8_t card[64]
    uint8_t first[LOTS]      # start of a lot's pile in `card`
    uint8_t left[LOTS + 1]   # cards left in it; then those located


cdef inline int draw_below(uint64_t* stream, int bound) noexcept nogil:
    return <int> high_of_product(draw(stream), bound)


cdef void sample(const CardSet* cards, const View* view, uint64_t key,
                 State* state) noexcept nogil:
    cdef uint64_t stream = mix(key)
    memset(state, 0, sizeof(State))
    memcpy(&state.public, &view.public, sizeof(PublicState))
    state.seed = draw(&stream)
    state.actor = view.actor
    state.kept = view.kept
    deal_agency(view, &stream, state)
    deal_missions(view, &stream, state)
    if view.public.phase != SETUP:              # 2.10: codes are dealt after the choice of missions
        deal_codes(cards, view, &stream, state)
    deal_tokens(cards, view, &stream, state)


# Agency Cards and missions.

cdef void make_piles(const uint8_t* lots, int cards, Piles* piles) noexcept nogil:
    """Sort the cards not located by lot, by counting. The others form a last lot, so that the loops
    need no test."""
    cdef uint8_t lot_of[64]
    cdef uint8_t filled[LOTS + 1]
    cdef int all = 0
    cdef int highest = 0
    cdef int card, lot
    memset(piles.left, 0, LOTS + 1)
    for card in range(cards):
        lot = lots[card] if lots[card] < LOTS else LOTS
        lot_of[card] = lot
        piles.left[lot] += 1
        highest = lot if highest < lot and lot < LOTS else highest
    for lot in range(highest + 1):
        piles.first[lot] = all
        filled[lot] = all
        all += piles.left[lot]
    filled[LOTS] = all
    for card in range(cards):
        lot = lot_of[card]
        piles.card[filled[lot]] = card
        filled[lot] += 1


cdef inline uint8_t draw_card(Piles* piles, int lot, uint64_t* stream) noexcept nogil:
    """Draw a card of a lot: one step of a Fisher-Yates shuffle."""
    cdef int last = piles.first[lot] + piles.left[lot] - 1
    cdef int picked = piles.first[lot] + draw_below(stream, piles.left[lot])
    cdef uint8_t card = piles.card[picked]
    piles.card[picked] = piles.card[last]
    piles.left[lot] -= 1
    return card


cdef inline uint8_t fill(const Place* place, Piles* piles, uint64_t* stream, uint8_t* known,
                         uint8_t* lots) noexcept nogil:
    """Return the card of a place: the known one, or one dealt there."""
    cdef uint8_t card = place.card
    if card == NONE:
        card = draw_card(piles, place.lot, stream)
    known[card] = place.known
    lots[card] = place.lot
    return card


cdef void deal_agency(const View* view, uint64_t* stream, State* state) noexcept nogil:
    cdef Piles piles
    cdef int seat, i
    make_piles(view.agency_lot, AGENCY_CARDS, &piles)
    # cards in the open: all seats know them
    memset(state.agency_known, (1 << view.public.players) - 1, AGENCY_CARDS)
    for seat in range(view.public.players):
        for i in range(view.agency_size[seat]):
            state.agency_hand[seat] |= bit(fill(&view.agency[seat][i], &piles, stream,
                                                state.agency_known, state.agency_lot))
    state.agency_size = view.agency_deck_size
    for i in range(view.agency_deck_size):
        state.agency_deck[i] = fill(&view.agency_deck[i], &piles, stream, state.agency_known,
                                    state.agency_lot)
        if not view.agency_deck[i].lot:
            state.agency_lot[state.agency_deck[i]] = view.agency_deck_lot
    memset(state.search, NONE, 3)
    if view.public.use.deck == AGENCY_DECK:
        for i in range(view.public.searched):
            state.search[i] = fill(&view.search[i], &piles, stream, state.agency_known,
                                   state.agency_lot)


cdef void deal_missions(const View* view, uint64_t* stream, State* state) noexcept nogil:
    cdef Piles piles
    cdef int seat, i
    make_piles(view.mission_lot, MISSION_CARDS, &piles)
    memset(state.mission_known, (1 << view.public.players) - 1, MISSION_CARDS)
    for seat in range(view.public.players):
        for i in range(view.mission_size[seat]):
            state.mission_hand[seat] |= bit(fill(&view.mission[seat][i], &piles, stream,
                                                 state.mission_known, state.mission_lot))
    state.mission_size = view.mission_deck_size
    for i in range(view.mission_deck_size):
        state.mission_deck[i] = fill(&view.mission_deck[i], &piles, stream, state.mission_known,
                                     state.mission_lot)
        if not view.mission_deck[i].lot:
            state.mission_lot[state.mission_deck[i]] = view.mission_deck_lot
    if view.public.use.deck == MISSION_DECK:
        for i in range(view.public.searched):
            state.search[i] = fill(&view.search[i], &piles, stream, state.mission_known,
                                   state.mission_lot)


# Codes.

cdef uint64_t take_one(uint64_t among, uint64_t* stream) noexcept nogil:
    """Draw one of the codes in `among`, as a bit."""
    cdef int skipped = draw_below(stream, bit_count(among))
    while skipped:
        among &= among - 1
        skipped -= 1
    return among & (~among + 1)


cdef void deal_codes(const CardSet* cards, const View* view, uint64_t* stream,
                     State* state) noexcept nogil:
    cdef uint64_t unseen = (bit(CODE_CARDS) - 1) & ~view.public.use.codes
    cdef uint64_t code
    cdef const CodePlace* place
    cdef uint8_t rest[CODE_CARDS]
    cdef int left = 0
    cdef int seat, i, deck, picked
    for seat in range(view.public.players):
        unseen &= ~view.public.broken[seat]
    for i in range(view.code_size[view.seat]):
        code = bit(view.code[view.seat][i].card)
        unseen &= ~code
        state.code_hand[view.seat] |= code
        if view.code[view.seat][i].shown:
            state.code_shown |= code

    # places whose equipment is known
    for seat in range(view.public.players):
        for i in range(view.code_size[seat]):
            place = &view.code[seat][i]
            if seat != view.seat and place.equipment != NONE:
                code = take_one(unseen & cards.code_of_equipment[place.equipment], stream)
                unseen ^= code
                state.code_hand[seat] |= code
                state.code_shown |= code
    for deck in range(2):
        state.code_size[deck] = view.code_deck_size[deck]
        if view.code_top[deck] != NONE:
            code = take_one(unseen & cards.code_of_equipment[view.code_top[deck]], stream)
            unseen ^= code
            state.code_deck[deck][view.code_deck_size[deck] - 1] = lowest_bit(code)

    # all the others
    while unseen:
        rest[left] = lowest_bit(unseen)
        unseen &= unseen - 1
        left += 1
    for seat in range(view.public.players):
        for i in range(view.code_size[seat]):
            place = &view.code[seat][i]
            if seat != view.seat and place.equipment == NONE:
                picked = draw_below(stream, left)
                state.code_hand[seat] |= bit(rest[picked])
                if place.shown:
                    state.code_shown |= bit(rest[picked])
                left -= 1
                rest[picked] = rest[left]
    for deck in range(2):
        for i in range(view.code_deck_size[deck] - (view.code_top[deck] != NONE)):
            picked = draw_below(stream, left)
            state.code_deck[deck][i] = rest[picked]
            left -= 1
            rest[picked] = rest[left]


# Special Operations tokens.

cdef void deal_tokens(const CardSet* cards, const View* view, uint64_t* stream,
                      State* state) noexcept nogil:
    cdef uint8_t pile[TOKENS]
    cdef int left = 0
    cdef int ability, seat, i, picked
    memcpy(state.tokens[view.seat], view.tokens, ABILITIES)
    memcpy(state.fresh, view.fresh, ABILITIES)
    for ability in range(ABILITIES):
        for i in range(cards.tokens[ability] - view.tokens[ability]):
            pile[left] = ability
            left += 1
    for seat in range(view.public.players):
        if seat == view.seat:
            continue
        for i in range(view.token_size[seat]):
            picked = draw_below(stream, left)
            state.tokens[seat][pile[picked]] += 1
            if seat == view.public.turn and i < view.public.drawn:     # 3.9
                state.fresh[pile[picked]] += 1
            left -= 1
            pile[picked] = pile[left]
    for i in range(left):
        state.bag[pile[i]] += 1
