"""Any small game of three seats: a binary tree with a payoff for every seat at each leaf.

Seat 0, 1, 2, 0, ... choose LEFT or RIGHT in turn. On secret levels the others see only that a
choice was made. On levels with a pass a seat can also PASS in the open, which leads where LEFT does.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._evaluator cimport Evaluator, evaluator_table
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t
from covert_engine.random._splitmix cimport mix
from toys._toy cimport ToyState, toy_state

LEFT = 0
RIGHT = 1
PASS = 2


cdef uint32_t unknown(const Rules* rules, uint32_t level, uint32_t passed,
                      uint32_t seat) noexcept nogil:
    """Bits of the path that the seat has not seen."""
    cdef uint32_t secret = rules.secret & ~passed
    cdef uint32_t i, bits = 0
    for i in range(level):
        if secret >> i & 1 and i % SEATS != seat:
            bits |= 1 << (level - 1 - i)
    return bits


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef uint32_t level = (<const State*> memory).level
    if level == (<const Rules*> rules).levels:
        return NOBODY
    return level % SEATS


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    if to_move(rules, memory) == NOBODY:
        return 0
    actions[0] = 0
    actions[1] = 1
    actions[2] = 2
    return 2 + ((<const Rules*> rules).passes >> (<const State*> memory).level & 1)


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    cdef uint32_t level = (<const State*> memory).level
    if ((<const Rules*> rules).secret >> level & 1 and level % SEATS != <uint32_t> observer
            and action != 2):
        return CHOSEN
    return action + 1


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    state.path = state.path << 1 | (action == 1)
    state.passed |= <uint32_t> (action == 2) << state.level
    state.level += 1
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef View* known = <View*> out
    known.path = state.path & ~unknown(<const Rules*> rules, state.level, state.passed, seat)
    known.level = state.level
    known.passed = state.passed
    known.seat = seat


cdef void sample(const void* rules, const void* memory, uint64_t key, void* out) noexcept nogil:
    cdef const View* known = <const View*> memory
    cdef State* state = <State*> out
    state.path = known.path | (unknown(<const Rules*> rules, known.level, known.passed, known.seat)
                               & <uint32_t> mix(key))
    state.level = known.level
    state.passed = known.passed


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).path


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef double total = 0
    cdef int32_t i
    for i in range(count):
        weights[i] = (<const Rules*> rules).weight[(<const State*> memory).level] if (
            actions[i] == 1) else 1
        total += weights[i]
    return total


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).level


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    cdef int32_t seat
    for seat in range(SEATS):
        utilities[seat] = 0.5


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    memcpy(utilities, (<const Rules*> rules).payoff[(<const State*> memory).path],
           SEATS * sizeof(float))


cdef void average(const Rules* rules, uint32_t path, uint32_t level, float* utilities) noexcept nogil:
    cdef uint32_t leaves = 1 << rules.levels - level
    cdef uint32_t leaf
    cdef int32_t seat
    for seat in range(SEATS):
        utilities[seat] = 0
        for leaf in range(leaves):
            utilities[seat] += rules.payoff[path << rules.levels - level | leaf][seat] / leaves


cdef void average_of_state(const void* rules, const void* model, void* scratch, const void* memory,
                           float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    average(<const Rules*> rules, state.path, state.level, utilities)


cdef void average_of_scratch(const void* rules, const void* model, void* scratch,
                             const void* memory, float* utilities) noexcept nogil:
    cdef const Followed* followed = <const Followed*> scratch
    average(<const Rules*> rules, followed.path, followed.level, utilities)


cdef void begin(const void* rules, const void* model, void* scratch,
                const void* memory) noexcept nogil:
    cdef Followed* followed = <Followed*> scratch
    followed.path = (<const State*> memory).path
    followed.level = (<const State*> memory).level


cdef void step(const void* rules, const void* model, void* scratch, action_t action,
               const void* memory) noexcept nogil:
    cdef Followed* followed = <Followed*> scratch
    followed.path = followed.path << 1 | (action == 1)
    followed.level += 1


def averaging(followed=False):
    cdef Evaluator evaluator = Evaluator(
        model=NULL, scratch_bytes=sizeof(Followed), estimates=0, prior=NULL,
        value=average_of_state, estimate=NULL, begin=NULL, step=NULL)
    if followed:
        evaluator.value = average_of_scratch
        evaluator.begin = begin
        evaluator.step = step
    return evaluator_table("payoffs", evaluator)


def start(payoffs, secret=(), weights=(), passes=()):
    """The game with these payoffs, 2^n triples in 0..1 by path, and n levels.

    `secret` names the levels whose choices are not shown; `weights` gives the prior's weight of
    RIGHT at each level, 1 where it is short; `passes` names the levels that have a pass.
    """
    cdef Payoffs owner = Payoffs()
    cdef GameTable table = GameTable.__new__(GameTable)
    cdef State state
    owner.rules.levels = len(payoffs).bit_length() - 1
    if len(payoffs) != 1 << owner.rules.levels or not 1 <= owner.rules.levels <= MAX_LEVELS:
        raise ValueError(f"{len(payoffs)} payoffs, expected a power of two from 2 to 64")
    for path, triple in enumerate(payoffs):
        for seat, payoff in enumerate(triple):
            owner.rules.payoff[path][seat] = payoff
    for level in range(MAX_LEVELS):
        owner.rules.weight[level] = weights[level] if level < len(weights) else 1
    for level in secret:
        owner.rules.secret |= 1 << level
    for level in passes:
        owner.rules.passes |= 1 << level
    memset(&state, 0, sizeof(State))
    table.owner = owner
    table.game = GameFunctions(
        rules=&owner.rules, state_bytes=sizeof(State), view_bytes=sizeof(View), players=SEATS,
        to_move=to_move, window=NULL, legal=legal, observed=observed, apply=apply, view=view,
        sample=sample, hidden=hidden, horizon=horizon, result=result)
    table.name = "payoffs"
    table.evaluator = evaluator_table(table.name, Evaluator(
        model=NULL, scratch_bytes=0, estimates=0, prior=prior, value=value, estimate=NULL,
        begin=NULL, step=NULL))
    return toy_state(table, &state)
