"""The score (rules 8.3)."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

cdef int score(const CardSet* cards, const State* state, int seat) noexcept nogil
# bits: seats that share the victory
cdef int winners(const CardSet* cards, const State* state) noexcept nogil
