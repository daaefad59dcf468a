"""Layouts of messages, and dictionaries written as the bytes of a message.

A value of Python that its field cannot hold, such as a text for a number, is foreign: it stands in
a list beside the bytes, and the bytes have its place there. So the reader of the bytes meets every
value in its turn, and reports each mistake.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MOST_NUMBER = 33         # of a field
    WRONG_FIELDS = 0         # under this number a dictionary with unknown or missing fields is foreign
    NO_FIELD = 255           # the wire type of a number that no field has

cdef enum WireType:
    VARINT = 0
    EIGHT_BYTES = 1
    SIZED = 2
    GROUP = 3
    GROUP_END = 4
    FOUR_BYTES = 5
    FOREIGN_ENTRY = 6        # the place of a foreign entry of a list; Protobuf has no such type
    FOREIGN_VALUE = 7        # of any other foreign value, except numbers: they are FOREIGN + place

cdef enum Type:
    NUMBER
    FLAG
    CHOICE                   # a value of an enum
    TEXT
    PART                     # a message
    OTHER                    # is read elsewhere and not written


cdef inline uint64_t foreign_number(uint64_t place) noexcept nogil:
    """Return the number of a foreign value; no field of 32 bits has so large a number."""
    return (<uint64_t> 1 << 62) + place


cdef struct FieldTable:      # a layout, for the reader; arrays by the number of a field
    PyObject* layout         # names, for complaints
    int size                 # highest number of a field
    uint8_t[MOST_NUMBER + 1] wire           # WireType
    uint8_t[MOST_NUMBER + 1] tagged         # 1: a list with a tag before each entry; others are packed
    uint8_t[MOST_NUMBER + 1] choices        # values of an enum
    const FieldTable* inner[MOST_NUMBER + 1]                # of a message


cdef class Field:
    cdef str name
    cdef int number
    cdef Type type
    cdef bint repeated
    cdef bint tagged         # a list of it has a tag before each entry
    cdef bint nullable       # None stands for its absence
    cdef tuple choices       # names of the enum, from 0
    cdef dict numbers        # of these names
    cdef Layout layout       # of the message


cdef class Layout:           # lives as long as the process: readers keep its table
    cdef list fields
    cdef dict by_name
    cdef list by_number      # None for a number that no field has
    cdef bint nameless       # stands for a list in a list, or a text: its only field has no name
    cdef bint complete       # a dictionary must name all fields
    cdef FieldTable table

    cdef Field field(self, int number)


# Returns a dictionary as the bytes of a message; adds to the foreign values.
cdef bytes message_bytes(Layout layout, dict fields, list foreign)
