"""Reads the bytes of a message, and notes all mistakes in them."""

from cpython.ref cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from covert_engine.covert.exchange._layout cimport MOST_NUMBER, Layout

cdef enum:
    MOST_VIOLATIONS = 64     # more are not noted
    LONGEST_NAME = 40        # letters of an unknown field's name shown as it is
    ITSELF = 0               # in place of the number of a field: the message
    NO_INDEX = -1

# Notes a violation: the path of a field, and a description.
cdef int note(list mistakes, str field, str description) except -1
# True if everything at these paths, above and below them could be read. Paths are without indexes.
cdef bint could_read(set unread, tuple fields) except -1
# Any value in a few printable words.
cdef str shown(object value)


cdef struct Slot:            # a field of a message
    const uint8_t* at        # its value, or the first entry of its list
    uint32_t count           # values or entries; 0 if it is absent
    uint8_t wire             # WireType of the first


cdef struct Message:
    PyObject* layout
    const uint8_t* end
    const Message* parent    # NULL for the root
    int field                # in the parent
    int index                # in a list there, or NO_INDEX
    Slot[MOST_NUMBER + 1] slot              # by number, as far as the layout goes


cdef struct List:
    const uint8_t* at        # the next entry, or its tag
    const uint8_t* end
    int size                 # entries to read; 0 if their number is wrong
    int field
    int index                # of the last entry read


cdef class Reader:
    """A walk into messages and lists. An unusable value is noted under its path and read as the
    least allowed value, so that reading continues and finds the other mistakes."""
    cdef list mistakes       # (path, description)
    cdef set unread          # paths, without indexes, of unusable values; "" for everything
    cdef tuple left_out      # those that the caller could not read and left out
    cdef list foreign        # values that no message can hold (`_layout.pxd`)
    cdef str unset           # shown where a value of an enum is absent

    cdef int complain(self, const Message* message, int field, int index, str description) except -1
    cdef int complain_at(self, str path, str description) except -1
    cdef int leave_out(self, object paths) except -1
    cdef int leave_unread(self, const Message* message, int field) except -1
    # True if everything at the field could be read, in each item of the lists around it
    cdef bint has_read(self, const Message* message, int field) except -1
    # opens the bytes of a message, which must live as long as it; `fields` may be no dictionary,
    # which is noted
    cdef int open_bytes(self, Layout layout, bytes data, Message* message) except -1
    cdef bytes bytes_of(self, Layout layout, object fields)
    # opens the message in a field, empty if it is absent or no message; or the next one of a list
    cdef int enter(self, const Message* message, int field, Message* inner) except -1
    cdef int enter_item(self, const Message* message, List* items, Message* inner) except -1
    cdef bint has(self, const Message* message, int field) noexcept
    # any value but a message, as Python has it
    cdef object value(self, const Message* message, int field)
    cdef str name(self, const Message* message, int field)
    cdef str shown_value(self, const Message* message, int field)
    cdef int number(self, const Message* message, int field, int low, int high) except -1
    cdef int seat_or_none(self, const Message* message, int field, int players) except -1
    cdef bint flag(self, const Message* message, int field) except -1
    # number of a value of an enum, from 1; 0 for an unusable value
    cdef int choice(self, const Message* message, int field) except -1
    # number of a name in `choices`; `nothing`, unless it is -1, for an empty field
    cdef int named(self, const Message* message, int field, dict choices, int nothing) except -1
    cdef object text(self, const Message* message, int field)
    # a list of `least` to `most` entries, which the next two read and `enter_item` reads
    cdef int items(self, const Message* message, int field, int least, int most, List* items) except -1
    cdef int next_number(self, const Message* message, List* items, int low, int high) except -1
    cdef int next_named(self, const Message* message, List* items, dict choices) except -1
    # an unordered list of numbers, as a set: `low` is bit 0
    cdef uint64_t numbers(self, const Message* message, int field, int low, int high) except? 0x8000000000000000
    # a list of at most `most` faces, counted by face
    cdef int dice(self, const Message* message, int field, int most, uint8_t* count) except -1

    cdef int open(self, Layout layout, const uint8_t* at, const uint8_t* end, const Message* parent,
                  int field, int index, Message* message) except -1
    cdef int open_part(self, const Message* message, int field, int index, int wire,
                       const uint8_t** at, const uint8_t* end, Message* inner) except -1
    cdef int note_unknown(self, const Message* message) except -1
    cdef Py_ssize_t place(self, uint64_t place) except -1
    cdef uint64_t raw(self, const Message* message, int field) except? 0x8000000000000000
    cdef bint is_foreign(self, uint64_t value) noexcept
    cdef object number_or_foreign(self, uint64_t value)
    cdef int within(self, const Message* message, int field, int index, uint64_t value, int low,
                    int high) except -1
    cdef object text_at(self, int wire, const uint8_t** at, const uint8_t* end)
    cdef int one_of(self, const Message* message, int field, int index, object value,
                    dict choices) except -1
    cdef int next_entry(self, const Message* message, List* items) except -1
