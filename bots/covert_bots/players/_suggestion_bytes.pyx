"""Writers of a bot's answer as a serialised message.

Fields have their numbers in suggestion.proto. As in Protobuf's own serialisation, fields are in
order, and zero and empty values are left out.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy


cdef enum WireType:
    VARINT = 0
    EIGHT_BYTES = 1
    SIZED = 2


cdef enum:
    VARINT_BYTES = 10        # at most
    LEAST_ROOM = 4096        # bytes allocated first; most answers have fewer


def joined(*parts):
    cdef Written whole = Written()
    for place, data in enumerate(parts):
        whole.bytes(place + 1, data)
    return (<const char*> whole.data)[:whole.size]


def suggestion_bytes(suggestion, int stop_reason, actions, line, str build):
    cdef Written whole = Written()
    cdef Written part = Written()
    cdef str words = suggestion.turn_in_words
    best = suggestion.principal_variation[0]
    for move, action in zip(suggestion.moves, actions):
        part.size = 0
        write_move(part, move, action, line if move.action == best else ())
        whole.part(1, part.data, part.size)
    if words:
        whole.bytes(2, words.encode())
    whole.number(3, suggestion.iterations)
    whole.number(4, suggestion.worlds)
    whole.number(5, suggestion.distinct_worlds)
    whole.number(6, stop_reason)
    whole.number(7, suggestion.seed)
    if build:
        whole.bytes(8, build.encode())
    return (<const char*> whole.data)[:whole.size]


cdef int write_move(Written message, move, bytes action, line) except -1:
    """Write a `RankedMove`."""
    message.bytes(1, action)
    message.number(2, move.visits)
    message.number(3, move.availability)
    message.real(4, move.prior)
    message.real(5, move.value)
    message.real(6, move.standard_error)
    message.real(7, move.lower_bound)
    message.reals(8, move.win_probability)
    message.reals(9, move.expected_score)
    message.bytes(10, action)
    for later in line:
        message.bytes(10, later)
    return 0


cdef class Written:
    """A buffer for a message."""
    cdef unsigned char* data
    cdef size_t size
    cdef size_t room

    def __cinit__(self):
        self.data = NULL
        self.size = self.room = 0
        self.have_room(LEAST_ROOM)

    def __dealloc__(self):
        free(self.data)

    cdef int have_room(self, size_t more) except -1:
        cdef unsigned char* larger
        if self.size + more > self.room:
            larger = <unsigned char*> realloc(self.data, 2 * (self.size + more))
            if larger == NULL:
                raise MemoryError
            self.data = larger
            self.room = 2 * (self.size + more)
        return 0

    cdef int varint(self, uint64_t value) except -1:
        self.have_room(VARINT_BYTES)
        while value > 127:
            self.data[self.size] = 128 | value & 127
            self.size += 1
            value >>= 7
        self.data[self.size] = value
        self.size += 1
        return 0

    cdef int put(self, const void* data, size_t size) except -1:
        self.have_room(size)
        memcpy(self.data + self.size, data, size)
        self.size += size
        return 0

    cdef int part(self, int field, const void* data, size_t size) except -1:
        self.varint(field << 3 | SIZED)
        self.varint(size)
        return self.put(data, size)

    cdef int bytes(self, int field, bytes data) except -1:
        return self.part(field, <const char*> data, len(data))

    cdef int number(self, int field, uint64_t value) except -1:
        if value:
            self.varint(field << 3 | VARINT)
            self.varint(value)
        return 0

    cdef int real(self, int field, double value) except -1:
        cdef uint64_t bits = 0
        memcpy(&bits, &value, sizeof(bits))
        if bits:             # minus zero is written
            self.varint(field << 3 | EIGHT_BYTES)
            self.put(&value, sizeof(value))
        return 0

    cdef int reals(self, int field, tuple values) except -1:
        cdef double value
        if values:
            self.varint(field << 3 | SIZED)
            self.varint(sizeof(double) * len(values))
            for value in values:
                self.put(&value, sizeof(value))
        return 0
