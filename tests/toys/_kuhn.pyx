"""Kuhn poker (Kuhn 1950): three cards, one card and one chip each, one bet.

Actions are PASS and BET. Utilities are (chips won + 2) / 4.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t
from covert_engine.random._splitmix cimport below, mix
from toys._toy cimport ToyState, toy_state, unjudged

PASS = 0
BET = 1

cdef enum:
    UNKNOWN = 255


cdef bint is_over(const State* state) noexcept nogil:
    # pass pass, pass bet ., bet .
    if state.length < 2:
        return False
    return state.length == 3 or state.bets != 2


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if is_over(state):
        return NOBODY
    return state.length & 1


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    if is_over(<const State*> memory):
        return 0
    actions[0] = 0
    actions[1] = 1
    return 2


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    state.bets |= action << state.length
    state.length += 1
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef State* known = <State*> out
    memcpy(out, memory, sizeof(State))
    known.card[1 - seat] = UNKNOWN


cdef void sample(const void* rules, const void* known, uint64_t key, void* out) noexcept nogil:
    cdef State* state = <State*> out
    cdef int32_t other
    memcpy(out, known, sizeof(State))
    other = 0 if state.card[0] == UNKNOWN else 1
    # One of the two cards that are not the seat's own.
    state.card[other] = (state.card[1 - other] + 1 + below(mix(key), 2)) % 3


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    return state.card[0] * 3 + state.card[1]


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t winner = 0 if state.card[0] > state.card[1] else 1
    cdef int32_t chips = 1
    if state.length == 2 and state.bets == 3:
        chips = 2                        # bet, called
    elif state.length == 2 and state.bets == 1:
        winner = 0                       # bet, folded
    elif state.length == 3 and state.bets == 6:
        chips = 2                        # pass, bet, called
    elif state.length == 3:
        winner = 1                       # pass, bet, folded
    utilities[winner] = <float> (chips + 2) / 4
    utilities[1 - winner] = <float> (2 - chips) / 4


cdef GameTable TABLE = unjudged("kuhn", GameFunctions(
    rules=NULL, state_bytes=sizeof(State), view_bytes=sizeof(State), players=2, to_move=to_move,
    window=NULL, legal=legal, observed=observed, apply=apply, view=view, sample=sample,
    hidden=hidden, horizon=NULL, result=result))


def deal(int first, int second):
    """A game before its first action, the seats holding these cards (0, 1 or 2)."""
    cdef State state
    if first == second or not (0 <= first < 3 and 0 <= second < 3):
        raise ValueError(f"cards are {first} and {second}, expected two different ones of 0, 1, 2")
    memset(&state, 0, sizeof(State))
    state.card[0] = first
    state.card[1] = second
    return toy_state(TABLE, &state)
