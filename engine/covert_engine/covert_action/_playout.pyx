"""Games played in C alone, at random, to measure the engine's speed."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert_action.evaluation._posterior cimport (
    Belief, Posterior, Weights, sum_up, weigh_rows
)
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.knowledge._worlds cimport sample
from covert_engine.covert_action.rules._apply cimport apply
from covert_engine.covert_action.rules._deal cimport new_game
from covert_engine.covert_action.rules._flow cimport begin_round
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport MAX_SEATS, Rules, Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, TALK, WINDOW, State
from covert_engine.random._splitmix cimport below, draw, mix
from covert_engine.search._clock cimport cpu_now


cdef double seconds_since(int64_t start) noexcept nogil:
    return (cpu_now() - start) * 1e-9


cdef int64_t playout(const Rules* rules, State* state, uint64_t key) noexcept nogil:
    cdef uint32_t acts[MAX_LEGAL]
    cdef int64_t decisions = 0
    cdef int32_t count = legal(rules, state, acts)
    while count:
        apply(rules, state, acts[below(draw(&key), count)], NULL)
        decisions += 1
        count = legal(rules, state, acts)
    return decisions


cdef void begin(const Rules* rules, State* state, uint64_t seed) noexcept nogil:
    new_game(rules, state, seed)
    begin_round(rules, state, NULL)


def measure_playouts(Settings settings not None, int games, uint64_t seed=1):
    """Play `games` whole random games; return games, decisions, rounds and CPU seconds."""
    cdef const Rules* rules = &settings.rules
    cdef State state
    cdef int64_t decisions = 0
    cdef int64_t rounds = 0
    cdef int64_t start
    cdef double spent
    cdef int game
    with nogil:
        start = cpu_now()
        for game in range(games):
            begin(rules, &state, seed + game)
            decisions += playout(rules, &state, mix(seed + game))
            rounds += state.public.round
        spent = seconds_since(start)
    return {"games": games, "decisions": decisions, "rounds": rounds, "seconds": spent}


def measure_copies(int copies=1_000_000):
    """Copy a state many times; return the number of copies, `bytes` of a state, `truth_bytes` of it
    without the statements, and CPU seconds."""
    cdef State states[64]
    cdef Settings settings = Settings(14)
    cdef int64_t start
    cdef double spent
    cdef int i
    begin(&settings.rules, &states[0], 1)
    for i in range(1, 64):
        states[i] = states[0]
    with nogil:
        start = cpu_now()
        for i in range(copies):
            memcpy(&states[i & 63], &states[(i + 17) & 63], sizeof(State))
        spent = seconds_since(start)
    return {"copies": copies, "bytes": sizeof(State),
            "truth_bytes": sizeof(State) - sizeof(states[0].public.said), "seconds": spent}


def measure_worlds(Settings settings not None, int worlds=200_000):
    """Deal worlds from the middle of a random game; return the number of worlds, the bytes of a
    view, and CPU seconds for as many views and for as many worlds."""
    cdef const Rules* rules = &settings.rules
    cdef uint32_t acts[MAX_LEGAL]
    cdef State state, world
    cdef View view
    cdef int32_t count
    cdef uint64_t key = 1
    cdef int64_t start
    cdef double viewed, dealt
    cdef int i
    begin(rules, &state, 1)
    count = legal(rules, &state, acts)
    while count and state.public.round < 4:
        apply(rules, &state, acts[below(draw(&key), count)], NULL)
        count = legal(rules, &state, acts)
    with nogil:
        start = cpu_now()
        for i in range(worlds):
            observe(rules, &state, i % rules.players, &view)
        viewed = seconds_since(start)
        for i in range(worlds):
            sample(rules, &view, i, &world)
        dealt = seconds_since(start)
    return {"worlds": worlds, "bytes": sizeof(View), "view_seconds": viewed,
            "world_seconds": dealt - viewed}


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
