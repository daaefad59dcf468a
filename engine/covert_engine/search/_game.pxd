"""The table of a game: the search knows no game, and works through these C functions.

States, views and actions are plain memory, 8-byte aligned. A function gets `rules`, the game's
read-only tables, first. Nothing here allocates, touches Python or holds the GIL.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.random._splitmix cimport keyed, mix
from covert_engine.search._evaluator cimport EvaluatorTable, action_t

cdef enum:
    MAX_PLAYERS = 14         # seats a search can distinguish
    MAX_ACTIONS = 256        # legal actions of one decision, at most
    NOBODY = -1              # as an observer: nobody watches; as a seat to move: the game is over


cdef struct GameFunctions:
    const void* rules        # passed as the first argument of every function
    int32_t state_bytes      # size of a state
    int32_t view_bytes       # size of a view; views are compared and hashed whole, padding is zero
    int32_t players
    # seat to decide; NOBODY when the game is over
    int32_t (*to_move)(const void* rules, const void* state) noexcept nogil
    # 0 where seats decide one after the other. Else a number, rising in the course of the game, of
    # the window in which several seats make sealed choices: one after the other in the order of
    # `to_move`, each once, none knowing the others' choices; in a world dealt from a seat's view
    # that seat first. Views, `legal` and priors do not depend on choices already made by others.
    # NULL: always 0
    uint32_t (*window)(const void* rules, const void* state) noexcept nogil
    # writes the actions that a search may expand, returns their number; 0 when the game is over, or
    # where a hand that was dealt cannot pay its due. `apply` takes forced steps, so 1 is rare
    # (Covert: a forced step of another seat that the observer sees without seeing that it is
    # forced; so the node is the same in every world)
    int32_t (*legal)(const void* rules, const void* state, action_t* actions) noexcept nogil
    # the view that `observer` has of `action` as it is taken: equal keys look the same; 0: the
    # observer sees nothing at all, not even that there was a decision. A seat's own actions have
    # different keys
    uint64_t (*observed)(const void* rules, const void* state, action_t action,
                         int32_t observer) noexcept nogil
    # plays a legal action and all forced steps after it, up to the next decision or the end;
    # returns `seen` with everything else that `observer` sees on the way (chance) folded in by
    # `fold`, event by event, and unchanged if there is nothing. So the key of a series of events
    # does not depend on unseen decisions between them. With NOBODY the game may skip this; the
    # result then means nothing
    uint64_t (*apply)(const void* rules, void* state, action_t action, int32_t observer,
                      uint64_t seen) noexcept nogil
    # writes the view of `seat`
    void (*view)(const void* rules, const void* state, int32_t seat, void* view) noexcept nogil
    # deals a world that agrees with the view: a function of (view, key) alone
    void (*sample)(const void* rules, const void* view, uint64_t key, void* state) noexcept nogil
    # a hash of everything hidden in `state` now, the same for worlds that differ only in chance to
    # come. It serves only to count distinct worlds
    uint64_t (*hidden)(const void* rules, const void* state) noexcept nogil
    # a stamp that changes where a simulation may stop and be valued (Covert: the round)
    int32_t (*horizon)(const void* rules, const void* state) noexcept nogil
    # utilities of all seats, 0..1, of a state that is over
    void (*result)(const void* rules, const void* state, float* utilities) noexcept nogil


cdef struct FactFunctions:   # facts of a game's states, beside the search: `_facts.pxd`
    # facts of a state, over or not, for the seat of `view`, the root's; returns their number, which
    # depends on the view alone. NULL: the game has none
    int32_t (*measure)(const void* rules, const void* view, const void* state,
                       float* facts) noexcept nogil
    int32_t hands            # of a state; 0 where `hold` is NULL
    # the cards in each hand of a state, as bits
    void (*hold)(const void* rules, const void* state, uint64_t* hands) noexcept nogil


cdef inline uint64_t fold(uint64_t seen, uint64_t event) noexcept nogil:
    """Return the key of `event` (not 0) seen after everything in `seen`; never 0."""
    cdef uint64_t key = (seen ^ seen >> 32) * <uint64_t> 0x9E3779B97F4A7C15 + event
    key = (key ^ key >> 29) * <uint64_t> 0xBF58476D1CE4E5B9
    key ^= key >> 32
    return key if key else 1


cdef inline uint64_t key_of(uint64_t key, uint64_t index) noexcept nogil:
    """Return the key of the `index`-th thing under `key`."""
    return keyed(key, index + 1)


cdef inline uint64_t hash_bytes(const void* memory, size_t size, uint64_t seed) noexcept nogil:
    """Hash `size` bytes, read as 64-bit words; zeros fill the last one."""
    cdef const uint8_t* bytes = <const uint8_t*> memory
    cdef uint64_t key = fold(mix(seed), size + 1)
    cdef uint64_t word
    cdef size_t at = 0
    while at + 8 <= size:
        memcpy(&word, bytes + at, 8)
        key = fold(key, word)
        at += 8
    if at < size:
        word = 0
        memcpy(&word, bytes + at, size - at)
        key = fold(key, word)
    return mix(key)


cdef class GameTable:
    """A game for the search: the table, and the owner of its memory."""
    cdef GameFunctions game
    cdef FactFunctions facts         # all NULL where the game has none
    cdef readonly str name           # of the game
    cdef readonly object owner       # keeps `game.rules` alive
    cdef readonly EvaluatorTable evaluator  # judges unless the caller names another


cdef class Position:
    """A position of a game as plain memory; the base class of states and views."""
    cdef const void* address(self) noexcept      # of the memory
    cdef size_t size(self) noexcept              # bytes of it
    cdef bytes setting(self)                     # identifies the game's cards and options
    cdef tuple origin(self)                      # arguments of `from_bytes` before the bytes
    cpdef GameTable table(self)


cdef class SearchView(Position):
    """The knowledge of one seat, for the search; the base class of every game's view."""
    cdef int32_t own_seat(self) noexcept         # the seat of the view
    cdef int32_t seat_to_move(self) noexcept     # as far as that seat knows; else NOBODY


cdef class GameState(Position):
    """A state that knows everything; the base class of every game's states."""
    cdef bint ended(self)                        # 1 if the game is over
    cdef bint same(self, GameState other)        # 1 if equal; both are of one class and setting
    cdef GameState empty(self)                   # a state of the same setting, to be overwritten
    cdef void load(self, void* searched) noexcept    # writes it as the search holds it, after
                                                     # forced steps; it begins with `size` bytes
    # plays to the end as `playout` does, here among the actions that a search expands
    cdef int64_t play_evenly(self, uint64_t key) except -1


# Returns a key; ValueError unless it is 0..2^64-1.
cdef uint64_t checked_key(key) except? 0
