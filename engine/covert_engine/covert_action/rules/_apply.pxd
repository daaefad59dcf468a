"""Effects of an action."""

from covert_engine.covert_action.rules._actions cimport action_t
from covert_engine.covert_action.rules._events cimport Events
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Plays a legal action of the seat to decide, and everything after it up to the next decision with
# at least two legal actions, or the end of the game. `events`, which may be NULL, gets the public
# events. Trusts its caller: an illegal action leaves a state that breaks the rules, but never
# memory's bounds if its operands are in range.
cdef void apply(const Rules* rules, State* state, action_t action, Events* events) noexcept nogil
