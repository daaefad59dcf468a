"""Reads a tree of dictionaries and lists, and notes everything that is wrong with it."""

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MOST_VIOLATIONS = 64     # more are not noted
    LONGEST_NAME = 40        # letters of an unknown field's name that stands in a path as it is

# Notes one violation: a field's path and what is wrong with it.
cdef int note(list found, str field, str description) except -1
# Whether all that is at these paths could be read: neither they, nor what they are in, nor what is in
# them, is among those that could not. Paths are without indexes.
cdef bint could_read(set unread, tuple fields) except -1
# A value in a few words that can be printed, whatever it is.
cdef str shown(object value)
# The same of the value of a field of that name, which may be that of an enumeration.
cdef str value_of(object name, object value)


cdef class Reader:
    """Walks into messages and lists by name and index. What cannot be used is noted under its path
    and read as the least value allowed, so that reading goes on and finds the rest."""
    cdef list found          # (path, description)
    cdef set unread          # paths without indexes of what is not as it was meant; "" for all
    cdef tuple left_out      # those of them that the caller could not read: they are missing
    cdef list at             # where the reader is: names and indexes from the root

    cdef int complain(self, object name, str description) except -1
    cdef int leave_out(self, object paths) except -1
    cdef int leave_unread(self, object name) except -1
    cdef str without_indexes(self, object name)
    # whether all at `name` could be read, in each item of the lists that this is in
    cdef bint has_read(self, str name) except -1
    # the message `value`, all its fields being of `names`; an empty one if it is none
    cdef dict message(self, object value, frozenset names)
    # walks into message or list `name`; `leave` walks out
    cdef dict enter(self, dict parent, object name, frozenset names)
    cdef dict enter_item(self, list items, int index, frozenset names)
    cdef int leave(self) except -1
    cdef int number(self, dict parent, str name, int low, int high) except -1
    cdef int within(self, object name, object value, int low, int high) except -1
    cdef int seat_or_none(self, dict parent, str name, int players) except -1
    cdef bint flag(self, dict parent, str name) except -1
    # place of a name in `choices`; `nothing` where the field is empty and that is not -1
    cdef int choice(self, dict parent, str name, dict choices, int nothing) except -2
    cdef int one_of(self, object name, object value, dict choices) except -1
    # a list of `least` to `most` values
    cdef list items(self, dict parent, str name, int least, int most)
    # a list of numbers without an order, as a set: `low` is bit 0
    cdef uint64_t numbers(self, dict parent, str name, int low, int high) except? 0
    # a list of at most `most` faces, counted by face
    cdef int dice(self, dict parent, str name, int most, uint8_t* count) except -1
