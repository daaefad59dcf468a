"""Messages in Protobuf's binary form, read by their layout: as nested dicts, or only counted."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset


cdef enum Kind:
    UNSIGNED
    SIGNED
    FLAG
    ENUM
    TEXT
    MESSAGE

cdef dict KINDS = {
    "unsigned": UNSIGNED,
    "signed": SIGNED,
    "flag": FLAG,
    "enum": ENUM,
    "text": TEXT,
    "message": MESSAGE,
}

cdef enum WireType:
    VARINT = 0
    EIGHT_BYTES = 1
    SIZED = 2
    GROUP = 3
    GROUP_END = 4
    FOUR_BYTES = 5

cdef enum:
    MOST_FIELDS = 64         # of a message
    SMALL_TAGS = 512         # those below are looked up in an array: of fields up to 63
    NOWHERE = -1
    VARINT_BYTES = 10        # at most


cdef struct Bytes:
    const unsigned char* at
    const unsigned char* end


cdef class Field:
    cdef str name
    cdef int number          # on the wire
    cdef Kind kind
    cdef WireType wire       # of its values; of another they are none of this field
    cdef bint repeated
    cdef bint optional       # left out where it is not set
    cdef dict names          # of an enum, by number
    cdef object find_layout  # of a message: asked for once it is needed
    cdef Layout found

    def __init__(self, str name, int number, str kind, bint repeated, bint optional, names, layout):
        self.name = name
        self.number = number
        self.kind = KINDS[kind]
        sized = repeated or self.kind == TEXT or self.kind == MESSAGE
        self.wire = SIZED if sized else VARINT
        self.repeated = repeated
        self.optional = optional
        self.names = dict(names)
        self.find_layout = layout

    cdef Layout layout(self):
        if self.found is None:
            self.found = self.find_layout()
        return self.found

    cdef object value(self, uint64_t number):
        """What a number on the wire stands for."""
        if self.kind == UNSIGNED:
            return number
        if self.kind == FLAG:
            return number != 0
        if self.kind == SIGNED:
            return <int64_t> number
        named = self.names.get(<int32_t> number)
        return str(<int32_t> number) if named is None else named

    cdef object unset(self):
        """The value of a field that is not on the wire."""
        if self.repeated:
            return []
        return "" if self.kind == TEXT else self.value(0)


cdef class Layout:
    cdef list fields
    cdef dict places         # in `fields`, by number and wire type, as they stand before a value
    cdef int[SMALL_TAGS] small_places   # the same by small tags

    def __init__(self, fields):
        if len(fields) > MOST_FIELDS:
            raise ValueError(f"a message of {len(fields)} fields; expected {MOST_FIELDS} at most")
        self.fields = list(fields)
        self.places = {
            (<Field> one).number << 3 | (<Field> one).wire: place
            for place, one in enumerate(self.fields)
        }
        for tag in range(SMALL_TAGS):
            self.small_places[tag] = self.places.get(tag, NOWHERE)

    cdef int place(self, uint64_t tag) except -2:
        return self.small_places[tag] if tag < SMALL_TAGS else self.places.get(tag, NOWHERE)


def read_fields(Layout layout, bytes data):
    cdef Bytes whole = _whole(data)
    return _read(layout, &whole)


def list_sizes(Layout layout, bytes data):
    cdef Bytes whole = _whole(data)
    cdef uint32_t longest = 0, entries = 0
    _count(layout, &whole, &longest, &entries)
    return longest, entries


cdef Bytes _whole(bytes data):
    cdef Bytes whole
    whole.at = data
    whole.end = whole.at + len(data)
    return whole


cdef dict _read(Layout layout, Bytes* rest):
    cdef list values = [None] * len(layout.fields)
    cdef Field field
    cdef Bytes part
    cdef uint64_t tag
    cdef int place
    while rest.at < rest.end:
        tag = _varint(rest)
        place = layout.place(tag)
        if place == NOWHERE:
            _pass_over(rest, tag & 7)
            continue
        field = layout.fields[place]
        if field.wire == VARINT:
            value = field.value(_varint(rest))
        else:
            _take_part(rest, &part)
            if field.kind == MESSAGE:
                value = _read(field.layout(), &part)
            elif field.kind == TEXT:
                value = PyUnicode_DecodeUTF8(<char*> part.at, part.end - part.at, NULL)
            else:            # a list of numbers is in one piece
                value = []
                while part.at < part.end:
                    (<list> value).append(field.value(_varint(&part)))
                values[place] = value
                continue
        if not field.repeated:
            values[place] = value
        elif values[place] is None:
            values[place] = [value]
        else:
            (<list> values[place]).append(value)
    cdef dict fields = {}
    for place in range(len(layout.fields)):
        field = layout.fields[place]
        value = values[place]
        if value is not None:
            fields[field.name] = value
        elif not field.optional:
            fields[field.name] = field.unset()
    return fields


cdef int _count(Layout layout, Bytes* rest, uint32_t* longest, uint32_t* entries) except -1:
    cdef uint32_t lengths[MOST_FIELDS]
    cdef Field field
    cdef Bytes part
    cdef uint64_t tag
    cdef int place
    memset(lengths, 0, len(layout.fields) * sizeof(uint32_t))
    while rest.at < rest.end:
        tag = _varint(rest)
        place = layout.place(tag) if tag & 7 == SIZED else NOWHERE
        if place == NOWHERE:
            _pass_over(rest, tag & 7)
            continue
        field = layout.fields[place]
        _take_part(rest, &part)
        if field.kind == MESSAGE or field.kind == TEXT:
            lengths[place] += field.repeated
            if field.kind == MESSAGE:
                _count(field.layout(), &part, longest, entries)
        else:
            while part.at < part.end:        # a number ends with a byte below 128
                lengths[place] += part.at[0] < 128
                part.at += 1
    for place in range(len(layout.fields)):
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
    """What has its size before it."""
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
    """Passes over a value, whatever it is."""
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
