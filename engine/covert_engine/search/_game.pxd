"""The search knows no game: it works through this one table of C functions.

States, views and actions are plain memory. A function gets `rules`, the game's read-only tables,
first. Nothing here allocates, touches Python or holds the GIL.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

ctypedef uint32_t action_t

cdef enum:
    MAX_PLAYERS = 4          # seats a search can tell apart
    MAX_ACTIONS = 256        # legal actions of one decision, at most


cdef struct Game:
    const void* rules        # passed as the first argument of every function
    int32_t state_bytes      # size of a state
    int32_t view_bytes       # size of a view
    int32_t players
    # seat to decide; -1 when the game is over
    int32_t (*to_move)(const void* rules, const void* state) noexcept nogil
    # writes the actions the search may expand, returns how many (at least 2, or 0 when over)
    int32_t (*legal)(const void* rules, const void* state, action_t* actions) noexcept nogil
    # what `observer` sees of `action` as it is taken: equal keys cannot be told apart;
    # 0: the observer sees nothing at all, not even that there was a decision
    uint64_t (*observed)(const void* rules, const void* state, action_t action,
                         int32_t observer) noexcept nogil
    # plays a legal action and all that is forced after it, up to the next decision or the end;
    # returns the key of what else `observer` sees on the way (chance), 0 for nothing
    uint64_t (*apply)(const void* rules, void* state, action_t action,
                      int32_t observer) noexcept nogil
    # what `seat` may know of `state`
    void (*view)(const void* rules, const void* state, int32_t seat, void* view) noexcept nogil
    # deals a world that agrees with the view: a function of (view, key) alone
    void (*sample)(const void* rules, const void* view, uint64_t key, void* state) noexcept nogil
    # weights (> 0, any scale) of the given actions by the game's own cheap policy
    void (*prior)(const void* rules, const void* state, const action_t* actions, int32_t count,
                  float* weights) noexcept nogil
    # a stamp that changes when a simulation should stop and be valued (Covert: the round)
    int32_t (*horizon)(const void* rules, const void* state) noexcept nogil
    # utilities of all seats, 0..1, of a state that is not over
    void (*value)(const void* rules, const void* state, float* utilities) noexcept nogil
    # utilities of all seats, 0..1, of a state that is over
    void (*result)(const void* rules, const void* state, float* utilities) noexcept nogil


cdef class GameTable:
    """A game as the search sees it: the table, and what keeps its memory alive."""
    cdef Game game
    cdef readonly object owner       # keeps `game.rules` alive


cdef class SearchView:
    """What one seat may know, as the search takes it. The base class of every game's view."""
    cdef const void* memory(self) noexcept
    cdef int32_t seat_to_move(self) noexcept
    cpdef GameTable table(self)
