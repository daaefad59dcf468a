"""A matrix game: two seats choose at once and sealed, seat 0 a row and seat 1 a column.

Seat 0 gets the mean payoff of the rounds, seat 1 what is missing to 1. What the other seat has
chosen is shown after each round, or never.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._evaluator cimport Evaluator, evaluator_table
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t, fold
from covert_engine.random._splitmix cimport below, draw
from toys._toy cimport ToyState, toy_state


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.rounds == (<const Rules*> rules).rounds:
        return NOBODY
    if state.chosen[state.first][state.rounds] == NONE:
        return state.first
    return 1 - state.first


cdef uint32_t window(const void* rules, const void* memory) noexcept nogil:
    return 1 + (<const State*> memory).rounds


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef int32_t seat = to_move(rules, memory)
    cdef int32_t i, count
    if seat == NOBODY:
        return 0
    count = (<const Rules*> rules).choices[seat]
    for i in range(count):
        actions[i] = i
    return count


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1 if observer == to_move(rules, memory) else 0


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    cdef int32_t seat = to_move(rules, memory)
    state.chosen[seat][state.rounds] = action
    if state.chosen[1 - seat][state.rounds] != NONE:
        if (<const Rules*> rules).shown and observer != NOBODY:
            seen = fold(seen, 1 + state.chosen[1 - observer][state.rounds])
        state.rounds += 1
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef View* known = <View*> out
    memcpy(known.chosen, state.chosen, sizeof(state.chosen))
    memset(known.chosen[1 - seat] + (state.rounds if (<const Rules*> rules).shown else 0), NONE,
           MOST - (state.rounds if (<const Rules*> rules).shown else 0))
    known.rounds = state.rounds
    known.seat = seat


cdef void sample(const void* rules, const void* memory, uint64_t key, void* out) noexcept nogil:
    cdef const View* known = <const View*> memory
    cdef State* state = <State*> out
    cdef uint8_t* other
    cdef uint64_t stream = key
    cdef int32_t i
    memcpy(state.chosen, known.chosen, sizeof(state.chosen))
    state.rounds = known.rounds
    state.first = known.seat
    other = state.chosen[1 - known.seat]
    for i in range(known.rounds):
        if other[i] == NONE:
            other[i] = below(draw(&stream), (<const Rules*> rules).choices[1 - known.seat])


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    cdef uint64_t key
    memcpy(&key, (<const State*> memory).chosen, sizeof(key))
    return key


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).rounds


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    utilities[0] = 0.5
    utilities[1] = 0.5


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const Rules* game = <const Rules*> rules
    cdef const State* state = <const State*> memory
    cdef uint32_t i
    utilities[0] = 0
    for i in range(game.rounds):
        utilities[0] += game.payoff[state.chosen[0][i]][state.chosen[1][i]] / game.rounds
    utilities[1] = 1 - utilities[0]


def start(payoffs, rounds=1, shown=False):
    cdef Matrix owner = Matrix()
    cdef GameTable table = GameTable.__new__(GameTable)
    cdef State state
    sizes = len(payoffs), len(payoffs[0])
    if not all(2 <= size <= MOST for size in sizes) or not 1 <= rounds <= MOST:
        raise ValueError(f"{sizes[0]} rows, {sizes[1]} columns, {rounds} rounds, "
                         f"expected 2 to {MOST} of the first two and 1 to {MOST} of the last")
    for i, row in enumerate(payoffs):
        for k, payoff in enumerate(row):
            owner.rules.payoff[i][k] = payoff
    owner.rules.choices[0], owner.rules.choices[1] = sizes
    owner.rules.rounds = rounds
    owner.rules.shown = shown
    memset(&state, NONE, sizeof(State))
    state.rounds = 0
    state.first = 0
    table.owner = owner
    table.game = GameFunctions(
        rules=&owner.rules, state_bytes=sizeof(State), view_bytes=sizeof(View), players=2,
        to_move=to_move, window=window, legal=legal, observed=observed, apply=apply, view=view,
        sample=sample, hidden=hidden, horizon=horizon, result=result)
    table.name = "matrix"
    table.evaluator = evaluator_table(table.name, Evaluator(
        model=NULL, scratch_bytes=0, estimates=0, prior=NULL, value=value, estimate=NULL,
        begin=NULL, step=NULL))
    return toy_state(table, &state)
