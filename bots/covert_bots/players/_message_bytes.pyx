"""Readers of serialised messages, by layout: into nested dicts, or only to count entries."""

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
    MOST_NUMBER = 63         # of a field
    NOWHERE = -1
    VARINT_BYTES = 10        # at most


cdef struct Bytes:
    const unsigned char* at
    const unsigned char* end


cdef class Field:
    cdef str name
    cdef int number          # on the wire
    cdef Kind kind
    cdef WireType wire       # of its values; values of another wire type are unknown fields
    cdef bint repeated
    cdef bint optional       # left out if unset
    cdef dict names          # of an enum, by number
    cdef object find_layout  # of a message: called on first use
    cdef Layout known_layout # its result

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
        if self.known_layout is None:
            self.known_layout = self.find_layout()
        return self.known_layout

    cdef object value(self, uint64_t number):
        """Return the value of a number on the wire."""
        if self.kind == UNSIGNED:
            return number
        if self.kind == FLAG:
            return number != 0
        if self.kind == SIGNED:
            return <int64_t> number
        name = self.names.get(<int32_t> number)
        return str(<int32_t> number) if name is None else name

    cdef object unset(self):
        """Return the value of a field that is not on the wire."""
        if self.repeated:
            return []
        return "" if self.kind == TEXT else self.value(0)


cdef struct Slot:            # a field number; enough for counting
    int place                # in the fields of the layout; NOWHERE for a number of no field
    WireType wire
    bint repeated
    bint numbers             # true for a packed list of numbers
    bint message


cdef class Layout:
    cdef list fields
    cdef int size            # number of fields
    cdef Slot[MOST_NUMBER + 1] slots    # by number

    def __init__(self, fields):
        cdef Field field
        self.fields = list(fields)
        self.size = len(self.fields)
        for number in range(MOST_NUMBER + 1):
            self.slots[number].place = NOWHERE
        for place, field in enumerate(self.fields):
            if not 0 < field.number <= MOST_NUMBER:
                raise ValueError(f"{field.name}: number {field.number}; expected 1 to {MOST_NUMBER}")
            self.slots[field.number] = Slot(
                place, field.wire, field.repeated,
                field.repeated and field.kind != MESSAGE and field.kind != TEXT,
                field.kind == MESSAGE,
            )

    cdef const Slot* slot(self, uint64_t tag) noexcept:
        """Return the slot of a tag; NULL if no field has this tag."""
        cdef uint64_t number = tag >> 3
        if number > MOST_NUMBER or self.slots[number].place == NOWHERE:
            return NULL
        return &self.slots[number] if self.slots[number].wire == tag & 7 else NULL


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
    cdef const Slot* slot
    cdef Field field
    cdef Bytes part
    cdef uint64_t tag
    cdef int place
    while rest.at < rest.end:
        tag = _varint(rest)
        slot = layout.slot(tag)
        if slot == NULL:
            _pass_over(rest, tag & 7)
            continue
        place = slot.place
        field = layout.fields[place]
        if field.wire == VARINT:
            value = field.value(_varint(rest))
        else:
            _take_part(rest, &part)
            if field.kind == MESSAGE:
                value = _read(field.layout(), &part)
            elif field.kind == TEXT:
                value = PyUnicode_DecodeUTF8(<char*> part.at, part.end - part.at, NULL)
            else:            # a packed list of numbers
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
                _count((<Field> layout.fields[slot.place]).layout(), &part, longest, entries)
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
