"""Odds that another seat holds a card, and worlds dealt by them.

A hand is what a seat chose to keep. The odds that it holds a card rather than another are
exp(weights . figures of the card in that hand); everything outside hands keeps its probability.

1. Once a search, the odds of every unlocated card are computed for every other seat.
2. The game deals a world, in which all cards are equally likely. Then each unknown card of another
   hand is redrawn by these odds, among the cards of its lot that no such draw has placed. It
   changes places with the card dealt there, so the world still agrees with the view.
"""

from libc.math cimport fabsf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memcpy, memset

from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MISSION_CARDS, NONE, CardSet,
)
from covert_engine.covert.evaluation._hand_features cimport (
    AT_ASKED, AT_CARD_LATE, AT_CODE, AT_TOKEN, AT_TOKEN_LATE, HAND_FEATURES, OF_CODE, OF_MISSION,
    Other, code_features, look_at, mission_features, rounds_in_tens,
)
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.covert.rules._state cimport SETUP, State
from covert_engine.random._splitmix cimport draw, mix
from covert_engine.search._exponential cimport exponential

cdef enum:
    DRAWS = 32               # tries to draw a card that fits; then the dealt card stays

cdef float HIGHEST = 1 << 20  # of the odds of the cards of a hand; 64 of them stay below 2^32


# Step 1: the odds.

cdef void stand(const View* view, int seat, Other* other) noexcept nogil:
    """Set up another seat as the view knows it."""
    cdef int i
    memset(&other.state, 0, sizeof(State))
    memcpy(&other.state.public, &view.public, sizeof(view.public))
    other.seat = seat
    for i in range(view.agency_size[seat]):
        if view.agency[seat][i].card != NONE:
            other.state.agency_hand[seat] |= bit(view.agency[seat][i].card)
    look_at(other)


cdef inline float product(const float* weights, const float* x, int count) noexcept nogil:
    cdef float sum = 0
    cdef int i
    for i in range(count):
        sum += weights[i] * x[i]
    return sum


cdef void sum_odds(const float* logarithm, uint64_t among, Odds* odds) noexcept nogil:
    """Sum the odds of the cards in `among`; none has less than 1."""
    cdef float highest = -1e30
    cdef uint32_t sum = 0
    cdef int card
    for card in range(PILE):
        if among >> card & 1 and logarithm[card] > highest:
            highest = logarithm[card]
    for card in range(PILE):
        if among >> card & 1:
            sum += 1 + <uint32_t> (HIGHEST * exponential(logarithm[card] - highest))
        odds.until[card] = sum


cdef uint64_t not_located(const uint8_t* lots, int cards) noexcept nogil:
    cdef uint64_t unlocated = 0
    cdef int card
    for card in range(cards):
        if lots[card] != NONE:
            unlocated |= bit(card)
    return unlocated


cdef uint64_t unseen_codes(const View* view) noexcept nogil:
    cdef uint64_t unseen = (bit(CODE_CARDS) - 1) & ~view.public.use.codes
    cdef int seat, i
    for seat in range(view.public.players):
        unseen &= ~view.public.broken[seat]
    for i in range(view.code_size[view.seat]):
        unseen &= ~bit(view.code[view.seat][i].card)
    return unseen


cdef void weigh_tokens(const HandWeights* w, float late, HandOdds* odds) noexcept nogil:
    """Write the odds like `sum_odds`, but not summed up: most abilities have several tokens."""
    cdef float logarithm[ABILITIES]
    cdef float highest = -1e30
    cdef int ability
    for ability in range(ABILITIES):
        logarithm[ability] = (w.weight[AT_TOKEN + ability]
                              + w.weight[AT_TOKEN_LATE + ability] * late)
        highest = logarithm[ability] if logarithm[ability] > highest else highest
    for ability in range(ABILITIES):
        odds.token[ability] = 1 + <uint32_t> (HIGHEST * exponential(logarithm[ability] - highest))


cdef void weigh_hands(const HandWeights* w, const CardSet* cards, const View* view,
                      HandOdds* odds) noexcept nogil:
    cdef Other other
    cdef float x[OF_MISSION]
    cdef float logarithm[PILE]
    cdef float asked = w.weight[AT_ASKED]
    cdef int seat, card, ability
    memset(odds, 0, sizeof(HandOdds))
    odds.even = view.public.phase == SETUP
    if odds.even:
        return
    odds.missions = not_located(view.mission_lot, MISSION_CARDS)
    odds.agency = not_located(view.agency_lot, AGENCY_CARDS)
    odds.codes = unseen_codes(view)
    odds.asked_less = asked < 0
    odds.unasked = <uint64_t> (exponential(-fabsf(asked)) * <float> 0xffffff) << 40
    for seat in range(view.public.players):
        if seat == view.seat:
            continue
        stand(view, seat, &other)
        for card in range(MISSION_CARDS):
            if odds.missions >> card & 1:
                mission_features(cards, &other, card, x)
                logarithm[card] = product(w.weight, x, OF_MISSION)
        sum_odds(logarithm, odds.missions, &odds.mission[seat])
        for card in range(CODE_CARDS):
            if odds.codes >> card & 1:
                code_features(cards, &other, card, x)
                logarithm[card] = product(&w.weight[AT_CODE], x, OF_CODE)
        sum_odds(logarithm, odds.codes, &odds.code[seat])
        for card in range(AGENCY_CARDS):
            ability = cards.agency[card].ability
            logarithm[card] = w.weight[AT_CARD_LATE + ability] * other.late
        sum_odds(logarithm, odds.agency, &odds.card[seat])
    weigh_tokens(w, rounds_in_tens(&view.public), odds)


cdef uint64_t asked_cards(const CardSet* cards, uint64_t missions) noexcept nogil:
    """Return the Agency Cards with equipment that one of the missions asks for."""
    cdef uint64_t agency = 0
    cdef int asked = 0
    while missions:
        asked |= cards.mission[lowest_bit(missions)].asked
        missions &= missions - 1
    while asked:
        agency |= cards.agency_of_equipment[lowest_bit(asked)]
        asked &= asked - 1
    return agency


cdef void sum_features(const CardSet* cards, const View* view, const State* world,
                       float* x) noexcept nogil:
    cdef uint64_t missions = not_located(view.mission_lot, MISSION_CARDS)
    cdef uint64_t agency = not_located(view.agency_lot, AGENCY_CARDS)
    cdef uint64_t asked, left
    cdef Other other
    cdef float figures[OF_MISSION]
    cdef int seat, card, ability, i
    memset(x, 0, HAND_FEATURES * sizeof(float))
    if view.public.phase == SETUP:
        return
    for seat in range(view.public.players):
        if seat == view.seat:
            continue
        stand(view, seat, &other)
        left = world.mission_hand[seat] & missions
        while left:
            mission_features(cards, &other, lowest_bit(left), figures)
            for i in range(OF_MISSION):
                x[i] += figures[i]
            left &= left - 1
        left = world.code_hand[seat]
        while left:
            code_features(cards, &other, lowest_bit(left), figures)
            for i in range(OF_CODE):
                x[AT_CODE + i] += figures[i]
            left &= left - 1
        left = world.agency_hand[seat] & agency
        asked = asked_cards(cards, world.mission_hand[seat])
        while left:
            card = lowest_bit(left)
            ability = cards.agency[card].ability
            x[AT_CARD_LATE + ability] += other.late
            x[AT_ASKED] += asked >> card & 1
            left &= left - 1
        for ability in range(ABILITIES):
            x[AT_TOKEN + ability] += world.tokens[seat][ability]
            x[AT_TOKEN_LATE + ability] += world.tokens[seat][ability] * other.late


# Step 2: the deal.

cdef struct Pack:            # the cards of one kind in a world
    uint64_t* hands          # by seat
    uint8_t* deck            # from its beginning, as in a new world
    int size                 # cards in it
    uint8_t* known           # by card: seats that know its place
    const uint8_t* lots      # by card
    uint64_t free            # bits: unlocated cards that no draw has placed yet


cdef inline int drawn(const Odds* odds, uint64_t* stream) noexcept nogil:
    """Draw a card by its odds: the first whose sum is above a number drawn below the last sum."""
    cdef uint32_t number = (draw(stream) >> 32) * odds.until[PILE - 1] >> 32
    cdef int card = 0
    card += 32 * (odds.until[card + 31] <= number)
    card += 16 * (odds.until[card + 15] <= number)
    card += 8 * (odds.until[card + 7] <= number)
    card += 4 * (odds.until[card + 3] <= number)
    card += 2 * (odds.until[card + 1] <= number)
    card += odds.until[card] <= number
    return card


cdef inline bint exchange(uint64_t* hands, int players, int seat, int card, int other,
                          uint8_t* deck, int size) noexcept nogil:
    """Let two cards change places, the first of which lies in the hand of `seat`. Return False, and
    change nothing, if the other lies neither in a hand nor in the deck."""
    cdef uint64_t both = bit(card) | bit(other)
    cdef uint8_t* place
    cdef int holder
    for holder in range(players):
        if hands[holder] >> other & 1:
            if holder != seat:
                hands[holder] ^= both
                hands[seat] ^= both
            return True
    place = <uint8_t*> memchr(deck, other, size)
    if place == NULL:
        return False
    place[0] = card
    hands[seat] ^= both
    return True


cdef void draw_hand(const Odds* odds, uint64_t asked, uint64_t unasked, int seat, int players,
                    Pack* pack, uint64_t* stream) noexcept nogil:
    """Redraw the free cards of a hand one by one. Of the cards that are not in `asked` only the
    share `unasked`, in 2^-64, is accepted."""
    cdef uint64_t left = pack.hands[seat] & pack.free
    cdef int card, other, i
    while left:
        card = lowest_bit(left)
        for i in range(DRAWS):
            other = drawn(odds, stream)
            if (pack.free >> other & 1 and pack.lots[other] == pack.lots[card]
                    and (asked >> other & 1 or draw(stream) < unasked)):
                break
        else:
            other = card
        if other != card:
            if exchange(pack.hands, players, seat, card, other, pack.deck, pack.size):
                pack.known[card], pack.known[other] = pack.known[other], pack.known[card]
            else:
                other = card                   # a Search looks at the card drawn
        pack.free &= ~bit(other)
        left = pack.hands[seat] & pack.free & (left | bit(card))


cdef inline bint is_top(const State* state, int code) noexcept nogil:
    """Return True if it lies on top of a deck, where all see its equipment."""
    return (state.code_size[0] > 0 and state.code_deck[0][state.code_size[0] - 1] == code
            or state.code_size[1] > 0 and state.code_deck[1][state.code_size[1] - 1] == code)


cdef inline bint may_swap(const CardSet* cards, const State* state, int code,
                          int other) noexcept nogil:
    """Return True if nothing visible changes when a code in a hand and another code change
    places."""
    return (cards.code[code].equipment == cards.code[other].equipment
            or not ((state.code_shown >> code | state.code_shown >> other) & 1
                    or is_top(state, other)))


cdef void draw_codes(const CardSet* cards, const Odds* odds, int seat, uint64_t* stream,
                     uint64_t* free, State* state) noexcept nogil:
    """Redraw the free codes of a hand one by one."""
    cdef uint64_t left = state.code_hand[seat]
    cdef uint64_t both
    cdef int code, other, deck, i
    while left:
        code = lowest_bit(left)
        for i in range(DRAWS):
            other = drawn(odds, stream)
            if free[0] >> other & 1 and may_swap(cards, state, code, other):
                break
        else:
            other = code
        if other != code:
            for deck in range(2):
                if exchange(state.code_hand, state.public.players, seat, code, other,
                            state.code_deck[deck], state.code_size[deck]):
                    break
            both = bit(code) | bit(other)
            if bit_count(state.code_shown & both) == 1:
                state.code_shown ^= both
        free[0] &= ~bit(other)
        left = state.code_hand[seat] & free[0] & (left | bit(code))


cdef void draw_tokens(const CardSet* cards, const HandOdds* odds, const View* view,
                      uint64_t* stream, State* state) noexcept nogil:
    """Redraw all tokens that are not the view's own."""
    cdef uint64_t number
    cdef uint64_t total = 0
    cdef int ability, seat, i
    memcpy(state.fresh, view.fresh, ABILITIES)
    for ability in range(ABILITIES):
        state.bag[ability] = cards.tokens[ability] - view.tokens[ability]
        total += state.bag[ability] * <uint64_t> odds.token[ability]
    for seat in range(view.public.players):
        if seat == view.seat:
            continue
        memset(state.tokens[seat], 0, ABILITIES)
        for i in range(view.token_size[seat]):
            number = (draw(stream) >> 32) * total >> 32
            ability = 0
            while number >= state.bag[ability] * <uint64_t> odds.token[ability]:
                number -= state.bag[ability] * <uint64_t> odds.token[ability]
                ability += 1
            total -= odds.token[ability]
            state.bag[ability] -= 1
            state.tokens[seat][ability] += 1
            if seat == view.public.turn and i < view.public.drawn:     # 3.9
                state.fresh[ability] += 1


cdef void deal_by_odds(const CardSet* cards, const HandOdds* odds, const View* view, uint64_t key,
                       State* state) noexcept nogil:
    cdef uint64_t stream = mix(~key)
    cdef uint64_t codes = odds.codes
    cdef uint64_t asked
    cdef int players = view.public.players
    cdef int seat
    cdef Pack missions, agency
    sample(cards, view, key, state)
    if odds.even:
        return
    missions = Pack(&state.mission_hand[0], &state.mission_deck[0], state.mission_size,
                    &state.mission_known[0], &state.mission_lot[0], odds.missions)
    agency = Pack(&state.agency_hand[0], &state.agency_deck[0], state.agency_size,
                  &state.agency_known[0], &state.agency_lot[0], odds.agency)
    for seat in range(players):
        if seat == view.seat:
            continue
        draw_hand(&odds.mission[seat], odds.missions, 0, seat, players, &missions, &stream)
        asked = asked_cards(cards, state.mission_hand[seat])
        draw_hand(&odds.card[seat], ~asked if odds.asked_less else asked, odds.unasked, seat,
                  players, &agency, &stream)
        draw_codes(cards, &odds.code[seat], seat, &stream, &codes, state)
    draw_tokens(cards, odds, view, &stream, state)
