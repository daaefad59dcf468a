"""The root of a search, checked."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from covert_engine.search._game cimport MAX_ACTIONS, Game, SearchView, action_t
from covert_engine.search._keys cimport hash_bytes, key_of
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


cdef bint deal(const Game* game, const void* view, int32_t seat, uint64_t key, void* state,
               void* other) noexcept nogil:
    game.sample(game.rules, view, key, state)
    if CHECK_WORLDS:
        game.view(game.rules, state, seat, other)
        return memcmp(view, other, game.view_bytes) == 0
    return True


cdef class Root:

    def __cinit__(self, SearchView view not None, seed, only=None, avoid=None):
        cdef const void* memory = view.memory()
        self.table = view.table()
        self.game = self.table.game
        if memory == NULL or self.game.state_bytes <= 0:
            raise TypeError(f"{type(view).__name__} is not the view of a game")
        self.seat = view.own_seat()
        if view.seat_to_move() != self.seat:
            raise SearchError("view", view, f"a view in which its own seat {self.seat} decides")
        if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise SearchError("seed", seed, "an integer in 0..2^64-1")
        self.view = malloc(self.game.view_bytes)
        if self.view == NULL:
            raise MemoryError
        memcpy(self.view, memory, self.game.view_bytes)
        self.key = hash_bytes(self.view, self.game.view_bytes, seed)
        self.find_choices()
        self.restrict(only, avoid)

    def __dealloc__(self):
        free(self.view)

    cdef int find_choices(self) except -1:
        """The legal actions follow from the view, so any of its worlds has them."""
        cdef void* state = malloc(self.game.state_bytes)
        cdef void* other = malloc(self.game.view_bytes)
        cdef bint agrees
        try:
            if state == NULL or other == NULL:
                raise MemoryError
            agrees = deal(&self.game, self.view, self.seat, key_of(self.key, 0), state, other)
            if not agrees:
                raise AssertionError("the view of a world is not the view it was dealt from")
            self.count = self.game.legal(self.game.rules, state, self.choices)
        finally:
            free(state)
            free(other)
        return 0

    cdef int restrict(self, only, avoid) except -1:
        legal = self.actions
        for field, named in (("only", only), ("avoid", avoid)):
            for action in named or ():
                if action not in legal:
                    raise SearchError(field, action, f"one of the legal actions {legal}")
        kept = [action for action in legal
                if (only is None or action in only) and (avoid is None or action not in avoid)]
        if not kept:
            field, named = ("only", only) if avoid is None else ("avoid", avoid)
            raise SearchError(field, named, f"to leave at least one of the actions {legal}")
        self.count = len(kept)
        for i, action in enumerate(kept):
            self.choices[i] = action
        return 0

    @property
    def players(self):
        return self.game.players

    @property
    def actions(self):
        return tuple([self.choices[i] for i in range(self.count)])
