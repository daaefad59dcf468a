"""The table of an evaluator, which judges actions and positions for a search.

Rules do not judge; an evaluator does, by hand-made figures, evenly, or by learned figures. It must
not change states. Each lane of a search has scratch memory for it, in which it may keep results;
its answers must not depend on what it finds there, unless `begin` and `step` have updated it.
"""

from libc.stdint cimport int32_t, uint32_t

ctypedef uint32_t action_t

cdef enum:
    MAX_ESTIMATES = 28       # figures of `estimate`, of all seats together, at most


cdef struct Evaluator:
    const void* model        # read-only; passed to every function
    int32_t scratch_bytes    # size of the scratch memory, which is all zero at first
    int32_t estimates        # figures a seat that `estimate` writes; 0: there is no `estimate`
    # writes weights (> 0, any scale) of the actions, a cheap policy; returns their sum, added up in
    # the order of the actions. NULL: all actions weigh the same
    double (*prior)(const void* rules, const void* model, void* scratch, const void* state,
                    const action_t* actions, int32_t count, float* weights) noexcept nogil
    # writes the utilities of all seats, 0..1, of a state that is not over; there is room for
    # MAX_PLAYERS
    void (*value)(const void* rules, const void* model, void* scratch, const void* state,
                  float* utilities) noexcept nogil
    # writes further figures of a state, over or not, which are averaged for each action of the
    # root: any figures of the game (Covert: the final scores), then the chances of all seats to
    # win; NULL where `estimates` is 0
    void (*estimate)(const void* rules, const void* model, void* scratch, const void* state,
                     float* figures) noexcept nogil
    # update what can be carried from state to state, such as the first layer of a network; NULL
    # both, or neither. `begin` is called with each new world, `step` after each action played in it
    # and the forced steps after that; the other functions then get that state
    void (*begin)(const void* rules, const void* model, void* scratch,
                  const void* state) noexcept nogil
    void (*step)(const void* rules, const void* model, void* scratch, action_t action,
                 const void* state) noexcept nogil


cdef class EvaluatorTable:
    """An evaluator for the search: the table, and the owner of its memory."""
    cdef Evaluator evaluator
    cdef readonly str game           # name of its game; None: any
    cdef readonly object owner       # keeps `evaluator.model` alive

    # Raises ValueError unless the evaluator has been set up and judges the states of that game.
    cdef int check(self, str game) except -1


cdef EvaluatorTable evaluator_table(str game, Evaluator evaluator)


cdef inline double weigh_by(const Evaluator* evaluator, const void* rules, void* scratch,
                            const void* state, const action_t* actions, int32_t count,
                            float* weights) noexcept nogil:
    """Write the evaluator's weights of the actions and return their sum."""
    cdef int32_t i
    if evaluator.prior != NULL:
        return evaluator.prior(rules, evaluator.model, scratch, state, actions, count, weights)
    for i in range(count):
        weights[i] = 1
    return count


cdef inline int32_t index_at(double rest, const float* weights, int32_t count) noexcept nogil:
    """Return the index of the weight in which `rest`, less than their sum, falls."""
    cdef int32_t drawn = 0, i
    for i in range(count - 1):           # to the end: a branch at the hit would be mispredicted
        rest -= weights[i]
        drawn += rest >= 0
    return drawn
