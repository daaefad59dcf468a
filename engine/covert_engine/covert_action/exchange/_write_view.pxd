"""Writes views and states as plain data."""

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State

# Both as in `exchange/fields.py`.
cdef dict write_view(Settings settings, const View* view)
cdef dict write_state(Settings settings, const State* state)
