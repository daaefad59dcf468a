"""One lane of the tree search: a tree, and everything needed to grow it without the GIL."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from covert_engine.search._distinct cimport Distinct
from covert_engine.search._evaluator cimport MAX_ESTIMATES, action_t
from covert_engine.search._game cimport MAX_ACTIONS, MAX_PLAYERS
from covert_engine.search._hands cimport Hands
from covert_engine.search._root cimport Root, Source
from covert_engine.search._simulation cimport Simulator
from covert_engine.search._stop cimport Flag
from covert_engine.search._tree cimport Tree, Visit

cdef enum:
    MAX_DEPTH = 512          # nodes of one path; below, the simulation takes over


cdef struct RootAction:      # results of this lane alone for an action of the root
    uint32_t edge            # its sums include those of the other lanes up to their last meeting
    uint32_t visits          # 0 before the first visit
    double prior             # summed over iterations
    double sum[MAX_PLAYERS]  # utilities, by seat
    double square[MAX_PLAYERS]       # their squares
    double estimates[MAX_ESTIMATES]  # summed over iterations


cdef struct Iteration:       # the arrays an iteration fills; here, so that stacks stay small
    action_t actions[MAX_ACTIONS]
    uint64_t keys[MAX_ACTIONS]
    float weights[MAX_ACTIONS]
    uint32_t node[MAX_DEPTH]
    uint32_t edge[MAX_DEPTH]
    int32_t depth            # pairs of node and edge on the path
    int32_t root_slot        # the root's action that was taken
    float utilities[MAX_PLAYERS]
    Visit visit


cdef struct Growth:          # a lane in plain memory
    Simulator simulator
    const Source* source     # of worlds; the root's
    int32_t seat             # the searching seat
    uint64_t key             # of this lane
    uint32_t iterations      # done so far
    int64_t decisions        # simulated in them: in the tree, unseen, and below it
    int64_t cpu              # nanoseconds of their CPU time
    int32_t choices          # actions of the root
    const action_t* choice
    RootAction* root
    void* state              # the world of the iteration
    void* other              # space for a view
    Iteration now
    Tree tree
    Distinct worlds
    Hands hands


cdef class Lane:
    """One tree of a search. Lanes of one root differ only in their number."""
    cdef Root root           # keeps the view and the table alive
    cdef object params       # keeps the models of its evaluators alive
    cdef Growth* growth


# Does one iteration; returns False if its world disagrees with the view (debug builds).
cdef bint iterate(Growth* growth) noexcept nogil
# Iterates until the lane has done `target` iterations or used `cpu` CPU time, both in all, the
# clock passes `deadline` (both nanoseconds; 0: no limit) or `flag` is raised, but at least once;
# returns the Ending.
cdef int32_t grow(Growth* growth, uint32_t target, int64_t deadline, int64_t cpu,
                  const Flag* flag) noexcept nogil
