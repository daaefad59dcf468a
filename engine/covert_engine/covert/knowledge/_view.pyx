"""The knowledge of one seat (rules 10), written piece by piece.

Each function below writes one piece and names the rule that allows it. The public part is
`PublicState`, copied whole except for two fields.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert.cards._bits cimport bit, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, MAX_SEATS, MISSION_CARDS, NONE, CardSet,
)
from covert_engine.covert.rules._state cimport (
    CHOOSE_BOTTOM, CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_KEEP, RING, State, PublicState,
)


cdef void observe(const CardSet* cards, const State* state, uint8_t seat,
                  View* view) noexcept nogil:
    memset(view, 0, sizeof(View))
    memset(view.agency_lot, NONE, AGENCY_CARDS)
    memset(view.mission_lot, NONE, MISSION_CARDS)
    view.seat = seat
    see_table(state, view)
    see_actor(state, view)
    see_hands(state, view)
    see_decks(state, view)
    see_search(state, view)
    see_codes(cards, state, view)
    see_tokens(state, view)
    sort_hands(view)


cdef void see_table(const State* state, View* view) noexcept nogil:
    """Write the table (10.1); only a searcher sees that the card to keep has been chosen (10.6,
    10.9)."""
    memcpy(&view.public, &state.public, sizeof(PublicState))
    if state.public.decision == CHOOSE_BOTTOM and state.actor != view.seat:
        view.public.decision = CHOOSE_KEEP


cdef void see_actor(const State* state, View* view) noexcept nogil:
    """Write the seat to decide; in a window only that seat knows it (10.9)."""
    cdef bint window = (state.public.decision == CHOOSE_ESPIONAGE
                        or state.public.decision == CHOOSE_FIRST)
    view.actor = NONE if window and state.actor != view.seat else state.actor


# Agency Cards and missions.

cdef inline Place see_place(const View* view, uint8_t card, uint8_t known, uint8_t lot,
                            uint8_t* unseen) noexcept nogil:
    """Return a place. It is public which seats know a card, and the lot of a card that some seat
    does not know; the card itself shows only to those seats (10.4, 10.8). This seat has not located
    any other card."""
    cdef Place place
    place.known = known
    place.lot = 0 if known == (1 << view.public.players) - 1 else lot
    place.card = NONE
    if known >> view.seat & 1:
        place.card = card
    else:
        unseen[card] = lot
    return place


cdef void see_hands(const State* state, View* view) noexcept nogil:
    """Write the hands (10.2, 10.3, 10.8)."""
    cdef uint64_t hand
    cdef int seat, card
    for seat in range(state.public.players):
        hand = state.agency_hand[seat]
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            view.agency[seat][view.agency_size[seat]] = see_place(
                view, card, state.agency_known[card], state.agency_lot[card], view.agency_lot)
            view.agency_size[seat] += 1
        hand = state.mission_hand[seat]
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            view.mission[seat][view.mission_size[seat]] = see_place(
                view, card, state.mission_known[card], state.mission_lot[card], view.mission_lot)
            view.mission_size[seat] += 1


cdef void sort_hands(View* view) noexcept nogil:
    cdef int seat
    for seat in range(view.public.players):
        sort_places(view.agency[seat], view.agency_size[seat])
        sort_places(view.mission[seat], view.mission_size[seat])
        if (view.code_size[seat] == 2
                and order_of(view.code[seat][0]) > order_of(view.code[seat][1])):
            view.code[seat][0], view.code[seat][1] = view.code[seat][1], view.code[seat][0]


cdef inline uint32_t order_of(CodePlace place) noexcept nogil:
    return <uint32_t> place.card << 16 | <uint32_t> place.equipment << 8 | place.shown


cdef void sort_places(Place* places, int size) noexcept nogil:
    """Sort by card, known, lot; unknown cards last."""
    cdef Place place
    cdef uint32_t key
    cdef int i, j
    for i in range(1, size):
        place = places[i]
        key = <uint32_t> place.card << 16 | <uint32_t> place.known << 8 | place.lot
        j = i
        while j > 0 and (<uint32_t> places[j - 1].card << 16 | <uint32_t> places[j - 1].known << 8
                         | places[j - 1].lot) > key:
            places[j] = places[j - 1]
            j -= 1
        places[j] = place


cdef void see_decks(const State* state, View* view) noexcept nogil:
    """Write the decks; a seat that put a card in an unseen place knows it there (10.4)."""
    cdef uint8_t card
    cdef int i
    view.agency_deck_size = state.agency_size
    view.agency_deck_lot = NONE
    for i in range(state.agency_size):
        card = state.agency_deck[(state.agency_head + i) & (RING - 1)]
        view.agency_deck_lot = state.agency_lot[card]
        view.agency_deck[i] = see_place(view, card, state.agency_known[card],
                                        state.agency_lot[card], view.agency_lot)
    view.mission_deck_size = state.mission_size
    view.mission_deck_lot = NONE
    for i in range(state.mission_size):
        card = state.mission_deck[(state.mission_head + i) & (RING - 1)]
        view.mission_deck_lot = state.mission_lot[card]
        view.mission_deck[i] = see_place(view, card, state.mission_known[card],
                                         state.mission_lot[card], view.mission_lot)


cdef void see_search(const State* state, View* view) noexcept nogil:
    """Write a Search; only the searcher knows the three cards, and the one to keep (10.6)."""
    cdef uint8_t card
    cdef int i
    view.kept = NONE
    if state.public.searched and state.actor == view.seat:
        view.kept = state.kept
    for i in range(state.public.searched):
        card = state.search[i]
        if state.public.use.deck == AGENCY_DECK:
            view.search[i] = see_place(view, card, state.agency_known[card],
                                       state.agency_lot[card], view.agency_lot)
        else:
            view.search[i] = see_place(view, card, state.mission_known[card],
                                       state.mission_lot[card], view.mission_lot)


# Codes and tokens.

cdef void see_codes(const CardSet* cards, const State* state, View* view) noexcept nogil:
    """Write own codes, the equipment of others' if drawn from a deck, and the tops (10.3, 10.7)."""
    cdef CodePlace place
    cdef uint64_t hand
    cdef int seat, card, deck
    for seat in range(state.public.players):
        hand = state.code_hand[seat]
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            place.card = card if seat == view.seat else NONE
            place.shown = (state.code_shown & bit(card)) != 0
            place.equipment = NONE
            if place.shown or seat == view.seat:
                place.equipment = cards.code[card].equipment
            view.code[seat][view.code_size[seat]] = place
            view.code_size[seat] += 1
    for deck in range(2):
        view.code_deck_size[deck] = state.code_size[deck]
        view.code_top[deck] = NONE
        if state.code_size[deck]:
            view.code_top[deck] = cards.code[
                state.code_deck[deck][state.code_size[deck] - 1]].equipment


cdef void see_tokens(const State* state, View* view) noexcept nogil:
    """Write the number of tokens of each seat, and the kinds of the own ones (10.1, 10.3)."""
    cdef int seat, ability, total
    for seat in range(MAX_SEATS):
        total = 0
        for ability in range(ABILITIES):
            total += state.tokens[seat][ability]
        view.token_size[seat] = total
    memcpy(view.tokens, state.tokens[view.seat], ABILITIES)
    if state.public.turn == view.seat:
        memcpy(view.fresh, state.fresh, ABILITIES)
