"""The hand-made value: expected final points of every seat, and what they are worth."""

from covert_engine.covert._cards cimport CardSet
from covert_engine.covert._plan cimport Plan
from covert_engine.covert._state cimport State

# `plans` are those of the seats, made for this state or an earlier one, and brought up to date.

# expected final points of each seat
cdef void expected_points(const CardSet* cards, const State* state, Plan* plans,
                          float* points) noexcept nogil
# utilities, 0..1, of a game that goes on and of one that is over
cdef void value(const CardSet* cards, const State* state, Plan* plans,
                float* utilities) noexcept nogil
cdef void result(const CardSet* cards, const State* state, float* utilities) noexcept nogil
# expected final points of each seat, then each seat's chance to win
cdef void estimate(const CardSet* cards, const State* state, Plan* plans,
                   float* figures) noexcept nogil
