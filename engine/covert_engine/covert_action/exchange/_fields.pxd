"""Views as plain data."""

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Settings

# The view as `exchange/fields.py` describes it.
cdef dict write_view(Settings settings, const View* view)
# Fills a view from fields that `check_view` has passed and completed.
cdef int read_view(Settings settings, dict checked, View* view) except -1
