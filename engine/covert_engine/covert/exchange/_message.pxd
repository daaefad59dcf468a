"""Steps through a message in the binary form that Protobuf writes.

Every number must be within its bounds and every list must have its size; else it raises
`Unexpected`.
"""

from libc.stdint cimport uint8_t, uint64_t


cdef struct Message:
    const uint8_t* at        # the next byte
    const uint8_t* end
    int field                # number of the field whose value comes next
    int wire_type            # of that value


cdef Message message_of(bytes data) noexcept
# Moves to the next field; False at the end.
cdef bint next_field(Message* message) except -1
# Skips the value.
cdef int skip(Message* message) except -1
cdef int number(Message* message, int low, int high) except -1
cdef bint flag(Message* message) except -1
cdef str text(Message* message)
cdef Message part(Message* message) except *
# A list of `size` numbers.
cdef int row(Message* message, int size, int low, int high, uint8_t* numbers) except -1
# An unordered list of at most `most` numbers, counted: `low` at place 0.
cdef int counts(Message* message, int most, int low, int high, uint8_t* count) except -1
# An unordered list of different numbers, as a set: `low` is bit 0.
cdef uint64_t members(Message* message, int low, int high) except? 0
# Returns a value; raises Unexpected unless it is within its bounds.
cdef int within(uint64_t value, int low, int high) except -1
