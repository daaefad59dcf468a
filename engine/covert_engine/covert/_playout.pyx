"""Games played in C alone, at random or from a record, to measure the engine's speed."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from covert_engine.covert.rules._apply cimport apply, settle
from covert_engine.covert.cards._compiled cimport MAX_SEATS, NONE, CardSet, CompiledSet
from covert_engine.covert.rules._deal cimport deal
from covert_engine.covert.rules._state cimport MAX_LEGAL, State
from covert_engine.covert.knowledge._view cimport View, observe
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.random._splitmix cimport below, draw, mix
from covert_engine.search._clock cimport cpu_now
from covert_engine.input.errors import IllegalActionError


cdef double seconds_since(int64_t start) noexcept nogil:
    return (cpu_now() - start) * 1e-9


cdef int check_players(int players) except -1:
    if not 2 <= players <= MAX_SEATS:
        raise ValueError(f"players: {players}; expected 2 to {MAX_SEATS}")
    return 0


cdef int64_t playout(const CardSet* cards, State* state, uint64_t key) noexcept nogil:
    cdef uint32_t acts[MAX_LEGAL]
    cdef int64_t decisions = 0
    cdef int32_t count = settle(cards, state, acts, False)
    while count:
        apply(cards, state, acts[below(draw(&key), count)])
        decisions += 1
        count = settle(cards, state, acts, False)
    return decisions


def measure_playouts(CompiledSet cards not None, int players, int games, uint64_t seed=1) -> dict:
    """Play `games` whole random games; return games, decisions, rounds and CPU seconds. ValueError
    for an impossible number of players."""
    check_players(players)
    cdef State state
    cdef int64_t decisions = 0
    cdef int64_t rounds = 0
    cdef int64_t start
    cdef double spent
    cdef int game
    with nogil:
        start = cpu_now()
        for game in range(games):
            deal(&cards.tables, &state, players, seed + game, NULL, NONE)
            decisions += playout(&cards.tables, &state, mix(seed + game))
            rounds += state.public.round
        spent = seconds_since(start)
    return {"games": games, "decisions": decisions, "rounds": rounds, "seconds": spent}


cdef int64_t replay(const CardSet* cards, State* state, const uint32_t* actions,
                    int64_t decisions) noexcept nogil:
    """Play a game of known actions, making the legal actions at each decision; return the number of
    decisions, or the number of the first illegal action (from 0)."""
    cdef uint32_t acts[MAX_LEGAL]
    cdef int64_t number = 0
    cdef int32_t i, count = settle(cards, state, acts, False)
    while count and number < decisions:
        i = 0
        while i < count and acts[i] != actions[number]:
            i += 1
        if i == count:
            break
        apply(cards, state, acts[i])
        number += 1
        count = settle(cards, state, acts, False)
    return number


def measure_replay(CompiledSet cards not None, int players, uint64_t seed, actions, int times=1):
    """Replay the game of that seed and those actions many times; return CPU seconds.

    At each decision it makes the legal actions and looks up the action to play among them.
    """
    cdef State state
    cdef int64_t start
    cdef double spent
    cdef int64_t decisions = len(actions), played = 0
    cdef uint32_t* known = <uint32_t*> malloc(max(1, decisions) * sizeof(uint32_t))
    cdef int i
    if known == NULL:
        raise MemoryError
    try:
        for i, action in enumerate(actions):
            known[i] = action
        with nogil:
            start = cpu_now()
            for i in range(times):
                deal(&cards.tables, &state, players, seed, NULL, NONE)
                played = replay(&cards.tables, &state, known, decisions)
                if played < decisions:
                    break
            spent = seconds_since(start)
    finally:
        free(known)
    if played < decisions:
        raise IllegalActionError(f"action {played} of the game is not legal")
    return spent


def measure_copies(CompiledSet cards not None, int copies=1_000_000) -> dict:
    """Copy a state many times; return the number of copies, bytes and CPU seconds."""
    cdef State states[64]
    cdef int64_t start
    cdef double spent
    cdef int i
    deal(&cards.tables, &states[0], 4, 1, NULL, NONE)
    for i in range(1, 64):
        states[i] = states[0]
    with nogil:
        start = cpu_now()
        for i in range(copies):
            memcpy(&states[i & 63], &states[(i + 17) & 63], sizeof(State))
        spent = seconds_since(start)
    return {"copies": copies, "bytes": sizeof(State), "seconds": spent}


def measure_worlds(CompiledSet cards not None, int players=4, int worlds=200_000) -> dict:
    """Deal worlds from the middle of a random game; return the number of worlds, the bytes of a
    view, and CPU seconds for as many views and for as many worlds. ValueError for an impossible
    number of players."""
    check_players(players)
    cdef uint32_t acts[MAX_LEGAL]
    cdef State state, world
    cdef View view
    cdef int32_t count
    cdef uint64_t key = 1
    cdef int64_t start
    cdef double viewed, dealt
    cdef int i
    deal(&cards.tables, &state, players, 1, NULL, NONE)
    count = settle(&cards.tables, &state, acts, False)
    while count and state.public.round < 20:
        apply(&cards.tables, &state, acts[below(draw(&key), count)])
        count = settle(&cards.tables, &state, acts, False)
    with nogil:
        start = cpu_now()
        for i in range(worlds):
            observe(&cards.tables, &state, i % players, &view)
        viewed = seconds_since(start)
        for i in range(worlds):
            sample(&cards.tables, &view, i, &world)
        dealt = seconds_since(start)
    return {"worlds": worlds, "bytes": sizeof(View), "view_seconds": viewed,
            "world_seconds": dealt - viewed}
