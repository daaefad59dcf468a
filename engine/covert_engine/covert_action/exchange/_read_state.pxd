"""Reads a state from plain data."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State

# Fills a state from fields, as in `exchange/fields.py`; returns its settings. StateError for
# everything that no game could reach.
cdef Settings read_state(object fields, State* state)
