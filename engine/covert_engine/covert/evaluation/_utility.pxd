"""What points are worth to a seat: its margin over the best opponent, squashed once, and victory."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Utilities, 0..1, of all seats, for the points they have or expect; a margin of `scale` over the best
# of the others is worth 3/4.
cdef void margins(const State* state, const float* points, float scale,
                  float* utilities) noexcept nogil
# Utilities, 0..1, of a game that is over.
cdef void result(const CardSet* cards, const State* state, float* utilities) noexcept nogil
