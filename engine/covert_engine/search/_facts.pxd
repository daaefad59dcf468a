"""Figures of the leaves of two actions in common worlds, and their differences.

Figures are the value to the searching seat, the evaluator's estimates and the game's facts.
"""

from libc.stdint cimport int32_t

from covert_engine.search._game cimport FactFunctions
from covert_engine.search._root cimport Root
from covert_engine.search._simulation cimport Simulator

cdef enum:
    MAX_FIGURES = 64         # the value, MAX_ESTIMATES of the evaluator, 32 facts


cdef struct Facts:
    FactFunctions functions
    const void* view         # the root's
    int32_t figures          # of a leaf
    float now[2][MAX_FIGURES]      # in the world at hand
    double sum[2][MAX_FIGURES]
    double square[MAX_FIGURES]     # of the differences


# Prepares for the two actions of a root.
cdef void facts_init(Facts* facts, Root root) noexcept
# Adds the leaf of an action in a world; the first action (place 0) comes before the second (1).
cdef void add_facts(Facts* facts, const Simulator* simulator, const void* leaf, float value,
                    int32_t place) noexcept nogil
# Returns for each figure the sums after the first and the second action, and the sum of the squared
# differences.
cdef list facts_found(const Facts* facts)
