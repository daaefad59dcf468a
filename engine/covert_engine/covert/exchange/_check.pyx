"""Checks that a game could show a view and reach a state.

Each rule stands in one place with the description of its violation: cards, codes and tokens in
`_check_cards`, board and seats in `_check_public`, turn and records in `_check_turn`. Each check in
those three states the fields it reads; it is left out if one of them could not be read, because it
would only repeat that mistake.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, MISSION_CARDS, MISSION_DECK, CardSet,
)
from covert_engine.covert.exchange._check_cards cimport check_cards
from covert_engine.covert.exchange._check_public cimport check_public
from covert_engine.covert.exchange._check_turn cimport check_turn
from covert_engine.input._reader cimport Reader, note
from covert_engine.covert.rules._state cimport AGENCY_LIMIT, CODE_LIMIT, MISSION_LIMIT, RING, State
from covert_engine.covert.knowledge._view cimport View, observe


cdef list check_view(const CardSet* cards, const View* view, Reader reader):
    check_public(cards, view, reader)
    check_turn(cards, view, reader)
    check_cards(cards, view, reader)
    return reader.mistakes


cdef list check_state(const CardSet* cards, const State* state):
    cdef list mistakes = []
    cdef View view
    cdef int seat
    check_hidden_cards(state, AGENCY_DECK, mistakes)
    check_hidden_cards(state, MISSION_DECK, mistakes)
    check_hidden_codes(state, mistakes)
    check_hidden_tokens(cards, state, mistakes)
    if mistakes:             # too many cards may not fit into a view
        return mistakes
    for seat in range(state.public.players):
        observe(cards, state, seat, &view)
        for field, description in check_view(cards, &view, Reader()):
            note(mistakes, f"seat {seat}: {field}", description)
    return mistakes


# The hidden part.

cdef int check_hidden_cards(const State* state, int deck, list mistakes) except -1:
    """Check that hands, deck and Search hold no card twice, that no hand is more than one card over
    its limit, that each holder knows its cards and that all know the other cards in the open
    (10.2)."""
    cdef bint agency = deck == AGENCY_DECK
    cdef str name = "agency" if agency else "mission"
    cdef const uint8_t* known = &state.agency_known[0]
    cdef const uint8_t* ring = &state.agency_deck[0]
    cdef int head = state.agency_head if agency else state.mission_head
    cdef int size = state.agency_size if agency else state.mission_size
    cdef int most = (AGENCY_LIMIT if agency else MISSION_LIMIT) + 1
    cdef uint64_t seen = 0
    cdef uint64_t hand
    cdef int seat, card, i
    if not agency:
        known = &state.mission_known[0]
        ring = &state.mission_deck[0]
    for seat in range(state.public.players):
        hand = state.agency_hand[seat] if agency else state.mission_hand[seat]
        if hand & seen:
            note(mistakes, f"{name}_hand[{seat}]", "a card is in two hands")
        if bit_count(hand) > most:
            note(mistakes, f"{name}_hand[{seat}]",
                 f"{bit_count(hand)} cards; expected at most {most}")
        seen |= hand
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            if not known[card] >> seat & 1:
                note(mistakes, f"{name}_known[{card}]",
                     f"seat {seat} holds the card and does not know it")
    for i in range(size):
        card = ring[(head + i) & (RING - 1)]
        if seen & bit(card):
            note(mistakes, f"{name}_deck[{i}]", f"card {card} lies elsewhere too")
        seen |= bit(card)
    for i in range(state.public.searched if state.public.use.deck == deck else 0):
        if seen & bit(state.search[i]):
            note(mistakes, f"search[{i}]", f"card {state.search[i]} lies elsewhere too")
        seen |= bit(state.search[i])
    for card in range(AGENCY_CARDS if agency else MISSION_CARDS):
        if not seen & bit(card) and known[card] != (1 << state.public.players) - 1:
            note(mistakes, f"{name}_known[{card}]", "the card lies in the open and not all know it")
    return 0


cdef int check_hidden_codes(const State* state, list mistakes) except -1:
    cdef uint64_t seen = state.public.use.codes
    cdef uint64_t held = 0
    cdef int seat, deck, i
    for seat in range(state.public.players):
        if seen & (state.code_hand[seat] | state.public.broken[seat]):
            note(mistakes, f"code_hand[{seat}]", "a code lies elsewhere too")
        if bit_count(state.code_hand[seat]) > CODE_LIMIT:
            note(mistakes, f"code_hand[{seat}]",
                 f"{bit_count(state.code_hand[seat])} codes; expected at most {CODE_LIMIT}")
        seen |= state.code_hand[seat] | state.public.broken[seat]
        held |= state.code_hand[seat]
    if state.code_shown & ~held:
        note(mistakes, "code_shown", "the equipment of a code is known that nobody holds")
    for deck in range(2):
        for i in range(state.code_size[deck]):
            if seen & bit(state.code_deck[deck][i]):
                note(mistakes, f"code_deck[{deck}][{i}]", "a code lies elsewhere too")
            seen |= bit(state.code_deck[deck][i])
    return 0


cdef int check_hidden_tokens(const CardSet* cards, const State* state, list mistakes) except -1:
    cdef int seat, ability, count
    for ability in range(ABILITIES):
        count = state.bag[ability]
        for seat in range(state.public.players):
            count += state.tokens[seat][ability]
        if count != cards.tokens[ability]:
            note(mistakes, f"bag[{ability}]",
                 f"{count} tokens in all; expected {cards.tokens[ability]}")
    return 0
