"""Reads the bytes of a message, and notes all mistakes in them."""

import re
import reprlib

from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport NONE
from covert_engine.covert.exchange._layout cimport (
    EIGHT_BYTES, FLAG, FOREIGN_ENTRY, FOREIGN_VALUE, FOUR_BYTES, GROUP, GROUP_END, NO_FIELD, NUMBER,
    SIZED, TEXT, UNKNOWN_FIELDS, VARINT, Field, Layout, foreign_number, message_bytes,
)
from covert_engine.covert.exchange.names import enum_of
from covert_engine.reading.errors import ViewError
from covert_engine.reading.spelling import EnumName, enum_names

cdef enum:
    VARINT_BYTES = 10        # at most
    ANY_SIZE = 1 << 30

INDEX = re.compile(r"\[[^]]*\]")


cdef int note(list mistakes, str field, str description) except -1:
    if len(mistakes) < MOST_VIOLATIONS:
        mistakes.append((field, description))
    return 0


cdef bint could_read(set unread, tuple fields) except -1:
    cdef str path, field
    for path in unread:
        for field in fields:
            if not path or path == field or path.startswith(field + ".") or (
                    field.startswith(path + ".")):
                return False
    return True


# Words.

cdef str shown(object value):
    try:
        return reprlib.repr(value)
    except ValueError:       # Python writes out no number of thousands of digits
        return "a number with thousands of digits, or holds one"


cdef str shown_in(str field, object value):
    """Return the same for the value of a field, which may be an enum."""
    enum = enum_of(field)
    if enum is not None and isinstance(value, str) and len(value) <= LONGEST_NAME and (
            value.isidentifier()):
        return repr(EnumName(enum, value))
    return shown(value)


cdef str path_of(const Message* message, int field, int index):
    cdef str path = "" if message.parent == NULL else path_of(
        message.parent, message.field, message.index)
    cdef str name = "" if field == ITSELF else (<Layout> message.layout).field(field).name
    if name:
        path = f"{path}.{name}" if path else name
    return path if index == NO_INDEX else f"{path}[{index}]"


# Bytes.

cdef int refuse() except -1:
    raise ViewError([("view", "is not in the bytes that Protobuf writes")])


cdef inline uint64_t varint(const uint8_t** at, const uint8_t* end) except? 0x8000000000000000:
    cdef uint64_t value = 0
    cdef uint8_t byte
    cdef int shift
    if at[0] != end and at[0][0] < 128:            # as nearly all
        byte = at[0][0]
        at[0] += 1
        return byte
    for shift in range(VARINT_BYTES):
        if at[0] == end:
            break
        byte = at[0][0]
        at[0] += 1
        value |= <uint64_t> (byte & 127) << (7 * shift)
        if byte < 128:
            return value
    refuse()
    return 0x8000000000000000


cdef const uint8_t* sized(const uint8_t** at, const uint8_t* end) except NULL:
    """Move to a value of stated size; return its end."""
    cdef uint64_t size = varint(at, end)
    if size > <uint64_t> (end - at[0]):
        refuse()
    return at[0] + size


cdef int skip(const uint8_t** at, const uint8_t* end, int wire) except -1:
    """Move behind a value."""
    if wire == VARINT or wire >= FOREIGN_ENTRY:
        varint(at, end)
    elif wire == SIZED:
        at[0] = sized(at, end)
    elif wire == EIGHT_BYTES or wire == FOUR_BYTES:
        if end - at[0] < (8 if wire == EIGHT_BYTES else 4):
            refuse()
        at[0] += 8 if wire == EIGHT_BYTES else 4
    elif wire == GROUP:
        skip_group(at, end)
    else:
        refuse()
    return 0


cdef int skip_group(const uint8_t** at, const uint8_t* end) except -1:
    cdef uint64_t tag
    cdef int depth = 1
    while depth:
        tag = varint(at, end)
        if tag & 7 == GROUP:
            depth += 1
        elif tag & 7 == GROUP_END:
            depth -= 1
        else:
            skip(at, end, tag & 7)
    return 0


cdef class Reader:

    def __cinit__(self):
        self.mistakes = []
        self.unread = set()
        self.left_out = ()
        self.foreign = []
        self.unset = "unspecified"

    cdef int complain(self, const Message* message, int field, int index, str description) except -1:
        return self.complain_at(path_of(message, field, index), description)

    cdef int complain_at(self, str path, str description) except -1:
        for field in (*self.left_out, *[field for field, _ in self.mistakes]):
            if path == field or path.startswith((f"{field}.", f"{field}[")):
                return 0                            # it only repeats a known mistake
        self.unread.add(INDEX.sub("", path))
        return note(self.mistakes, path or "view", description)

    cdef int leave_out(self, object paths) except -1:
        self.left_out = tuple(paths)
        self.unread.update([INDEX.sub("", path) for path in paths])
        return 0

    cdef int leave_unread(self, const Message* message, int field) except -1:
        self.unread.add(INDEX.sub("", path_of(message, field, NO_INDEX)))
        return 0

    cdef bint has_read(self, const Message* message, int field) except -1:
        return not self.unread or could_read(
            self.unread, (INDEX.sub("", path_of(message, field, NO_INDEX)),))

    # Messages.

    cdef bytes bytes_of(self, Layout layout, object fields):
        if not isinstance(fields, dict):
            self.complain_at("", f"{shown(fields)}; expected a message with named fields")
            fields = {}
        self.unset = ""
        return message_bytes(layout, fields, self.foreign)

    cdef int open_bytes(self, Layout layout, bytes data, Message* message) except -1:
        cdef const uint8_t* at = data
        return self.open(layout, at, at + len(data), NULL, ITSELF, NO_INDEX, message)

    cdef int enter(self, const Message* message, int field, Message* inner) except -1:
        cdef const Slot* slot = &message.slot[field]
        cdef const uint8_t* at = slot.at
        return self.open_part(message, field, NO_INDEX, slot.wire if slot.count else NO_FIELD,
                              &at, message.end, inner)

    cdef int enter_item(self, const Message* message, List* items, Message* inner) except -1:
        cdef int wire = self.next_entry(message, items)
        return self.open_part(message, items.field, items.index, wire, &items.at, items.end, inner)

    cdef int open_part(self, const Message* message, int field, int index, int wire,
                       const uint8_t** at, const uint8_t* end, Message* inner) except -1:
        cdef Layout layout = <Layout> (<Layout> message.layout).inner[field]
        cdef const uint8_t* start = NULL
        cdef const uint8_t* stop = NULL
        if wire == SIZED:
            stop = sized(at, end)
            start = at[0]
            at[0] = stop
        self.open(layout, start, stop, message, field, index, inner)
        if wire == FOREIGN_ENTRY or wire == FOREIGN_VALUE:
            value = self.foreign[self.place(varint(at, end))]
            self.complain(inner, ITSELF, NO_INDEX,
                          f"{shown(value)}; expected a message with named fields")
        return 0

    cdef int open(self, Layout layout, const uint8_t* at, const uint8_t* end, const Message* parent,
                  int field, int index, Message* message) except -1:
        """Find where each field stands."""
        cdef uint64_t tag
        cdef Slot* slot
        message.layout = <PyObject*> layout
        message.end = end
        message.parent = parent
        message.field = field
        message.index = index
        memset(message.slot, 0, (layout.size + 1) * sizeof(Slot))
        while at != end:
            tag = varint(&at, end)
            if tag & 7 >= FOREIGN_ENTRY and not self.foreign:
                refuse()
            if tag >> 3 <= <uint64_t> layout.size and (
                    tag & 7 == layout.wire[tag >> 3] or tag & 7 >= FOREIGN_ENTRY):
                slot = &message.slot[tag >> 3]
                if slot.count == 0:
                    slot.at = at
                    slot.wire = tag & 7
                elif not layout.tagged[tag >> 3]:
                    refuse()
                slot.count += 1
            skip(&at, end, tag & 7)
        if message.slot[UNKNOWN_FIELDS].count:
            self.note_unknown(message)
        return 0

    cdef int note_unknown(self, const Message* message) except -1:
        cdef Layout layout = <Layout> message.layout
        cdef Field field
        cdef const uint8_t* at = message.slot[UNKNOWN_FIELDS].at
        fields = self.foreign[self.place(varint(&at, message.end))]
        for field in layout.fields:                # one of them was meant
            if field.name not in fields:
                self.leave_unread(message, field.number)
        path = path_of(message, ITSELF, NO_INDEX)
        for name in fields:
            if name not in layout.names:
                name = name if isinstance(name, str) and name.isidentifier() and (
                    len(name) <= LONGEST_NAME) else shown(name)
                self.complain_at(f"{path}.{name}" if path else name,
                                 f"unknown field; expected one of {', '.join(sorted(layout.names))}")
        return 0

    cdef Py_ssize_t place(self, uint64_t place) except -1:
        """Return a place among the foreign values; bytes from outside have none."""
        if place >= <uint64_t> len(self.foreign):
            refuse()
        return place

    # Values.

    cdef bint has(self, const Message* message, int field) noexcept:
        return message.slot[field].count != 0

    cdef uint64_t raw(self, const Message* message, int field) except? 0x8000000000000000:
        cdef const uint8_t* at = message.slot[field].at
        return varint(&at, message.end) if message.slot[field].count else 0

    cdef bint is_foreign(self, uint64_t value) noexcept:
        return value - foreign_number(0) < <uint64_t> len(self.foreign)

    cdef object number_or_foreign(self, uint64_t value):
        return self.foreign[value - foreign_number(0)] if self.is_foreign(value) else value

    cdef object value(self, const Message* message, int field):
        """Return any value but a message."""
        cdef Field known = (<Layout> message.layout).field(field)
        cdef uint64_t value
        cdef List items
        if not self.has(message, field) and known.repeated:
            return []
        if message.slot[field].wire == FOREIGN_VALUE or known.type == TEXT:
            return self.text(message, field)
        if known.repeated:
            self.items(message, field, 0, ANY_SIZE, &items)
            return [self.number_or_foreign(varint(&items.at, items.end)) for _ in range(items.size)]
        value = self.raw(message, field)
        if known.type == NUMBER or self.is_foreign(value):
            return self.number_or_foreign(value)
        if known.type == FLAG:
            return value != 0
        if not self.has(message, field):
            return self.unset
        return known.choices[value] if value < <uint64_t> len(known.choices) else str(<int32_t> value)

    cdef int number(self, const Message* message, int field, int low, int high) except -1:
        return self.within(message, field, NO_INDEX, self.raw(message, field), low, high)

    cdef int within(self, const Message* message, int field, int index, uint64_t value, int low,
                    int high) except -1:
        if <uint64_t> low <= value <= <uint64_t> high:
            return value
        wrong = self.number_or_foreign(value)
        if type(wrong) is not int:
            self.complain(message, field, index, f"{shown(wrong)}; expected a whole number")
        else:
            expected = f"{low} to {high}" if low < high else str(low)
            self.complain(message, field, index, f"{shown(wrong)}; expected {expected}")
        return low

    cdef int seat_or_none(self, const Message* message, int field, int players) except -1:
        return self.number(message, field, 0, players - 1) if self.has(message, field) else NONE

    cdef bint flag(self, const Message* message, int field) except -1:
        cdef uint64_t value = self.raw(message, field)
        if value > 1:
            self.complain(message, field, NO_INDEX,
                          f"{shown(self.number_or_foreign(value))}; expected true or false")
        return value == 1

    cdef int choice(self, const Message* message, int field) except -1:
        cdef Field known = (<Layout> message.layout).field(field)
        cdef uint64_t value = self.raw(message, field)
        if 0 < value < <uint64_t> len(known.choices):
            return value
        names = ", ".join(enum_names(enum_of(known.name), known.choices[1:]))
        self.complain(message, field, NO_INDEX,
                      f"{self.shown_value(message, field)}; expected one of {names}")
        return 0

    cdef str shown_value(self, const Message* message, int field):
        return shown_in(self.name(message, field), self.value(message, field))

    cdef str name(self, const Message* message, int field):
        return (<Layout> message.layout).field(field).name

    cdef object text(self, const Message* message, int field):
        cdef const uint8_t* at = message.slot[field].at
        return self.text_at(message.slot[field].wire, &at, message.end) if self.has(
            message, field) else ""

    cdef object text_at(self, int wire, const uint8_t** at, const uint8_t* end):
        cdef const uint8_t* start
        if wire >= FOREIGN_ENTRY:
            return self.foreign[self.place(varint(at, end))]
        end = sized(at, end)
        start = at[0]
        at[0] = end
        try:
            return (<const char*> start)[:end - start].decode()
        except UnicodeDecodeError:
            refuse()

    cdef int named(self, const Message* message, int field, dict choices, int nothing) except -1:
        if nothing >= 0 and not self.has(message, field):
            return nothing
        value = self.text(message, field)
        if nothing >= 0 and (value == "" or value == "unspecified"):
            return nothing
        return self.one_of(message, field, NO_INDEX, value, choices)

    cdef int one_of(self, const Message* message, int field, int index, object value,
                    dict choices) except -1:
        if isinstance(value, str) and value in choices:
            return choices[value]
        self.complain(message, field, index, f"{shown(value)}; expected one of {', '.join(choices)}")
        return 0

    # Lists.

    cdef int items(self, const Message* message, int field, int least, int most, List* items) except -1:
        cdef const Slot* slot = &message.slot[field]
        cdef const uint8_t* at = slot.at
        cdef uint32_t size = slot.count
        items.at = at
        items.end = message.end
        items.size = 0
        items.field = field
        items.index = NO_INDEX
        if size and slot.wire == FOREIGN_VALUE:
            value = self.foreign[self.place(varint(&at, message.end))]
            self.complain(message, field, NO_INDEX, f"{shown(value)}; expected a list")
            return 0
        if size and not (<Layout> message.layout).tagged[field]:
            items.end = sized(&items.at, message.end)
            size = 0
            at = items.at
            while at != items.end:                 # a number ends with a byte below 128
                size += at[0] < 128
                at += 1
        if not <uint32_t> least <= size <= <uint32_t> most:
            expected = f"{least} to {most}" if least < most else str(least)
            self.complain(message, field, NO_INDEX, f"{size} entries; expected {expected}")
            return 0
        items.size = size
        return 0

    cdef int next_entry(self, const Message* message, List* items) except -1:
        """Move to the next entry of a list with tags; return its wire type."""
        cdef uint64_t tag
        items.index += 1
        if items.index == 0:
            return message.slot[items.field].wire
        while True:
            tag = varint(&items.at, items.end)
            if tag >> 3 == <uint64_t> items.field and (tag & 7 == SIZED or tag & 7 >= FOREIGN_ENTRY):
                return tag & 7
            skip(&items.at, items.end, tag & 7)

    cdef int next_number(self, const Message* message, List* items, int low, int high) except -1:
        items.index += 1
        return self.within(message, items.field, items.index, varint(&items.at, items.end), low, high)

    cdef int next_named(self, const Message* message, List* items, dict choices) except -1:
        cdef int wire = self.next_entry(message, items)
        return self.one_of(message, items.field, items.index,
                           self.text_at(wire, &items.at, items.end), choices)

    cdef uint64_t numbers(self, const Message* message, int field, int low, int high) except? 0x8000000000000000:
        cdef uint64_t members = 0
        cdef uint64_t value, member
        cdef List items
        cdef int i
        self.items(message, field, 0, high - low + 1, &items)
        for i in range(items.size):
            value = varint(&items.at, items.end)
            if not <uint64_t> low <= value <= <uint64_t> high:
                self.within(message, field, i, value, low, high)
                continue
            member = bit(value - low)
            if members & member:
                self.complain(message, field, i,
                              f"{value} stands here twice; expected each number once")
            members |= member
        return members

    cdef int dice(self, const Message* message, int field, int most, uint8_t* count) except -1:
        cdef List items
        cdef int i
        self.items(message, field, 0, most, &items)
        for i in range(items.size):
            count[self.next_number(message, &items, 1, 6) - 1] += 1
        return 0
