"""Traps: a toy with windows whose refusals nobody else sees.

Seat 0 walks in two turns, by 0, 1 or 2 paces. After each walk a wind, seen by all, adds a pace or
not; then a window opens: first seat 1, then seat 2 is asked, each only if it holds a trap, to
SPRING it or to REFUSE. A sprung trap is seen, spent, takes the paces of that turn and closes the
window. Closing it is followed by rain or none, seen by all, which takes one pace. Whether a seat
was given a trap is known to it alone, and so is that it was asked.

Seat 0 gets its paces / 6; the others get 1 less that, less 1 / 8 for the seat that sprang its trap.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._evaluator cimport Evaluator, evaluator_table
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t, fold
from covert_engine.random._splitmix cimport mix
from covert_engine.search._game cimport key_of
from toys._toy cimport ToyState, toy_state

REFUSE = 3                   # below 3: paces
SPRING = 4

cdef enum:
    TURNS = 2
    SEATS = 3
    WIND = 1                 # keys of what all see; they are followed by the outcome
    RAIN = 3


cdef uint32_t chance(const State* state, uint32_t event) noexcept nogil:
    return key_of(state.seed, state.table.turn * 8 + event) >> 40 & 1


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.table.turn == TURNS:
        return NOBODY
    return state.asked


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.table.turn == TURNS:
        return 0
    if state.asked:
        actions[0] = 3
        actions[1] = 4
        return 2
    actions[0] = 0
    actions[1] = 1
    actions[2] = 2
    return 3


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    cdef const State* state = <const State*> memory
    if action == 3 and observer != state.asked:
        return 0
    return 8 + action + 8 * state.asked      # a sprung trap shows whose it is


cdef uint64_t close(State* state, uint64_t seen) noexcept nogil:
    cdef uint32_t rain = chance(state, RAIN)
    state.table.paces += state.table.walked
    if rain and state.table.paces:
        state.table.paces -= 1
    state.table.walked = 0
    state.table.window = 0
    state.asked = 0
    state.table.turn += 1
    return fold(seen, RAIN + rain)


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    cdef uint32_t wind
    if state.asked == 0:
        wind = chance(state, WIND)
        state.table.walked = action + wind
        state.table.window = 1
        seen = fold(seen, WIND + wind)
    elif action == 4:
        state.traps &= ~(1 << state.asked)
        state.table.sprung |= 1 << state.asked
        state.table.walked = 0
        return close(state, seen)
    while state.asked < SEATS - 1:
        state.asked += 1
        if state.traps >> state.asked & 1:
            return seen
    return close(state, seen)


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef View* known = <View*> out
    known.table = state.table
    known.seat = seat
    known.trap = state.traps >> seat & 1
    known.asked = seat > 0 and state.asked == seat


cdef void sample(const void* rules, const void* memory, uint64_t key, void* out) noexcept nogil:
    cdef const View* known = <const View*> memory
    cdef State* state = <State*> out
    cdef uint32_t others = 0b110 & ~(1 << known.seat) & ~known.table.sprung
    memset(state, 0, sizeof(State))
    state.seed = mix(key)
    state.table = known.table
    state.traps = others & <uint32_t> key_of(key, 1) | known.trap << known.seat
    state.asked = known.seat if known.asked else 0


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).traps


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef double total = 0
    cdef int32_t i
    for i in range(count):
        weights[i] = 2 if actions[i] == 3 else 1
        total += weights[i]
    return total


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).table.turn


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const Public* table = &(<const State*> memory).table
    cdef int32_t seat
    utilities[0] = <float> table.paces / 6
    for seat in range(1, SEATS):
        utilities[seat] = (1 - utilities[0]) - (table.sprung >> seat & 1) * <float> 0.125
        if utilities[seat] < 0:
            utilities[seat] = 0


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    result(rules, memory, utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    cdef int32_t seat
    for seat in range(SEATS):
        figures[seat] = (<const State*> memory).table.paces


cdef GameTable make_table():
    cdef GameTable made = GameTable.__new__(GameTable)
    made.game = GameFunctions(
        rules=NULL, state_bytes=sizeof(State), view_bytes=sizeof(View), players=SEATS,
        to_move=to_move, window=NULL, legal=legal, observed=observed, apply=apply, view=view, sample=sample,
        hidden=hidden, horizon=horizon, result=result)
    made.name = "traps"
    made.evaluator = evaluator_table(made.name, Evaluator(
        model=NULL, scratch_bytes=0, estimates=1, prior=prior, value=value, estimate=estimate,
        begin=NULL, step=NULL))
    return made


cdef GameTable TABLE = make_table()


def deal(traps, seed):
    """A game before its first walk, these seats (of 1 and 2) holding a trap."""
    cdef State state
    memset(&state, 0, sizeof(State))
    state.seed = seed
    for seat in traps:
        if seat not in (1, 2):
            raise ValueError(f"seat {seat!r} cannot hold a trap, expected 1 or 2")
        state.traps |= 1 << seat
    return toy_state(TABLE, &state)
