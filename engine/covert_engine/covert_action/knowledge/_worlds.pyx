"""Worlds: the states that agree with a view (rules 4.5).

1. The public part is copied.
2. Spy cards: each team takes one of its rows that agree (`_rows.pyx`).
3. Plan cards: those that the viewer does not hold are one pile. Hands draw from it, the rest is the
   deck. No seat had all four types when the round began, without the cards drawn since: the whole
   deal is repeated until that holds. A large hand lacks a type so rarely that the largest is dealt
   on purpose: its missing type is drawn by the number of such hands, and as a hand that lacks k
   types can come about in k ways, it is kept with probability 1/k. So every deal that agrees is
   equally likely.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert_action.knowledge._rows cimport KnownRows, deal_rows, know_rows
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._flow cimport chooser
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, OF_A_TYPE, PLAN_CARDS, PLAN_TYPES, Rules
)
from covert_engine.covert_action.rules._shot cimport acts_as_sniper
from covert_engine.covert_action.rules._state cimport DEADLINE, OVER, TALK, PublicState, State
from covert_engine.random._splitmix cimport below, draw, mix, unit

cdef enum:
    ALL_TYPES = 15           # as bits
    LARGE = 7                # Plan cards from which on a hand is dealt on purpose


cdef void sample(const Rules* rules, const View* view, uint64_t key, State* state) noexcept nogil:
    cdef KnownRows known
    cdef uint64_t stream
    begin_world(rules, view, key, &stream, state)
    if view.public.phase == OVER:
        memcpy(state.role, view.role, MAX_SEATS)
        memcpy(state.centre_role, view.centre_role, MAX_CENTRE)
    else:
        know_rows(rules, view, &known)
        deal_rows(rules, &known, &stream, state)
    finish_world(rules, view, &stream, state)


cdef void begin_world(const Rules* rules, const View* view, uint64_t key, uint64_t* stream,
                      State* state) noexcept nogil:
    stream[0] = mix(key)
    memset(state, 0, sizeof(State))
    memcpy(&state.public, &view.public, sizeof(PublicState))
    state.seed = draw(stream)
    memset(state.role, NONE, MAX_SEATS)
    memset(state.centre_role, NONE, MAX_CENTRE)
    memset(state.choice, NONE, MAX_SEATS)
    state.actor = NONE
    state.first = NONE


cdef void finish_world(const Rules* rules, const View* view, uint64_t* stream,
                       State* state) noexcept nogil:
    deal_plans(rules, view, stream, state)
    if view.public.phase == TALK:
        state.actor = view.public.speaker
    elif view.public.phase == DEADLINE:
        state.actor = view.seat if view.actor == view.seat else ordered(rules, view, stream, state)
    elif view.public.phase != OVER:
        state.choice[view.seat] = view.choice
        state.first = view.seat
        state.actor = chooser(rules, state)


cdef int ordered(const Rules* rules, const View* view, uint64_t* stream,
                 const State* state) noexcept nogil:
    """Draw one of the other seats that act as Sniper, all with the same chance (3.7)."""
    cdef int seat
    cdef int shooter = NONE
    cdef int count = 0
    for seat in range(rules.players):
        if seat != view.seat and acts_as_sniper(rules, state, seat):
            count += 1
            if below(draw(stream), count) == 0:
                shooter = seat
    return shooter


# Plan cards.

cdef struct Pile:            # Plan cards that the viewer does not hold
    uint8_t card[PLAN_CARDS]
    int left


cdef inline uint8_t draw_card(Pile* pile, uint64_t* stream) noexcept nogil:
    """Draw a card: one step of a Fisher-Yates shuffle. It stays in the pile, behind `left`."""
    cdef int picked = below(draw(stream), pile.left)
    cdef uint8_t card = pile.card[picked]
    pile.left -= 1
    pile.card[picked] = pile.card[pile.left]
    pile.card[pile.left] = card
    return card


cdef inline int before_round(const View* view, int seat) noexcept nogil:
    """Return the number of Plan cards of a seat when the round began."""
    return view.public.held[seat] - view.public.drawn[seat]


cdef void deal_plans(const Rules* rules, const View* view, uint64_t* stream,
                     State* state) noexcept nogil:
    cdef Pile pile
    cdef int seat, i
    cdef int largest = NONE
    if view.public.phase == OVER:
        memcpy(state.plan, view.plan, sizeof(view.plan))
    else:
        for seat in range(rules.players):
            if seat != view.seat and (largest == NONE or before_round(view, seat)
                                      > before_round(view, largest)):
                largest = seat
        if before_round(view, largest) < LARGE:
            largest = NONE
        while not deal_hands(rules, view, largest, stream, state, &pile):
            pass
    fill_pile(view, state, &pile)
    for i in range(PLAN_CARDS):
        state.plan_deck[i] = NONE
    for i in range(view.public.deck):
        state.plan_deck[PLAN_CARDS - view.public.deck + i] = draw_card(&pile, stream)


cdef void fill_pile(const View* view, const State* state, Pile* pile) noexcept nogil:
    """Fill the pile with all cards in no hand of `state`."""
    cdef int seat, kind, i, held
    pile.left = 0
    for kind in range(PLAN_TYPES):
        held = 0
        for seat in range(MAX_SEATS):
            held += state.plan[seat][kind]
        for i in range(OF_A_TYPE - held):
            pile.card[pile.left] = kind
            pile.left += 1


cdef bint deal_hands(const Rules* rules, const View* view, int largest, uint64_t* stream,
                     State* state, Pile* pile) noexcept nogil:
    """Deal once; return True if no seat had all four types when the round began."""
    cdef int seat, i, card, types
    memset(state.plan, 0, sizeof(state.plan))
    memcpy(state.plan[view.seat], view.plan[view.seat], PLAN_TYPES)
    fill_pile(view, state, pile)
    if largest != NONE and not deal_large_hand(before_round(view, largest), stream,
                                               state.plan[largest], pile):
        return False
    for seat in range(rules.players):
        if seat == view.seat:
            continue
        types = 0
        if seat != largest:
            for i in range(before_round(view, seat)):
                card = draw_card(pile, stream)
                state.plan[seat][card] += 1
                types |= 1 << card
            if types == ALL_TYPES:
                return False
    for seat in range(rules.players):
        if seat != view.seat:
            for i in range(view.public.drawn[seat]):
                state.plan[seat][draw_card(pile, stream)] += 1
    return True


cdef bint deal_large_hand(int size, uint64_t* stream, uint8_t* hand, Pile* pile) noexcept nogil:
    """Deal a hand that lacks a type; return False if it lacks several and is not kept."""
    cdef int left[PLAN_TYPES]
    cdef double ways[PLAN_TYPES]                 # hands of that size without the type
    cdef double total = 0
    cdef double lot
    cdef int kind, i, n, picked, lacking
    memset(left, 0, sizeof(left))
    for i in range(pile.left):
        left[pile.card[i]] += 1
    for kind in range(PLAN_TYPES):
        n = pile.left - left[kind]
        ways[kind] = 1 if size <= n else 0
        for i in range(size if size <= n else 0):
            ways[kind] = ways[kind] * (n - i) / (i + 1)
        total += ways[kind]
    lot = unit(draw(stream)) * total
    kind = 0
    for i in range(PLAN_TYPES):
        if ways[i] > 0:                          # the last one, in case rounding leads past all
            kind = i
            if lot < ways[i]:
                break
            lot -= ways[i]
    # the cards of that type to the end, for the draws to pass over
    n = pile.left
    i = 0
    while i < n:
        if pile.card[i] == kind:
            n -= 1
            pile.card[i], pile.card[n] = pile.card[n], pile.card[i]
        else:
            i += 1
    for i in range(size):
        picked = below(draw(stream), n - i)
        hand[pile.card[picked]] += 1
        pile.card[picked], pile.card[n - i - 1] = pile.card[n - i - 1], pile.card[picked]
    # and out of the pile: behind the others
    for i in range(size):
        n -= 1
        pile.left -= 1
        pile.card[n], pile.card[pile.left] = pile.card[pile.left], pile.card[n]
    lacking = 0
    for i in range(PLAN_TYPES):
        lacking += hand[i] == 0
    return lacking == 1 or below(draw(stream), lacking) == 0
