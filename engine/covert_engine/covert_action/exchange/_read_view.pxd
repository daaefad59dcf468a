"""Reads a view from the bytes of its message, or from plain data."""

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS, Rules, Settings
from covert_engine.input._reader cimport List, Message, Reader

# Fills `view` from the bytes of a message `CovertActionView` (covert_action.proto), as far as each
# value can be read by itself; `check_view` does the rest. `unread` are paths of fields that the
# caller could not read and left out.
cdef ViewReader read_message(Settings settings, bytes data, View* view, object unread=*)
# Reads a view from fields, as in `exchange/fields.py`. ViewError at once if fields or settings are
# wrong.
cdef ViewReader read_fields(object fields, View* view)


cdef class ViewReader(Reader):
    cdef bint quiet          # mistakes are not noted
    cdef Settings settings
    cdef const Rules* rules            # of the settings
    cdef View* view                    # the caller's
    cdef str actor                     # name of the field of the seat to decide
    cdef Message root
    cdef Message[MAX_SEATS] player
    cdef Message[MAX_CENTRE] card
    cdef List shots
    cdef List statements

    # true if these fields, by their paths without indexes, have values; for a list whose entries
    # are not needed, `list.number`
    cdef bint has_values(self, tuple fields) except -1
    cdef int read(self, View* view) except -1
    cdef int read_numbers(self, List* players, List* centre) except -1
    cdef int read_player(self, const Message* player, int seat) except -1
    cdef int read_shots(self) except -1

    # notes a mistake of a value that can be read
    cdef int remark_at(self, str path, str description) except -1
    cdef int remark(self, const Message* message, int field, str description) except -1
    # a value of an enum, from 0, among those whose bits are `allowed`; with `or_none` NONE for an
    # absent one
    cdef int member(self, const Message* message, int field, int allowed, bint or_none) except -1
    # a text as an action; 0 for a mistake, which is noted
    cdef long long action(self, const Message* message, int field, str example) except -1
    # notes unknown and missing names in a dictionary
    cdef int check_names(self, dict fields, tuple names, str prefix=*) except -1
