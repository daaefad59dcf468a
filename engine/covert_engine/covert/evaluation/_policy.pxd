"""A cheap policy by hand: the search's prior, and how simulated seats play."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport State

# Writes a weight (> 0, any scale) for each of the actions, which are those of `state.actor`, and
# returns their sum.
# `plans` are those of the seats, made for this state or an earlier one; the actor's is brought up
# to date if it matters here.
cdef double weigh(const CardSet* cards, const State* state, Plan* plans, const uint32_t* actions,
                  int32_t count, float* weights) noexcept nogil
