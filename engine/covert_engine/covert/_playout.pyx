"""Games played in C alone, at random or from a record, to measure the engine's speed."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from covert_engine.covert.rules._apply cimport apply, settle
from covert_engine.covert.cards._compiled cimport NONE, CardSet, CompiledSet
from covert_engine.covert.rules._deal cimport deal
from covert_engine.covert.rules._state cimport MAX_LEGAL, State
from covert_engine.random._splitmix cimport below, draw
from covert_engine.search._stop cimport cpu_now
from covert_engine.input.errors import IllegalActionError


cdef int64_t playout(const CardSet* cards, State* state, uint64_t key) noexcept nogil:
    cdef uint32_t acts[MAX_LEGAL]
    cdef int64_t decisions = 0
    cdef int32_t count = settle(cards, state, acts, False)
    while count:
        apply(cards, state, acts[below(draw(&key), count)])
        decisions += 1
        count = settle(cards, state, acts, False)
    return decisions


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
            spent = (cpu_now() - start) * 1e-9
    finally:
        free(known)
    if played < decisions:
        raise IllegalActionError(f"action {played} of the game is not legal")
    return spent
