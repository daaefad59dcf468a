"""Where the worlds of a search come from, if not from the game: the table of a belief.

The game deals every world that agrees with a view with the same chance. A belief deals them by how
likely it thinks them, from what has been seen in the game.
"""

from libc.stdint cimport int32_t, uint64_t


cdef struct Belief:
    const void* model        # read-only; passed to every function
    int32_t scratch_bytes    # size of the scratch memory, which is all zero at first
    # works out from a view, once a search, what `sample` needs
    void (*prepare)(const void* rules, const void* model, const void* view,
                    void* scratch) noexcept nogil
    # deals a world that agrees with that view: a function of (view, key) alone. NULL: there is no
    # belief, and the game deals
    void (*sample)(const void* rules, const void* model, const void* scratch, const void* view,
                   uint64_t key, void* state) noexcept nogil


cdef class BeliefTable:
    """A belief as the search sees it: the table, and what keeps its memory alive."""
    cdef Belief belief
    cdef readonly str game           # name of the game it is of
    cdef readonly object owner       # keeps `belief.model` alive
