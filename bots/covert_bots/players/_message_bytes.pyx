"""Serialised messages: entries of lists counted by layout, and writers of a bot's answer.

Fields of an answer have their numbers in suggestion.proto. As in Protobuf's own serialisation,
fields are in order, and zero and empty values are left out.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset


cdef enum WireType:
    VARINT = 0
    EIGHT_BYTES = 1
    SIZED = 2
    GROUP = 3
    GROUP_END = 4
    FOUR_BYTES = 5

cdef enum:
    MOST_NUMBER = 63         # of a field
    NOWHERE = -1
    VARINT_BYTES = 10        # at most
    LEAST_ROOM = 4096        # bytes of an answer allocated first; most have fewer


cdef struct Bytes:
    const unsigned char* at
    const unsigned char* end


cdef struct Slot:            # a field number; enough for counting
    int place                # in the fields of the layout; NOWHERE for a number of no field
    WireType wire
    bint repeated
    bint numbers             # true for a packed list of numbers
    bint message


cdef class Layout:
    cdef int size            # number of fields
    cdef Slot[MOST_NUMBER + 1] slots    # by number
    cdef list inner          # for messages a function that returns their layout, by place

    def __init__(self, fields):
        self.inner = [layout for *_, layout in fields]
        self.size = len(self.inner)
        for number in range(MOST_NUMBER + 1):
            self.slots[number].place = NOWHERE
        for place, (number, repeated, text, layout) in enumerate(fields):
            if not 0 < number <= MOST_NUMBER:
                raise ValueError(f"number {number} of a field; expected 1 to {MOST_NUMBER}")
            message = layout is not None
            self.slots[number] = Slot(
                place, SIZED if repeated or text or message else VARINT, repeated,
                repeated and not (text or message), message)

    cdef const Slot* slot(self, uint64_t tag) noexcept:
        """Return the slot of a tag; NULL if no field has this tag."""
        cdef uint64_t number = tag >> 3
        if number > MOST_NUMBER or self.slots[number].place == NOWHERE:
            return NULL
        return &self.slots[number] if self.slots[number].wire == tag & 7 else NULL


def list_sizes(Layout layout, bytes data):
    cdef Bytes whole
    cdef uint32_t longest = 0, entries = 0
    whole.at = data
    whole.end = whole.at + len(data)
    _count(layout, &whole, &longest, &entries)
    return longest, entries


cdef int _count(Layout layout, Bytes* rest, uint32_t* longest, uint32_t* entries) except -1:
    cdef uint32_t[MOST_NUMBER] lengths         # by place
    cdef const Slot* slot
    cdef Bytes part
    cdef uint64_t tag
    cdef int place
    memset(lengths, 0, layout.size * sizeof(lengths[0]))
    while rest.at < rest.end:
        tag = _varint(rest)
        slot = layout.slot(tag) if tag & 7 == SIZED else NULL
        if slot == NULL:
            _pass_over(rest, tag & 7)
            continue
        _take_part(rest, &part)
        if not slot.numbers:
            lengths[slot.place] += slot.repeated
            if slot.message:
                _count(layout.inner[slot.place](), &part, longest, entries)
        else:
            while part.at < part.end:        # a number ends with a byte below 128
                lengths[slot.place] += part.at[0] < 128
                part.at += 1
    for place in range(layout.size):
        entries[0] += lengths[place]
        longest[0] = max(longest[0], lengths[place])
    return 0


cdef uint64_t _varint(Bytes* rest) except? 0:
    cdef uint64_t value = 0
    cdef unsigned char byte
    cdef int shift
    for shift in range(VARINT_BYTES):
        if rest.at == rest.end:
            break
        byte = rest.at[0]
        rest.at += 1
        value |= <uint64_t> (byte & 127) << (7 * shift)
        if byte < 128:
            return value
    raise ValueError("no message's own bytes: a number without an end")


cdef int _take_part(Bytes* rest, Bytes* part) except -1:
    """Read a part with its size before it."""
    cdef uint64_t size = _varint(rest)
    part.at = rest.at
    _skip(rest, size)
    part.end = rest.at
    return 0


cdef int _skip(Bytes* rest, uint64_t size) except -1:
    if size > <uint64_t> (rest.end - rest.at):
        raise ValueError("no message's own bytes: they end too soon")
    rest.at += size
    return 0


cdef int _pass_over(Bytes* rest, int wire_type) except -1:
    """Skip a value of any type."""
    cdef Bytes part
    cdef uint64_t tag
    if wire_type == VARINT:
        _varint(rest)
    elif wire_type == SIZED:
        _take_part(rest, &part)
    elif wire_type == EIGHT_BYTES:
        _skip(rest, 8)
    elif wire_type == FOUR_BYTES:
        _skip(rest, 4)
    elif wire_type == GROUP:
        tag = _varint(rest)
        while tag & 7 != GROUP_END:
            _pass_over(rest, tag & 7)
            tag = _varint(rest)
    else:
        raise ValueError(f"no message's own bytes: a value of the wire type {wire_type}")
    return 0


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
