"""What comes next: beats, windows, deadlines, rounds."""

from covert_engine.covert_action.rules._events cimport Events
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Each goes on to the next decision with at least two legal actions, or to the end of the game.
# `events` may be NULL.

# The round after `state.public.round`.
cdef void begin_round(const Rules* rules, State* state, Events* events) noexcept nogil
# After a statement.
cdef void next_speaker(const Rules* rules, State* state, Events* events) noexcept nogil
# After a choice in a window.
cdef void next_chooser(const Rules* rules, State* state, Events* events) noexcept nogil
# A shot, the ordered one or one that was chosen fastest.
cdef void shoot(const Rules* rules, State* state, int shooter, int target, bint ordered,
                Events* events) noexcept nogil
# The seat to choose now in the window that is open; NONE when all have chosen.
cdef int chooser(const Rules* rules, const State* state) noexcept nogil
# Whether a seat has yet to choose in the window that is open.
cdef bint may_choose(const State* state, int seat) noexcept nogil
