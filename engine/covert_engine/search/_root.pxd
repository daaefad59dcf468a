"""The start of every search: a view, a key of all chance, the actions to choose among."""

from libc.stdint cimport int32_t, uint64_t

from covert_engine.search._belief cimport Belief
from covert_engine.search._game cimport MAX_ACTIONS, GameFunctions, GameTable, action_t


cdef struct Source:          # source of a search's worlds
    GameFunctions game
    Belief belief
    void* scratch            # the belief's, prepared for the view
    void* view               # a copy
    int32_t seat             # the searching seat

cdef class Root:
    """One decision to search: a copy of a view, a key of all chance, the actions to choose among.

    `only` and `avoid` restrict the actions that a search expands. `choices` replace them: any legal
    actions, even such as a search does not expand.
    """
    cdef GameTable table             # keeps `game.rules` alive
    cdef object belief               # keeps its model alive
    cdef GameFunctions game
    cdef Source source
    cdef uint64_t key                # from the view's bytes and the seed
    cdef readonly int32_t seat       # the searching seat
    cdef int32_t count               # actions to choose among
    cdef action_t choices[MAX_ACTIONS]
    cdef int believe(self, belief) except -1
    cdef int find_choices(self) except -1
    cdef int restrict(self, only, avoid) except -1
    cdef int take(self, actions) except -1


# Deals the world of `key` into `state`. In debug builds it returns False if the view of that world
# is not the original view (`other` has space for a view); else it trusts the game.
cdef bint deal(const Source* source, uint64_t key, void* state, void* other) noexcept nogil
