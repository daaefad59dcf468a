"""The search knows no game: it works through this table of C functions, and an evaluator's.

States, views and actions are plain memory, 8-byte aligned. A function gets `rules`, the game's
read-only tables, first. Nothing here allocates, touches Python or holds the GIL.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

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
    # 0 where seats decide one after the other. Else the number, counted up in the course of the
    # game, of the window in which several seats decide at once and sealed: one after the other as
    # `to_move` has it, each once, none knowing of the others' choices; in a world dealt from a
    # seat's view that seat first. Views, `legal` and priors say nothing of choices already made by
    # others. NULL: always 0
    uint32_t (*window)(const void* rules, const void* state) noexcept nogil
    # writes the actions the search may expand, returns how many; 0 when the game is over, or
    # where a hand that was dealt cannot pay what it has to. `apply` takes forced steps, so 1 is rare
    # (Covert: a step of another seat that is seen, while that it was forced is not, so that its
    # node is the same in every world)
    int32_t (*legal)(const void* rules, const void* state, action_t* actions) noexcept nogil
    # what `observer` sees of `action` as it is taken: equal keys cannot be distinguished;
    # 0: the observer sees nothing at all, not even that there was a decision.
    # A seat's own actions have keys of their own
    uint64_t (*observed)(const void* rules, const void* state, action_t action,
                         int32_t observer) noexcept nogil
    # plays a legal action and all that is forced after it, up to the next decision or the end;
    # returns `seen` with what else `observer` sees on the way (chance) folded in, event by event
    # in their order by `fold`, and unchanged if there is nothing. So the key of a stretch of
    # events does not depend on where decisions that cannot be seen cut it. With NOBODY the game
    # may skip all of that, and what it returns means nothing
    uint64_t (*apply)(const void* rules, void* state, action_t action, int32_t observer,
                      uint64_t seen) noexcept nogil
    # what `seat` may know of `state`
    void (*view)(const void* rules, const void* state, int32_t seat, void* view) noexcept nogil
    # deals a world that agrees with the view: a function of (view, key) alone
    void (*sample)(const void* rules, const void* view, uint64_t key, void* state) noexcept nogil
    # a hash of what is hidden in `state` now: worlds that differ only in chance still to come
    # have the same. It only serves to count distinct worlds
    uint64_t (*hidden)(const void* rules, const void* state) noexcept nogil
    # a stamp that changes when a simulation should stop and be valued (Covert: the round)
    int32_t (*horizon)(const void* rules, const void* state) noexcept nogil
    # utilities of all seats, 0..1, of a state that is over
    void (*result)(const void* rules, const void* state, float* utilities) noexcept nogil


cdef struct FactFunctions:   # what a game has to say of its states beside the search: `_facts.pxd`
    # facts of a state, over or not, to the seat whose `view` the root is; returns how many, which
    # follows from the view. NULL: the game has none
    int32_t (*measure)(const void* rules, const void* view, const void* state,
                       float* facts) noexcept nogil
    int32_t hands            # of a state; 0 where `hold` is NULL
    # the cards in each hand of a state, as bits
    void (*hold)(const void* rules, const void* state, uint64_t* hands) noexcept nogil


cdef inline uint64_t fold(uint64_t seen, uint64_t event) noexcept nogil:
    """The key of `event` (not 0) seen after all that `seen` stands for; never 0."""
    cdef uint64_t key = (seen ^ seen >> 32) * <uint64_t> 0x9E3779B97F4A7C15 + event
    key = (key ^ key >> 29) * <uint64_t> 0xBF58476D1CE4E5B9
    key ^= key >> 32
    return key if key else 1


cdef class GameTable:
    """A game as the search sees it: the table, and what keeps its memory alive."""
    cdef GameFunctions game
    cdef FactFunctions facts         # all NULL where the game has none
    cdef readonly str name           # of the game
    cdef readonly object owner       # keeps `game.rules` alive
    cdef readonly EvaluatorTable evaluator  # judges where the caller names no other


cdef class SearchView:
    """What one seat may know, as the search takes it. The base class of every game's view."""
    cdef const void* memory(self) noexcept
    cdef int32_t own_seat(self) noexcept         # whose view it is
    cdef int32_t seat_to_move(self) noexcept     # as far as that seat knows; NOBODY else
    cpdef GameTable table(self)
