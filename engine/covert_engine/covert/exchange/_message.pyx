"""Steps through a message in the binary form that Protobuf writes."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._bits cimport bit


cdef enum WireType:
    VARINT = 0
    SIZED = 2


cdef enum:
    VARINT_BYTES = 10        # at most


class Unexpected(Exception):
    """A mistake that `_read_view.pyx` reports, or a message written in another way."""


cdef Message message_of(bytes data) noexcept:
    cdef Message message
    message.at = data
    message.end = message.at + len(data)
    message.field = 0
    message.wire_type = VARINT
    return message


cdef bint next_field(Message* message) except -1:
    cdef uint64_t tag
    if message.at == message.end:
        return False
    tag = varint(message)
    message.field = within(tag >> 3, 1, 1 << 29)
    message.wire_type = tag & 7
    return True


cdef int skip(Message* message) except -1:
    if message.wire_type == VARINT:
        varint(message)
    else:
        part(message)
    return 0


cdef int number(Message* message, int low, int high) except -1:
    if message.wire_type != VARINT:
        raise Unexpected
    return within(varint(message), low, high)


cdef bint flag(Message* message) except -1:
    return number(message, 0, 1)


cdef str text(Message* message):
    cdef Message letters = part(message)
    try:
        return (<const char*> letters.at)[:letters.end - letters.at].decode()
    except UnicodeDecodeError:
        raise Unexpected from None


cdef Message part(Message* message) except *:
    cdef Message inner
    cdef uint64_t size
    if message.wire_type != SIZED:
        raise Unexpected
    size = varint(message)
    if size > <uint64_t> (message.end - message.at):
        raise Unexpected
    inner.at = message.at
    inner.end = message.at = message.at + size
    inner.field = 0
    inner.wire_type = VARINT
    return inner


cdef int row(Message* message, int size, int low, int high, uint8_t* numbers) except -1:
    cdef Message values = part(message)
    cdef int i
    for i in range(size):
        numbers[i] = within(varint(&values), low, high)
    if values.at != values.end:
        raise Unexpected
    return 0


cdef int counts(Message* message, int most, int low, int high, uint8_t* count) except -1:
    cdef Message values = part(message)
    cdef int i = 0
    while values.at != values.end:
        count[within(varint(&values), low, high) - low] += 1
        i += 1
        if i > most:
            raise Unexpected
    return 0


cdef uint64_t members(Message* message, int low, int high) except? 0:
    cdef Message values = part(message)
    cdef uint64_t numbers = 0
    cdef uint64_t member
    while values.at != values.end:
        member = bit(within(varint(&values), low, high) - low)
        if numbers & member:
            raise Unexpected
        numbers |= member
    return numbers


cdef int within(uint64_t value, int low, int high) except -1:
    if not <uint64_t> low <= value <= <uint64_t> high:
        raise Unexpected
    return <int> value


cdef uint64_t varint(Message* message) except? 0:
    cdef uint64_t value = 0
    cdef uint8_t byte
    cdef int shift
    for shift in range(VARINT_BYTES):
        if message.at == message.end:
            break
        byte = message.at[0]
        message.at += 1
        value |= <uint64_t> (byte & 127) << (7 * shift)
        if byte < 128:
            return value
    raise Unexpected
