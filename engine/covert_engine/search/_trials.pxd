"""Comparison of a decision's actions in common worlds."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from covert_engine.search._distinct cimport Distinct
from covert_engine.search._evaluator cimport MAX_ESTIMATES, action_t
from covert_engine.search._game cimport MAX_ACTIONS, MAX_PLAYERS, FactFunctions
from covert_engine.search._hands cimport Hands
from covert_engine.search._root cimport Root, Source
from covert_engine.search._simulation cimport Simulator

cdef enum:
    MAX_FIGURES = 64         # the value, MAX_ESTIMATES of the evaluator, 32 facts


cdef struct Facts:           # figures of leaves: the value to the searching seat, the evaluator's
                             # estimates, the game's facts; and their differences
    FactFunctions functions
    const void* view         # the root's
    int32_t figures          # of a leaf
    float now[2][MAX_FIGURES]      # in the world at hand
    double sum[2][MAX_FIGURES]
    double square[MAX_FIGURES]     # of the differences


cdef struct Trial:           # all trials of one action
    double sum[MAX_PLAYERS]  # utilities, by seat
    double square            # squares of the searching seat's utilities
    double estimates[MAX_ESTIMATES]
    uint32_t visits


cdef struct Pair:            # two actions, over the worlds in which both were tried
    double difference        # of the searching seat's utilities, summed
    double square
    uint32_t worlds


cdef struct Contest:         # the trials of all actions, in plain memory
    Simulator simulator
    const Source* source     # of worlds; the root's
    int32_t seat             # the searching seat
    uint64_t key
    uint32_t worlds          # dealt so far
    int64_t cpu              # nanoseconds of their CPU time
    int32_t count            # actions
    const action_t* actions
    int32_t active           # number of those still tried
    int32_t place[MAX_ACTIONS]       # their places
    float utility[MAX_ACTIONS]       # the searching seat's, in the present world, by place
    Trial* trial             # by place
    Pair* pairs              # count * count, [a * count + b] for a < b
    void* world              # as dealt
    void* state              # a copy that is played on
    void* other              # a view, for debug builds
    bint one_ply             # value the state right after the action
    Distinct distinct
    Hands hands
    Facts* facts             # of the two actions; NULL if not requested


cdef class Trials:
    """Trials of the actions of a root in common worlds.

    With `one_ply` the state right after an action is valued, else the leaf of a simulation. `facts`
    of the leaves are measured only for exactly two actions.
    """
    cdef Root root           # keeps the view and the table alive
    cdef object params       # keeps the models of its evaluators alive
    cdef Contest* contest


cdef bint try_world(Contest* contest) noexcept nogil
