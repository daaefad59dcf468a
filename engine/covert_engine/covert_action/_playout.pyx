"""Posteriors computed in C alone, to measure their speed."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from covert_engine.covert_action.evaluation._posterior cimport (
    Belief, Posterior, Weights, sum_up, weigh_rows
)
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.rules._apply cimport apply
from covert_engine.covert_action.rules._deal cimport new_game
from covert_engine.covert_action.rules._flow cimport begin_round
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport MAX_SEATS, Rules, Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, TALK, WINDOW, State
from covert_engine.random._splitmix cimport below, draw
from covert_engine.search._stop cimport cpu_now


cdef double seconds_since(int64_t start) noexcept nogil:
    return (cpu_now() - start) * 1e-9


cdef void begin(const Rules* rules, State* state, uint64_t seed) noexcept nogil:
    new_game(rules, state, seed)
    begin_round(rules, state, NULL)


TRUTH_BYTES = sizeof(State) - sizeof((<State*> NULL).public.said)


def measure_posteriors(Settings settings not None, Belief belief not None, int posteriors=100_000):
    """Compute the posteriors of all seats in the last window of a first stretch, in which all have
    spoken at random and held; return their number, the statements, and CPU seconds for as many
    posteriors with all figures, and for the weights of rows alone, which are what a search
    needs."""
    cdef const Rules* rules = &settings.rules
    cdef uint32_t acts[MAX_LEGAL]
    cdef View views[MAX_SEATS]
    cdef Weights weights
    cdef Posterior posterior
    cdef State state
    cdef int32_t count
    cdef uint64_t key = 1
    cdef int64_t start
    cdef double weighed, summed
    cdef int i, seat, t, statements = 0
    begin(rules, &state, 1)
    while state.public.phase != WINDOW or state.public.beat < rules.beats:
        count = legal(rules, &state, acts)
        apply(rules, &state, acts[below(draw(&key), count) if state.public.phase == TALK else 0],
              NULL)
    for seat in range(rules.players):
        observe(rules, &state, seat, &views[seat])
        for t in range(state.public.t):
            statements += state.public.said[t][seat] != 0
    with nogil:
        start = cpu_now()
        for i in range(posteriors):
            weigh_rows(rules, &belief.memory, &views[i % rules.players], &weights)
        weighed = seconds_since(start)
        for i in range(posteriors):
            weigh_rows(rules, &belief.memory, &views[i % rules.players], &weights)
            sum_up(rules, &views[i % rules.players], &weights, &posterior)
        summed = seconds_since(start)
    return {"posteriors": posteriors, "statements": statements, "weights_seconds": weighed,
            "seconds": summed - weighed}
