"""The order of play: beats, windows, deadlines, rounds."""

from covert_engine.covert_action.rules._events cimport Events
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Each goes on to the next decision with at least two legal actions, or to the end of the game.
# `events` may be NULL.

# Begins the round after `state.public.round`.
cdef void begin_round(const Rules* rules, State* state, Events* events) noexcept nogil
# Goes on after a statement.
cdef void next_speaker(const Rules* rules, State* state, Events* events) noexcept nogil
# Goes on after a choice in a window.
cdef void next_chooser(const Rules* rules, State* state, Events* events) noexcept nogil
# Fires a shot, ordered or the fastest of its window.
cdef void shoot(const Rules* rules, State* state, int shooter, int target, bint ordered,
                Events* events) noexcept nogil
# Returns the seat to choose now in the open window; NONE when all have chosen.
cdef int chooser(const Rules* rules, const State* state) noexcept nogil
# True if a seat has yet to choose in the open window.
cdef bint may_choose(const State* state, int seat) noexcept nogil
