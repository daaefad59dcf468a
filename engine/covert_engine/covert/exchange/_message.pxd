"""Steps through a message in Protobuf's binary form, as it writes it of itself.

Every number must be within its bounds and every list must have its size: `Unexpected` for all else.
"""

from libc.stdint cimport uint8_t, uint64_t


cdef struct Message:
    const uint8_t* at        # the next byte
    const uint8_t* end
    int field                # number of the field whose value comes next
    int wire_type            # of that value


cdef Message message_of(bytes data) noexcept
# Goes on to the next field; False at the end.
cdef bint next_field(Message* message) except -1
# Goes past the value.
cdef int skip(Message* message) except -1
cdef int number(Message* message, int low, int high) except -1
cdef bint flag(Message* message) except -1
cdef str text(Message* message)
cdef Message part(Message* message) except *
# A list of `size` numbers.
cdef int row(Message* message, int size, int low, int high, uint8_t* numbers) except -1
# A list of numbers without an order, at most `most`, counted: `low` at place 0.
cdef int counts(Message* message, int most, int low, int high, uint8_t* count) except -1
# The same, each number once, as a set: `low` is bit 0.
cdef uint64_t members(Message* message, int low, int high) except? 0
# Raises Unexpected unless a value is within its bounds; returns it.
cdef int within(uint64_t value, int low, int high) except -1
