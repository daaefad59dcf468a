"""Worth of a game to a seat."""

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Utilities of a finished game: its winners share 1 equally, the others have 0 (rules 5.3).
cdef void result(const Rules* rules, const State* state, float* utilities) noexcept nogil
# Utilities of an unfinished game: each seat's chance to win, by the types of Plan cards it still
# lacks. They add up to 1.
cdef void chances(const Rules* rules, const State* state, float* utilities) noexcept nogil
