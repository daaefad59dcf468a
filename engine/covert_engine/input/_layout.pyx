"""Layouts of messages, and dictionaries written as the bytes of a message."""

from cython cimport final
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport PyObject
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memmove, memset

cdef enum:
    FIRST_ROOM = 4096        # bytes; nearly all views take less
    VARINT_BYTES = 10        # at most

cdef str UNNAMED = "-"       # stands for the value of an enum that no text names
cdef dict TYPES = {"number": NUMBER, "flag": FLAG, "text": TEXT, "other": OTHER}


cdef class Field:

    def __init__(self, str text, dict messages, dict enums, bint complete):
        self.name, number, type_name = text.split(":")
        self.number = int(number)
        self.nullable = type_name.endswith("?")
        type_name = type_name.removesuffix("?")
        self.repeated = type_name.endswith("*")
        type_name = type_name.removesuffix("*")
        if type_name in TYPES:
            self.type = TYPES[type_name]
        elif type_name in enums:
            self.type = CHOICE
            self.choices = tuple(enums[type_name].split())
            self.numbers = {choice: place for place, choice in enumerate(self.choices)
                            if choice != UNNAMED}
        else:
            self.type = PART
            self.layout = Layout(messages[type_name], messages, enums, complete)
        self.tagged = self.type == TEXT or self.type == PART


cdef class Layout:

    def __init__(self, str text, dict messages, dict enums, bint complete=False):
        """Take fields as in a game's `layouts.py`, and the messages and enums that are their types."""
        cdef FieldTable* table = &self.table
        cdef Field field
        self.fields = [Field(entry, messages, enums, complete) for entry in text.split()]
        self.by_name = {(<Field> field).name: field for field in self.fields}
        self.by_number = [None] * (MOST_NUMBER + 1)
        self.nameless = "" in self.by_name
        self.complete = complete
        memset(table, 0, sizeof(FieldTable))
        memset(table.wire, NO_FIELD, sizeof(table.wire))
        table.layout = <PyObject*> self
        for field in self.fields:
            assert 0 < field.number <= MOST_NUMBER
            self.by_number[field.number] = field
            table.size = max(table.size, field.number)
            table.wire[field.number] = SIZED if field.repeated or field.tagged else VARINT
            table.tagged[field.number] = field.repeated and field.tagged
            if field.type == CHOICE:
                table.choices[field.number] = len(field.choices)
            elif field.type == PART:
                table.inner[field.number] = &field.layout.table

    cdef Field field(self, int number):
        return <Field> self.by_number[number]


cdef bytes message_bytes(Layout layout, dict fields, list foreign):
    cdef Writer writer = Writer(foreign)
    writer.write_fields(layout, fields)
    return PyBytes_FromStringAndSize(<const char*> writer.data, writer.size)


@final                       # so that its methods are called directly
cdef class Writer:
    """Bytes of a message that grow."""
    cdef uint8_t* data
    cdef size_t size, room
    cdef list foreign

    def __cinit__(self, list foreign):
        self.foreign = foreign
        self.grow(FIRST_ROOM)

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef inline int make_room(self, size_t more) except -1:
        """Make sure that so many bytes more have room."""
        return 0 if more <= self.room - self.size else self.grow(more)

    cdef int grow(self, size_t more) except -1:
        cdef size_t room = 2 * self.room + more
        cdef void* data = PyMem_Realloc(self.data, room)
        if data == NULL:
            raise MemoryError
        self.data = <uint8_t*> data
        self.room = room
        return 0

    cdef int write_fields(self, Layout layout, dict fields) except -1:
        cdef Field field
        cdef int known = 0
        for name, value in fields.items():
            field = <Field> layout.by_name.get(name)
            if field is None:
                continue
            known += 1
            if field.type == OTHER or (field.nullable and value is None):
                continue
            if not field.repeated:
                self.write_value(field, FOREIGN_VALUE, value)
            elif not isinstance(value, (list, tuple)):
                self.write_foreign(field.number, FOREIGN_VALUE, value)
            elif field.tagged:
                for entry in value:
                    self.write_value(field, FOREIGN_ENTRY, entry)
            else:
                self.write_numbers(field, value)
        if known != len(fields) or (layout.complete and known != len(layout.fields)):
            self.write_foreign(WRONG_FIELDS, FOREIGN_VALUE, fields)
        return 0

    cdef int write_value(self, Field field, WireType unfit, object value) except -1:
        """Write a value, or an entry of a list, after its tag."""
        cdef size_t start
        if not field.tagged:
            self.write_number(field.number << 3 | VARINT)
            return self.write_number(self.number_of(field, value))
        if field.type == TEXT:
            if type(value) is str and self.write_text(field.number, value):
                return 0
        elif isinstance(value, dict) or field.layout.nameless:
            start = self.begin(field.number)
            self.write_fields(field.layout, {"": value} if field.layout.nameless else value)
            return self.end(start)
        return self.write_foreign(field.number, unfit, value)

    cdef bint write_text(self, int number, str value) except -1:
        """Write a text; return False if it holds half a character, which has no bytes."""
        cdef Py_ssize_t size
        cdef const char* letters
        try:
            letters = PyUnicode_AsUTF8AndSize(value, &size)
        except UnicodeEncodeError:
            return False
        self.write_number(number << 3 | SIZED)
        self.write_number(size)
        self.make_room(size)
        memcpy(self.data + self.size, letters, size)
        self.size += size
        return True

    cdef int write_numbers(self, Field field, object values) except -1:
        cdef size_t start = self.begin(field.number)
        for value in values:
            self.write_number(self.number_of(field, value))
        return self.end(start)

    cdef int write_foreign(self, int number, WireType wire, object value) except -1:
        self.write_number(number << 3 | wire)
        self.write_number(len(self.foreign))
        self.foreign.append(value)
        return 0

    cdef size_t begin(self, int number) except 0:
        """Begin a value of stated size; return its place, for `end`. A byte is left for the size."""
        self.write_number(number << 3 | SIZED)
        self.write_number(0)
        return self.size

    cdef int end(self, size_t start) except -1:
        """State the size of the value that began there; move it if the size takes more bytes."""
        cdef size_t size = self.size - start
        cdef size_t moved = 0
        cdef size_t end
        while size >> 7 * (moved + 1):
            moved += 1
        self.make_room(moved)
        if moved:
            memmove(self.data + start + moved, self.data + start, size)
        end = self.size + moved
        self.size = start - 1
        self.write_number(size)
        self.size = end
        return 0

    cdef inline uint64_t number_of(self, Field field, object value) except? 0x8000000000000000:
        """Return a value as it stands on the wire."""
        cdef long long number
        cdef int overflow
        if field.type == NUMBER:
            if type(value) is int:
                number = PyLong_AsLongLongAndOverflow(value, &overflow)
                if overflow == 0 and 0 <= number < <long long> 1 << 62:
                    return number
        elif field.type == FLAG:
            if type(value) is bool:
                return value is True
        elif isinstance(value, str) and value in field.numbers:
            return field.numbers[value]
        self.foreign.append(value)
        return foreign_number(len(self.foreign) - 1)

    cdef inline int write_number(self, uint64_t value) except -1:
        self.make_room(VARINT_BYTES)
        while value > 127:
            self.data[self.size] = value & 127 | 128
            self.size += 1
            value >>= 7
        self.data[self.size] = value
        self.size += 1
        return 0
