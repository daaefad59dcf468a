"""What a game costs alone, without a search: random games, copies, views, worlds, simulations."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from covert_engine.search._stop cimport cpu_now
from covert_engine.random._splitmix cimport mix
from covert_engine.search._game cimport (
    GameFunctions, GameState, GameTable, MAX_PLAYERS, SearchView, key_of
)
from covert_engine.search._root cimport Root
from covert_engine.search._simulation cimport (
    Horizon, Simulator, first_horizon, simulate, simulator_free, simulator_init
)
from covert_engine.search._evaluator import UNIFORM
from covert_engine.search.errors import SearchError
from covert_engine.search.parameters import SearchParams


def measure_playouts(deal, int games, uint64_t seed=1):
    cdef GameState state
    cdef int64_t decisions = 0, spent = 0, start
    cdef int64_t rounds = 0
    cdef int game
    for game in range(games):
        state = deal(seed + game)
        start = cpu_now()
        decisions += state.play_evenly(mix(seed + game))
        spent += cpu_now() - start
        rounds += state.round
    return {"games": games, "decisions": decisions, "rounds": rounds, "seconds": spent * 1e-9}


def measure_copies(GameState state not None, int copies):
    cdef size_t size = state.size()
    cdef char* states = <char*> malloc(64 * size)
    cdef int64_t start, spent
    cdef int i
    if states == NULL:
        raise MemoryError
    for i in range(64):
        memcpy(states + i * size, state.address(), size)
    with nogil:
        start = cpu_now()
        for i in range(copies):
            memcpy(states + (i & 63) * size, states + (i + 17 & 63) * size, size)
        spent = cpu_now() - start
    free(states)
    return {"bytes": size, "seconds": spent * 1e-9}


def measure_worlds(GameState state not None, int worlds):
    cdef GameTable table = state.table()
    cdef const GameFunctions* game = &table.game
    cdef char* memory = <char*> malloc(game.state_bytes + game.view_bytes)
    cdef char* view = memory + game.state_bytes
    cdef int64_t start, viewed, dealt
    cdef int i
    if memory == NULL:
        raise MemoryError
    state.load(memory)
    with nogil:
        start = cpu_now()
        for i in range(worlds):
            game.view(game.rules, memory, i % game.players, view)
        viewed = cpu_now()
        for i in range(worlds):
            game.sample(game.rules, view, i, memory)
        dealt = cpu_now()
    free(memory)
    return {"bytes": game.view_bytes, "view_seconds": (viewed - start) * 1e-9,
            "world_seconds": (dealt - viewed) * 1e-9}


cdef void no_result(const void* rules, const void* state, float* utilities) noexcept nogil:
    """Value a finished game at no cost."""


cdef void no_value(const void* rules, const void* model, void* scratch, const void* state,
                   float* utilities) noexcept nogil:
    """Value a leaf at no cost."""


def simulated_decisions(SearchView view not None, int simulations, int worlds, seed=0,
                        int horizon=0):
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
