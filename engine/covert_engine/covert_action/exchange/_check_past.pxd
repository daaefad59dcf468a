"""Checks of the past of a round: the shots of a view, who is out, and the statements."""

from libc.stdint cimport uint32_t

from covert_engine.covert_action.exchange._read_view cimport ViewReader

# Shooters, targets and times (3.1, 3.8 to 3.10); other checks compare the cards.
cdef int check_shots(ViewReader reader) except -1
# The seats that are in follow from the shots (2.5).
cdef int check_who_is_in(ViewReader reader) except -1
# Speakers, times and texts (3.3, 3.4). Fills them in; missing ones are `pass` (9.7).
cdef int check_statements(ViewReader reader) except -1
