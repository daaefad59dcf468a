"""The table of a belief: a source of worlds other than the game.

The game deals every world that agrees with a view with the same probability. A belief deals them by
their likelihood, judged from the game so far.
"""

from libc.stdint cimport int32_t, uint64_t


cdef struct Belief:
    const void* model        # read-only; passed to every function
    int32_t scratch_bytes    # size of the scratch memory, which is all zero at first
    # prepares for `sample`, from a view, once a search
    void (*prepare)(const void* rules, const void* model, const void* view,
                    void* scratch) noexcept nogil
    # deals a world that agrees with that view: a function of (view, key) alone. NULL: no belief, so
    # that the game deals
    void (*sample)(const void* rules, const void* model, const void* scratch, const void* view,
                   uint64_t key, void* state) noexcept nogil


cdef class BeliefTable:
    """A belief for the search: the table, and the owner of its memory."""
    cdef Belief belief
    cdef readonly str game           # name of its game
    cdef readonly object owner       # keeps `belief.model` alive
