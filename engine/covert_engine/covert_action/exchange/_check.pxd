"""Checks of a view from outside: everything that no game could show, except that the number of Plan
cards drawn in the round is only checked against bounds."""

from covert_engine.covert_action.exchange._read_view cimport ViewReader

# Notes all mistakes of a view that has been read, and fills in the rest of it. ViewError if there
# are any, or if values are unread.
cdef int check_view(ViewReader reader) except -1
