"""Hidden teams: half of the seats are red, half blue, and each knows its own colour alone.

All but the last seat say in turn, in public, that they are RED or BLUE, true or not. The last seat
then shoots one of the others: if that is one of the other team the shooter's team wins, else the
other team. A shot at seat k is action k.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.search._belief cimport Belief, BeliefTable
from covert_engine.search._evaluator cimport Evaluator, EvaluatorTable, evaluator_table
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, action_t
from covert_engine.random._splitmix cimport draw, unit
from toys._toy cimport ToyState, toy_state

RED = 0
BLUE = 1


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    return state.spoken if state.target < 0 else NOBODY


cdef int32_t legal(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t last = (<const Rules*> rules).seats - 1
    cdef int32_t i, count = 2 if state.spoken < last else last
    if state.target >= 0:
        return 0
    for i in range(count):
        actions[i] = i
    return count


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    return action + 1


cdef uint64_t apply(const void* rules, void* memory, action_t action, int32_t observer,
                    uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    if state.spoken == (<const Rules*> rules).seats - 1:
        state.target = action
    else:
        state.said |= <uint32_t> (action == 0) << state.spoken
        state.spoken += 1
    return seen


cdef void view(const void* rules, const void* memory, int32_t seat, void* out) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef View* known = <View*> out
    known.red = state.red >> seat & 1
    known.said = state.said
    known.spoken = state.spoken
    known.target = state.target
    known.seat = seat


cdef inline double weight(const View* known, int32_t seat, uint32_t red, double truth) noexcept nogil:
    """How much what is known of a seat speaks for its colour."""
    if seat == known.seat:
        return red == known.red
    if seat >= known.spoken:
        return 1
    return truth if red == (known.said >> seat & 1) else 1


cdef void count_ways(int32_t seats, double truth, const View* known, Odds* odds) noexcept nogil:
    cdef int32_t seat, left
    for left in range(seats // 2 + 1):
        odds.ways[seats][left] = left == 0
    for seat in range(seats - 1, -1, -1):
        for left in range(seats // 2 + 1):
            odds.ways[seat][left] = weight(known, seat, 0, truth) * odds.ways[seat + 1][left]
            if left:
                odds.ways[seat][left] += (weight(known, seat, 1, truth)
                                          * odds.ways[seat + 1][left - 1])


cdef void deal_world(int32_t seats, double truth, const Odds* odds, const View* known, uint64_t key,
                     State* state) noexcept nogil:
    """Seat by seat, each colour by the weight of all ways to go on from there."""
    cdef uint64_t stream = key
    cdef int32_t seat, left = seats // 2
    cdef double red
    state.red = 0
    for seat in range(seats):
        red = weight(known, seat, 1, truth) * odds.ways[seat + 1][left - 1] if left else 0
        if unit(draw(&stream)) * odds.ways[seat][left] < red:
            state.red |= 1 << seat
            left -= 1
    state.said = known.said
    state.spoken = known.spoken
    state.target = known.target


cdef void sample(const void* rules, const void* memory, uint64_t key, void* out) noexcept nogil:
    cdef Odds odds
    count_ways((<const Rules*> rules).seats, 1, <const View*> memory, &odds)
    deal_world((<const Rules*> rules).seats, 1, &odds, <const View*> memory, key, <State*> out)


cdef void prepare(const void* rules, const void* model, const void* memory,
                  void* scratch) noexcept nogil:
    count_ways((<const Rules*> rules).seats, (<const double*> model)[0], <const View*> memory,
               <Odds*> scratch)


cdef void sample_by(const void* rules, const void* model, const void* scratch, const void* memory,
                    uint64_t key, void* out) noexcept nogil:
    deal_world((<const Rules*> rules).seats, (<const double*> model)[0], <const Odds*> scratch,
               <const View*> memory, key, <State*> out)


cdef class Honesty(BeliefTable):

    def __init__(self, double truth):
        self.truth = truth
        self.game = "teams"
        self.belief = Belief(model=&self.truth, scratch_bytes=sizeof(Odds), prepare=prepare,
                             sample=sample_by)


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).red


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    """By the colour of the seat that decides: another's would be a peek."""
    cdef const State* state = <const State*> memory
    cdef double total = 0
    cdef int32_t i
    for i in range(count):
        weights[i] = 1
        if state.spoken < (<const Rules*> rules).seats - 1:
            if (actions[i] == 0) == (state.red >> state.spoken & 1):
                weights[i] = (<const double*> model)[0]
        total += weights[i]
    return total


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    cdef int32_t seat
    for seat in range((<const Rules*> rules).seats):
        utilities[seat] = 0.5


cdef class Speaker(EvaluatorTable):

    def __init__(self, double truth):
        self.truth = truth
        self.game = "teams"
        self.evaluator = Evaluator(
            model=&self.truth, scratch_bytes=0, estimates=0, prior=prior, value=value,
            estimate=NULL, begin=NULL, step=NULL)


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    return 0


cdef void result(const void* rules, const void* memory, float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef int32_t last = (<const Rules*> rules).seats - 1
    cdef uint32_t shooter = state.red >> last & 1
    cdef uint32_t winner = shooter if (state.red >> state.target & 1) != shooter else 1 - shooter
    cdef int32_t seat
    for seat in range(last + 1):
        utilities[seat] = (state.red >> seat & 1) == winner


def deal(seats, red):
    cdef Teams owner = Teams()
    cdef GameTable table = GameTable.__new__(GameTable)
    cdef State state
    if seats not in range(4, MOST + 1, 2):
        raise ValueError(f"{seats!r} seats, expected 4, 6, ... {MOST}")
    if red >> seats or bin(red).count("1") != seats // 2:
        raise ValueError(f"red {red:b}, expected {seats // 2} of {seats} bits")
    owner.rules.seats = seats
    state.red = red
    state.said = 0
    state.spoken = 0
    state.target = -1
    table.owner = owner
    table.game = GameFunctions(
        rules=&owner.rules, state_bytes=sizeof(State), view_bytes=sizeof(View), players=seats,
        to_move=to_move, window=NULL, legal=legal, observed=observed, apply=apply, view=view,
        sample=sample, hidden=hidden, horizon=horizon, result=result)
    table.name = "teams"
    table.evaluator = evaluator_table(table.name, Evaluator(
        model=NULL, scratch_bytes=0, estimates=0, prior=NULL, value=value, estimate=NULL,
        begin=NULL, step=NULL))
    return toy_state(table, &state)
