"""Leduc poker (Southey et al. 2005): six cards of three ranks, two rounds, two raises in each.

Actions are FOLD (only against a raise), CALL and RAISE, of 2 chips in the first round and 4 in the
second, before which a card is shown to all. Utilities are (chips won + 13) / 26.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t, fold
from covert_engine.random._splitmix cimport below, draw
from toys._toy cimport ToyState, toy_state, unjudged

FOLD = 0
CALL = 1
RAISE = 2

cdef enum:
    CARDS = 6                # rank is card / 2
    UNKNOWN = 255
    RAISES = 2               # in one round


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.over:
        return NOBODY
    return state.turn


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t count = 0
    if state.over:
        return 0
    if state.stake[state.turn] < state.stake[1 - state.turn]:
        actions[count] = 0
        count += 1
    actions[count] = 1
    count += 1
    if state.raises < RAISES:
        actions[count] = 2
        count += 1
    return count


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    cdef uint8_t seat = state.turn
    state.history = state.history << 2 | action
    state.length += 1
    state.turn = 1 - seat
    if action == 0:
        state.over = 2 + seat
    elif action == 2:
        state.stake[seat] = state.stake[1 - seat] + (4 if state.second else 2)
        state.raises += 1
        state.calls = 0
    else:
        state.stake[seat] = state.stake[1 - seat]
        state.calls += 1
        if state.calls == (1 if state.raises else 2):
            if state.second:
                state.over = 1
                return seen
            state.second = 1
            state.raises = state.calls = state.turn = 0
            return fold(seen, state.card[2] + 1)
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef State* known = <State*> out
    memcpy(out, memory, sizeof(State))
    known.card[1 - seat] = UNKNOWN
    if not known.second:
        known.card[2] = UNKNOWN


cdef void sample(const void* rules, const void* known, uint64_t key, void* out) noexcept nogil:
    cdef State* state = <State*> out
    cdef uint8_t pool[CARDS]
    cdef uint64_t stream = key
    cdef int32_t i, size = 0
    memcpy(out, known, sizeof(State))
    for i in range(CARDS):
        if i != state.card[0] and i != state.card[1] and i != state.card[2]:
            pool[size] = i
            size += 1
    for i in range(3):
        if state.card[i] == UNKNOWN:
            at = below(draw(&stream), size)
            state.card[i] = pool[at]
            size -= 1
            pool[at] = pool[size]


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    return state.card[0] * CARDS + state.card[1]


cdef int32_t strength(const State* state, int32_t seat) noexcept nogil:
    cdef int32_t rank = state.card[seat] >> 1
    return 3 if rank == state.card[2] >> 1 else rank


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t difference, winner
    if state.over == 1:
        difference = strength(state, 0) - strength(state, 1)
        if difference == 0:
            utilities[0] = utilities[1] = 0.5
            return
        winner = 0 if difference > 0 else 1
    else:
        winner = 1 - (state.over - 2)
    utilities[winner] = <float> (state.stake[1 - winner] + 13) / 26
    utilities[1 - winner] = <float> (13 - state.stake[1 - winner]) / 26


cdef GameTable TABLE = unjudged("leduc", GameFunctions(
    rules=NULL, state_bytes=sizeof(State), view_bytes=sizeof(State), players=2, to_move=to_move,
    window=NULL, legal=legal, observed=observed, apply=apply, view=view, sample=sample,
    hidden=hidden, horizon=NULL, result=result))


def deal(int first, int second, int common):
    """A game before its first action: the card of each seat and the common one, 0..5."""
    cdef State state
    if len({first, second, common}) < 3 or not {first, second, common} <= set(range(CARDS)):
        raise ValueError(f"cards are {(first, second, common)}, expected three different of 0..5")
    memset(&state, 0, sizeof(State))
    state.card[0] = first
    state.card[1] = second
    state.card[2] = common
    state.stake[0] = state.stake[1] = 1
    return toy_state(TABLE, &state)
