"""Hands: what a seat can do depends on what it hides.

Seat 1 is dealt two of four cards. Seat 0 waits for either of two sorts of weather, seat 1 plays one
of its cards, seat 0 guesses the other one. Seat 0 gets 1 for a right guess, else 0; seat 1 gets a
third of the card it played.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t
from covert_engine.random._splitmix cimport below, mix
from toys._toy cimport ToyState, toy_state, unjudged

CARDS = 4                    # actions below it name a card
SUN = 4
SNOW = 5

cdef uint32_t* PAIRS = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100]


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.moves == 3:
        return NOBODY
    return state.moves & 1


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef uint32_t cards = state.hand
    cdef int32_t card, count = 0
    if state.moves == 0:
        actions[0] = 4
        actions[1] = 5
        return 2
    if state.moves == 3:
        return 0
    if state.moves == 2:
        cards = 0b1111 & ~(1 << state.played - 1)
    for card in range(4):
        if cards >> card & 1:
            actions[count] = card
            count += 1
    return count


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    if state.moves == 1:
        state.played = action + 1
    elif state.moves == 2:
        state.guess = action + 1
    state.moves += 1
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef State* known = <State*> out
    memcpy(out, memory, sizeof(State))
    if seat == 0:
        known.hand = 0


cdef void sample(const void* rules, const void* known, uint64_t key, void* out) noexcept nogil:
    cdef State* state = <State*> out
    cdef uint64_t stream = key
    memcpy(out, known, sizeof(State))
    while state.hand == 0 or state.played and not state.hand >> state.played - 1 & 1:
        stream = mix(stream + 1)
        state.hand = PAIRS[below(stream, 6)]


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).hand


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef uint32_t other = state.hand & ~(1 << state.played - 1)
    utilities[0] = other >> state.guess - 1 & 1
    utilities[1] = <float> (state.played - 1) / 3


cdef GameTable TABLE = unjudged("hands", GameFunctions(
    rules=NULL, state_bytes=sizeof(State), view_bytes=sizeof(State), players=2, to_move=to_move,
    window=NULL, legal=legal, observed=observed, apply=apply, view=view, sample=sample,
    hidden=hidden, horizon=NULL, result=result))


def deal(int first, int second):
    """A game before its first action, seat 1 holding these two cards, 0..3."""
    cdef State state
    if first == second or not (0 <= first < 4 and 0 <= second < 4):
        raise ValueError(f"cards are {first} and {second}, expected two different ones of 0..3")
    state = State(hand=1 << first | 1 << second, played=0, guess=0, moves=0)
    return toy_state(TABLE, &state)
