"""Simulations reduced to the game's own cost, for the benchmark."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from covert_engine.search._clock cimport cpu_now
from covert_engine.search._game cimport GameFunctions, MAX_PLAYERS, SearchView
from covert_engine.search._keys cimport key_of
from covert_engine.search._root cimport Root
from covert_engine.search._simulation cimport (
    Horizon, Simulator, first_horizon, simulate, simulator_free, simulator_init
)
from covert_engine.search._evaluator import UNIFORM
from covert_engine.search.errors import SearchError
from covert_engine.search.parameters import SearchParams


cdef void no_result(const void* rules, const void* state, float* utilities) noexcept nogil:
    """Value a finished game at no cost."""


cdef void no_value(const void* rules, const void* model, void* scratch, const void* state,
                   float* utilities) noexcept nogil:
    """Value a leaf at no cost."""


def simulated_decisions(SearchView view not None, int simulations, int worlds, seed=0,
                        int horizon=0):
    """Play simulations from a view; return the decisions played and the CPU nanoseconds spent.

    Decisions are taken evenly at random, leaves are not valued, and the worlds are dealt before the
    clock starts: the time is that of making, choosing and applying legal actions.
    """
    cdef Root root = Root(view, seed)
    cdef Simulator simulator
    cdef const GameFunctions* game = &root.game
    cdef size_t size = game.state_bytes
    cdef char* pool
    cdef char* state
    cdef float utilities[MAX_PLAYERS]
    cdef Horizon until
    cdef uint64_t stream = root.key
    cdef int64_t decisions = 0, start, spent
    cdef int32_t i
    if worlds < 1:
        raise SearchError("worlds", worlds, "an integer from 1")
    params = SearchParams(evaluator=UNIFORM, horizon=horizon)
    pool = <char*> malloc(size * worlds)
    state = <char*> malloc(size)
    if pool == NULL or state == NULL:
        free(pool)
        free(state)
        raise MemoryError
    try:
        simulator_init(&simulator, root, params)
        simulator.evaluator.value = no_value
        simulator.game.result = no_result
        with nogil:
            for i in range(worlds):
                game.sample(game.rules, root.source.view, key_of(root.key, i), pool + i * size)
            start = cpu_now()
            for i in range(simulations):
                memcpy(state, pool + (i % worlds) * size, size)
                until = first_horizon(&simulator, state)
                decisions += simulate(&simulator, state, &until, &stream, utilities)
            spent = cpu_now() - start
    finally:
        simulator_free(&simulator)
        free(pool)
        free(state)
    return decisions, spent
