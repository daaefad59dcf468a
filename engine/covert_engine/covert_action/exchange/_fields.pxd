"""Views and states as plain data."""

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State

# Returns the view as in `exchange/fields.py`.
cdef dict write_view(Settings settings, const View* view)
# Fills a view from fields that `check_view` has passed and completed.
cdef int read_view(Settings settings, dict checked, View* view) except -1
# Returns the state as in `exchange/fields.py`.
cdef dict write_state(Settings settings, const State* state)
# Fills a state from fields that `check_state` has passed and completed. Returns the remaining
# mistakes: cards that do not allow the past events, or nobody to ask.
cdef list read_state(Settings settings, dict checked, State* state)
