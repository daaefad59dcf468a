"""Worth of points to a seat: its margin over the best opponent, squashed once, and victory."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# A value of 0..1 for a margin, 3/4 at `scale`.
cdef float squash(float margin, float scale) noexcept nogil
# The margin of a seat over the best of the others.
cdef float lead(const float* points, int players, int seat) noexcept nogil
# Writes the utilities, 0..1, of all seats for the points that they have or expect: 1/2 for a margin
# of `even` over the best of the others, 3/4 for `scale` more.
cdef void margins(const State* state, const float* points, float even, float scale,
                  float* utilities) noexcept nogil
# Writes the final scores, then the shares of the victory, if the game is over; else returns False.
cdef bint final_estimate(const CardSet* cards, const State* state, float* figures) noexcept nogil
# Replaces values of 0..1 by chances to win that add up to 1, in proportion to their odds.
cdef void share_out(float* chance, int players) noexcept nogil
# Utilities, 0..1, of a game that is over.
cdef void result(const CardSet* cards, const State* state, float* utilities) noexcept nogil
