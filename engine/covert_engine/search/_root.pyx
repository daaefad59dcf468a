"""The root of a search, checked."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from covert_engine.random._splitmix cimport unit
from covert_engine.search._belief cimport BeliefTable
from covert_engine.search._exponential cimport exponential
from covert_engine.search._game cimport (
    MAX_ACTIONS, GameFunctions, SearchView, hash_bytes, key_of
)
from covert_engine.search.errors import SearchError

cdef extern from *:
    """
    #ifdef NDEBUG
    #define CHECK_WORLDS 0
    #else
    #define CHECK_WORLDS 1
    #endif
    """
    const int CHECK_WORLDS

CHECKS_WORLDS = bool(CHECK_WORLDS)

cdef uint64_t OF_THE_CHOICE = <uint64_t> 1 << 48  # number of its key, above those of worlds
cdef double PLAUSIBLE = 3.0                       # temperatures; there the weight is 1/20


cdef bint deal(const Source* source, uint64_t key, void* state, void* other) noexcept nogil:
    cdef const GameFunctions* game = &source.game
    if source.belief.sample == NULL:
        game.sample(game.rules, source.view, key, state)
    else:
        source.belief.sample(game.rules, source.belief.model, source.scratch, source.view, key,
                             state)
    if CHECK_WORLDS:
        game.view(game.rules, state, source.seat, other)
        return memcmp(source.view, other, game.view_bytes) == 0
    return True


cdef class Root:

    def __cinit__(self, SearchView view not None, seed, only=None, avoid=None, belief=None,
                  choices=None):
        cdef const void* memory = view.address()
        self.table = view.table()
        self.game = self.table.game
        if memory == NULL or self.game.state_bytes <= 0:
            raise TypeError(f"{type(view).__name__} is not the view of a game")
        self.seat = view.own_seat()
        if view.seat_to_move() != self.seat:
            raise SearchError("view", view, f"a view in which its own seat {self.seat} decides")
        if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise SearchError("seed", seed, "an integer in 0..2^64-1")
        self.source.game = self.game
        self.source.seat = self.seat
        self.source.view = malloc(self.game.view_bytes)
        if self.source.view == NULL:
            raise MemoryError
        memcpy(self.source.view, memory, self.game.view_bytes)
        self.key = hash_bytes(self.source.view, self.game.view_bytes, seed)
        self.believe(belief)
        if choices is None:
            self.find_choices()
            self.restrict(only, avoid)
        else:
            self.take(choices)

    def __dealloc__(self):
        free(self.source.view)
        free(self.source.scratch)

    cdef int believe(self, belief) except -1:
        """Prepare the belief for the view; without one the game deals the worlds."""
        cdef BeliefTable table = belief
        if table is None:
            return 0
        if table.game != self.table.name:
            raise SearchError("params.belief", table, f"a belief of {self.table.name}")
        self.belief = table
        self.source.scratch = calloc(1, max(1, table.belief.scratch_bytes))
        if self.source.scratch == NULL:
            raise MemoryError
        table.belief.prepare(self.game.rules, table.belief.model, self.source.view,
                             self.source.scratch)
        self.source.belief = table.belief
        return 0

    cdef int find_choices(self) except -1:
        """Make the legal actions. They follow from the view, so any of its worlds has them."""
        cdef void* state = malloc(self.game.state_bytes)
        cdef void* other = malloc(self.game.view_bytes)
        cdef bint agrees
        try:
            if state == NULL or other == NULL:
                raise MemoryError
            agrees = deal(&self.source, key_of(self.key, 0), state, other)
            if not agrees:
                raise AssertionError("the view of a world is not the view it was dealt from")
            self.count = self.game.legal(self.game.rules, state, self.choices)
        finally:
            free(state)
            free(other)
        return 0

    cdef int restrict(self, only, avoid) except -1:
        legal = self.actions
        for field, actions in (("only", only), ("avoid", avoid)):
            for action in actions or ():
                if action not in legal:
                    raise SearchError(field, action, f"one of the legal actions {legal}")
        kept = [action for action in legal
                if (only is None or action in only) and (avoid is None or action not in avoid)]
        if not kept:
            field, actions = ("avoid", avoid) if only is None or len(only) else ("only", only)
            raise SearchError(field, actions, f"to leave at least one of the actions {legal}")
        return self.take(kept)

    cdef int take(self, actions) except -1:
        if not 0 < len(actions) <= MAX_ACTIONS:
            raise SearchError("choices", actions, f"1 to {MAX_ACTIONS} actions")
        self.count = len(actions)
        for i, action in enumerate(actions):
            self.choices[i] = action
        return 0

    def draw(self, values, double temperature):
        cdef double best = max(values)
        cdef double total = 0
        cdef double left
        weights = []
        for value in values:
            below = (best - value) / temperature
            weight = exponential(<float> -below) if below <= PLAUSIBLE else 0
            weights.append(weight)
            total += weight
        left = unit(key_of(self.key, OF_THE_CHOICE)) * total
        place = 0
        for i, weight in enumerate(weights):
            if weight:
                place = i
                if left < weight:
                    break
                left -= weight
        return place

    @property
    def players(self):
        return self.game.players

    @property
    def actions(self):
        return tuple([self.choices[i] for i in range(self.count)])
