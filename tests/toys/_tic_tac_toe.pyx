"""Tic-tac-toe: nothing hidden, and known to be a draw. Actions are squares 0..8, row by row."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t
from toys._toy cimport ToyState, toy_state, unjudged


cdef enum:
    FULL = 0b111111111


cdef bint has_line(uint16_t marks) noexcept nogil:
    return ((marks & 0b000000111) == 0b000000111 or (marks & 0b000111000) == 0b000111000
            or (marks & 0b111000000) == 0b111000000 or (marks & 0b001001001) == 0b001001001
            or (marks & 0b010010010) == 0b010010010 or (marks & 0b100100100) == 0b100100100
            or (marks & 0b100010001) == 0b100010001 or (marks & 0b001010100) == 0b001010100)


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.turn == 2:
        return NOBODY
    return state.turn


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef uint32_t free = FULL & ~(state.marks[0] | state.marks[1])
    cdef int32_t square, count = 0
    if state.turn == 2:
        return 0
    for square in range(9):
        if free >> square & 1:
            actions[count] = square
            count += 1
    return count


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1


cdef void mark(State* state, uint32_t square) noexcept nogil:
    cdef uint16_t seat = state.turn
    state.marks[seat] |= 1 << square
    if has_line(state.marks[seat]) or (state.marks[0] | state.marks[1]) == FULL:
        state.turn = 2
    else:
        state.turn = 1 - seat


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    cdef uint32_t free
    mark(state, action)
    free = FULL & ~(state.marks[0] | state.marks[1])
    if state.turn != 2 and free & free - 1 == 0:
        mark(state, square_of(free))         # the last square is no decision
    return seen


cdef uint32_t square_of(uint32_t free) noexcept nogil:
    cdef uint32_t square = 0
    while free >> square != 1:
        square += 1
    return square


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    memcpy(out, memory, sizeof(State))


cdef void sample(const void* rules, const void* known, uint64_t key, void* out) noexcept nogil:
    memcpy(out, known, sizeof(State))


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    return 0


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t seat
    for seat in range(2):
        utilities[seat] = (1 if has_line(state.marks[seat])
                           else 0 if has_line(state.marks[1 - seat]) else 0.5)


cdef GameTable TABLE = unjudged("tic tac toe", GameFunctions(
    rules=NULL, state_bytes=sizeof(State), view_bytes=sizeof(State), players=2, to_move=to_move,
    window=NULL, legal=legal, observed=observed, apply=apply, view=view, sample=sample,
    hidden=hidden, horizon=NULL, result=result))


def start():
    """The empty board."""
    cdef State state = State(marks=[0, 0], turn=0)
    return toy_state(TABLE, &state)
