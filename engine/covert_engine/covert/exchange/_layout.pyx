"""Layouts of messages, and dictionaries written as the bytes of a message."""

from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t

from covert_engine.covert.exchange.layouts import ENUMS, MESSAGES

cdef dict TYPES = {"number": NUMBER, "flag": FLAG, "text": TEXT, "other": OTHER}
cdef dict KNOWN = {}         # layouts by name


cdef Layout layout_of(str name):
    if name not in KNOWN:
        KNOWN[name] = Layout(MESSAGES[name])
    return KNOWN[name]


cdef class Field:

    def __init__(self, str text, dict parts):
        self.name, number, type_name = text.split(":")
        self.number = int(number)
        self.repeated = type_name.endswith("*")
        type_name = type_name.removesuffix("*")
        if type_name in TYPES:
            self.type = TYPES[type_name]
        elif type_name in ENUMS:
            self.type = CHOICE
            self.choices = tuple(ENUMS[type_name].split())
            self.numbers = {choice: place for place, choice in enumerate(self.choices)}
        else:
            self.type = PART
            self.layout = parts.get(type_name) or layout_of(type_name)

    cdef bint tagged(self) noexcept:
        return self.type == TEXT or self.type == PART


cdef class Layout:

    def __init__(self, str text, dict parts={}):
        """Take fields as in `layouts.py`, and layouts of their types that are not listed there."""
        cdef Field field
        self.fields = [Field(entry, parts) for entry in text.split()]
        self.names = frozenset([entry.partition(":")[0] for entry in text.split()])
        self.nameless = self.names == {""}
        self.size = max([(<Field> field).number for field in self.fields])
        assert self.size <= MOST_NUMBER
        for number in range(MOST_NUMBER + 1):
            self.wire[number] = NO_FIELD
            self.tagged[number] = False
        self.by_number = [None] * (MOST_NUMBER + 1)
        for field in self.fields:
            self.by_number[field.number] = field
            self.inner[field.number] = <PyObject*> field.layout
            self.wire[field.number] = SIZED if field.repeated or field.tagged() else VARINT
            self.tagged[field.number] = field.repeated and field.tagged()

    cdef Field field(self, int number):
        return <Field> self.by_number[number]


cdef bytes message_bytes(Layout layout, dict fields, list foreign):
    cdef bytearray out = bytearray()
    write_fields(layout, fields, out, foreign)
    return bytes(out)


cdef int write_fields(Layout layout, dict fields, bytearray out, list foreign) except -1:
    cdef Field field
    if not fields.keys() <= layout.names:
        write_foreign(UNKNOWN_FIELDS, FOREIGN_VALUE, fields, out, foreign)
    for field in layout.fields:
        if field.name in fields and field.type != OTHER:
            value = fields[field.name]
            if not field.repeated:
                write_value(field, FOREIGN_VALUE, value, out, foreign)
            elif not isinstance(value, (list, tuple)):
                write_foreign(field.number, FOREIGN_VALUE, value, out, foreign)
            elif field.tagged():
                for entry in value:
                    write_value(field, FOREIGN_ENTRY, entry, out, foreign)
            else:
                write_numbers(field, value, out, foreign)
    return 0


cdef int write_value(Field field, WireType unfit, object value, bytearray out, list foreign) except -1:
    """Write a value, or an entry of a list, after its tag."""
    cdef bytes inner = None
    if not field.tagged():
        write_number(field.number << 3 | VARINT, out)
        return write_number(number_of(field, value, foreign), out)
    if field.type == PART:
        if field.layout.nameless:
            value = {"": value}
        if isinstance(value, dict):
            inner = message_bytes(field.layout, value, foreign)
    elif type(value) is str:
        try:
            inner = (<str> value).encode()
        except UnicodeEncodeError:                 # half a character
            pass
    if inner is None:
        return write_foreign(field.number, unfit, value, out, foreign)
    return write_sized(field.number, inner, out)


cdef int write_numbers(Field field, object values, bytearray out, list foreign) except -1:
    cdef bytearray packed = bytearray()
    for value in values:
        write_number(number_of(field, value, foreign), packed)
    return write_sized(field.number, packed, out)


cdef int write_sized(int number, object inner, bytearray out) except -1:
    write_number(number << 3 | SIZED, out)
    write_number(len(inner), out)
    out += inner
    return 0


cdef int write_foreign(int number, WireType wire, object value, bytearray out,
                       list foreign) except -1:
    write_number(number << 3 | wire, out)
    write_number(len(foreign), out)
    foreign.append(value)
    return 0


cdef uint64_t number_of(Field field, object value, list foreign) except? 0:
    """Return a value as it stands on the wire."""
    if field.type == NUMBER:
        if type(value) is int and 0 <= value < 1 << 62:
            return value
    elif field.type == FLAG:
        if type(value) is bool:
            return value is True
    elif isinstance(value, str) and value in field.numbers:
        return field.numbers[value]
    foreign.append(value)
    return foreign_number(len(foreign) - 1)


cdef int write_number(uint64_t value, bytearray out) except -1:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return 0
