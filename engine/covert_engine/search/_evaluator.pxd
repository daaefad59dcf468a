"""The second table of C functions a search works through: what judges actions and positions.

Rules pass no judgement; an evaluator does, by hand-made figures, evenly, or by what was learned.
States are const to it. What it works out about one it may keep in its scratch memory, of which
every lane of a search has its own. What it writes must not depend on what it finds there, unless
`begin` and `step` have brought it up to date.
"""

from libc.stdint cimport int32_t, uint32_t

ctypedef uint32_t action_t

cdef enum:
    MAX_ESTIMATES = 28       # figures of `estimate`, of all seats together, at most


cdef struct Evaluator:
    const void* model        # read-only; passed to every function
    int32_t scratch_bytes    # size of the scratch memory, which is all zero at first
    int32_t estimates        # figures a seat that `estimate` writes; 0: there is no `estimate`
    # weights (> 0, any scale) of the given actions, a cheap policy; returns their sum, added up in
    # the order of the actions. NULL: all actions weigh the same
    double (*prior)(const void* rules, const void* model, void* scratch, const void* state,
                    const action_t* actions, int32_t count, float* weights) noexcept nogil
    # utilities of all seats, 0..1, of a state that is not over; there is room for MAX_PLAYERS
    void (*value)(const void* rules, const void* model, void* scratch, const void* state,
                  float* utilities) noexcept nogil
    # further figures of a state, over or not, averaged for each action of the root: the chances to
    # win of all seats, before which others may stand (Covert: the final scores); NULL where
    # `estimates` is 0
    void (*estimate)(const void* rules, const void* model, void* scratch, const void* state,
                     float* figures) noexcept nogil
    # for what can be carried from state to state, such as the first layer of a network; NULL
    # both, or neither. `begin` is called with each world as it is dealt, `step` after each action
    # played in it, with all that was forced after it: the other functions then see that state
    void (*begin)(const void* rules, const void* model, void* scratch,
                  const void* state) noexcept nogil
    void (*step)(const void* rules, const void* model, void* scratch, action_t action,
                 const void* state) noexcept nogil


cdef class EvaluatorTable:
    """An evaluator as the search sees it: the table, and what keeps its memory alive."""
    cdef Evaluator evaluator
    cdef readonly str game           # name of the game it judges; None: any
    cdef readonly object owner       # keeps `evaluator.model` alive


cdef EvaluatorTable evaluator_table(str game, Evaluator evaluator)
