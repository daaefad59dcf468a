"""Reads a tree of dictionaries and lists, and notes all its mistakes."""

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MOST_VIOLATIONS = 64     # more are not noted
    LONGEST_NAME = 40        # letters of an unknown field's name shown as it is

# Notes a violation: the path of a field, and a description.
cdef int note(list mistakes, str field, str description) except -1
# True if everything at these paths, above and below them could be read. Paths are without indexes.
cdef bint could_read(set unread, tuple fields) except -1
# Any value in a few printable words.
cdef str shown(object value)
# The same for the value of the field `name`, which may be an enumeration.
cdef str value_of(object name, object value)


cdef class Reader:
    """A walk into messages and lists by name and index. An unusable value is noted under its path
    and read as the least allowed value, so that reading continues and finds the other mistakes."""
    cdef list mistakes       # (path, description)
    cdef set unread          # paths, without indexes, of unusable values; "" for everything
    cdef tuple left_out      # those that the caller could not read and left out
    cdef list at             # position of the reader: names and indexes from the root

    cdef int complain(self, object name, str description) except -1
    cdef int leave_out(self, object paths) except -1
    cdef int leave_unread(self, object name) except -1
    cdef str without_indexes(self, object name)
    # True if everything at `name` could be read, in each item of the lists around it
    cdef bint has_read(self, str name) except -1
    # the message `value`, with fields among `names`; empty if it is no message
    cdef dict message(self, object value, frozenset names)
    # walks into message or list `name`; `leave` walks out
    cdef dict enter(self, dict parent, object name, frozenset names)
    cdef dict enter_item(self, list items, int index, frozenset names)
    cdef int leave(self) except -1
    cdef int number(self, dict parent, str name, int low, int high) except -1
    cdef int within(self, object name, object value, int low, int high) except -1
    cdef int seat_or_none(self, dict parent, str name, int players) except -1
    cdef bint flag(self, dict parent, str name) except -1
    # number of a name in `choices`; `nothing`, unless it is -1, for an empty field
    cdef int choice(self, dict parent, str name, dict choices, int nothing) except -2
    cdef int one_of(self, object name, object value, dict choices) except -1
    # a list of `least` to `most` values
    cdef list items(self, dict parent, str name, int least, int most)
    # an unordered list of numbers, as a set: `low` is bit 0
    cdef uint64_t numbers(self, dict parent, str name, int low, int high) except? 0
    # a list of at most `most` faces, counted by face
    cdef int dice(self, dict parent, str name, int most, uint8_t* count) except -1
