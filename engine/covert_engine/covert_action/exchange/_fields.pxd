"""Views and states as plain data."""

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State

# The view as `exchange/fields.py` describes it.
cdef dict write_view(Settings settings, const View* view)
# Fills a view from fields that `check_view` has passed and completed.
cdef int read_view(Settings settings, dict checked, View* view) except -1
# The state as `exchange/fields.py` describes it.
cdef dict write_state(Settings settings, const State* state)
# Fills a state from fields that `check_state` has passed and completed. Returns what is wrong with
# it all the same: its cards do not allow what is said to have happened, or nobody can be asked.
cdef list read_state(Settings settings, dict checked, State* state)
