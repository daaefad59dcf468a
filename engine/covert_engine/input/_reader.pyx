"""Reads the bytes of a message, and notes all mistakes in them."""

import re
import reprlib

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from covert_engine.input._layout cimport (
    CHOICE, EIGHT_BYTES, FLAG, FOREIGN_ENTRY, FOREIGN_VALUE, FOUR_BYTES, GROUP, GROUP_END, NUMBER,
    SIZED, TEXT, VARINT, WRONG_FIELDS, Field, FieldTable, Layout, foreign_number, message_bytes,
)
from covert_engine.input.errors import ViewError
from covert_engine.input.spelling import EnumName, enum_names

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


cdef str without_indexes(str path):
    return INDEX.sub("", path)


cdef Layout layout_of(const Message* message):
    return <Layout> message.table.layout


cdef str path_of(const Message* message, int field, int index):
    cdef str path = "" if message.parent == NULL else path_of(
        message.parent, message.field, message.index)
    cdef str name = "" if field == ITSELF else layout_of(message).field(field).name
    if name:
        path = f"{path}.{name}" if path else name
    return path if index == NO_INDEX else f"{path}[{index}]"


# Bytes.

cdef int refuse() except -1:
    raise ViewError([("view", "is not in the bytes that Protobuf writes")])


cdef uint64_t long_varint(const uint8_t** at, const uint8_t* end) except? 0x8000000000000000:
    cdef uint64_t value = 0
    cdef uint8_t byte
    cdef int shift
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


cdef inline const uint8_t* sized(const uint8_t** at, const uint8_t* end) except NULL:
    """Move to a value of stated size; return its end."""
    cdef uint64_t size = varint(at, end)
    if size > <uint64_t> (end - at[0]):
        refuse()
    return at[0] + size


cdef str letters(const uint8_t* at, const uint8_t* end):
    try:
        return (<const char*> at)[:end - at].decode()
    except UnicodeDecodeError:
        refuse()


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
        if self.is_known(path):
            return 0
        self.unread.add(without_indexes(path))
        return note(self.mistakes, path or "view", description)

    cdef bint is_known(self, str path) except -1:
        cdef str field
        for field in (*self.left_out, *[field for field, _ in self.mistakes]):
            if path == field or path.startswith((f"{field}.", f"{field}[")):
                return True
        return False

    cdef int leave_out(self, object paths) except -1:
        self.left_out = tuple(paths)
        self.unread.update([without_indexes(path) for path in paths])
        return 0

    cdef int leave_unread(self, const Message* message, int field) except -1:
        self.unread.add(without_indexes(path_of(message, field, NO_INDEX)))
        return 0

    cdef bint has_read(self, const Message* message, int field) except -1:
        return not self.unread or could_read(
            self.unread, (without_indexes(path_of(message, field, NO_INDEX)),))

    # Messages.

    cdef bytes bytes_of(self, Layout layout, object fields):
        if not isinstance(fields, dict):
            self.complain_at("", f"{shown(fields)}; expected a message with named fields")
            fields = {}
        self.unset = ""
        return message_bytes(layout, fields, self.foreign)

    cdef int open_bytes(self, Layout layout, bytes data, Message* message) except -1:
        cdef const uint8_t* at = data
        self.data = data
        return self.open(&layout.table, at, at + len(data), NULL, ITSELF, NO_INDEX, message)

    cdef int enter(self, const Message* message, int field, Message* inner) except -1:
        cdef const FieldTable* table = message.table.inner[field]
        cdef const Slot* slot = &message.slot[field]
        if self.has(message, field) and slot.wire == SIZED:
            return self.open(table, slot.at, slot.end, message, field, NO_INDEX, inner)
        self.open(table, NULL, NULL, message, field, NO_INDEX, inner)
        if self.has(message, field):
            self.note_no_message(inner, self.foreign_value(slot.number))
        return 0

    cdef int enter_item(self, const Message* message, List* items, Message* inner) except -1:
        cdef const FieldTable* table = message.table.inner[items.field]
        cdef const uint8_t* end
        cdef const uint8_t* at
        if self.next_entry(message, items) == SIZED:
            end = sized(&items.at, items.end)
            at = items.at
            items.at = end
            return self.open(table, at, end, message, items.field, items.index, inner)
        self.open(table, NULL, NULL, message, items.field, items.index, inner)
        return self.note_no_message(inner, self.foreign_value(varint(&items.at, items.end)))

    cdef int open(self, const FieldTable* table, const uint8_t* at, const uint8_t* end,
                  const Message* parent, int field, int index, Message* message) except -1:
        """Find where each field stands."""
        cdef const uint8_t* start
        cdef uint64_t number
        cdef uint8_t wire
        cdef Slot* slot
        message.table = table
        message.end = end
        message.parent = parent
        message.field = field
        message.index = index
        message.present = 0
        while at != end:
            start = at
            number = varint(&at, end)
            wire = number & 7
            number >>= 3
            if wire >= FOREIGN_ENTRY and not self.foreign:
                refuse()
            if number > <uint64_t> table.size or (
                    wire != table.wire[number] and wire < FOREIGN_ENTRY):
                skip(&at, end, wire)
                continue
            slot = &message.slot[number]
            if message.present >> number & 1:
                if not table.tagged[number]:
                    refuse()
                slot.count += 1
                skip(&at, end, wire)
                continue
            message.present |= (<uint64_t> 1 << number)
            slot.count = 1
            slot.wire = wire
            if wire == SIZED:
                slot.end = sized(&at, end)
                slot.at = start if table.tagged[number] else at
                at = slot.end
            else:
                slot.at = start
                slot.number = varint(&at, end)
        if self.has(message, WRONG_FIELDS):
            self.note_wrong_fields(message, self.foreign_value(self.raw(message, WRONG_FIELDS)))
        return 0

    cdef int note_no_message(self, const Message* message, object value) except -1:
        return self.complain(message, ITSELF, NO_INDEX,
                             f"{shown(value)}; expected a message with named fields")

    cdef int note_wrong_fields(self, const Message* message, dict fields) except -1:
        cdef Layout layout = layout_of(message)
        cdef Field field
        for field in layout.fields:                # one of them was meant
            if field.name not in fields:
                self.leave_unread(message, field.number)
        path = path_of(message, ITSELF, NO_INDEX)
        for name in fields:
            if name not in layout.by_name:
                name = name if isinstance(name, str) and name.isidentifier() and (
                    len(name) <= LONGEST_NAME) else shown(name)
                self.complain_at(f"{path}.{name}" if path else name,
                                 f"unknown field; expected one of {', '.join(sorted(layout.by_name))}")
        return 0

    cdef object foreign_value(self, uint64_t place):
        if place >= <uint64_t> len(self.foreign):  # only bytes from outside can say so
            refuse()
        return self.foreign[place]

    # Values.

    cdef bint is_foreign(self, uint64_t value) noexcept:
        return value - foreign_number(0) < <uint64_t> len(self.foreign)

    cdef object number_or_foreign(self, uint64_t value):
        return self.foreign[value - foreign_number(0)] if self.is_foreign(value) else value

    cdef object value(self, const Message* message, int field):
        """Return any value but a message."""
        cdef Field known = layout_of(message).field(field)
        cdef uint64_t value
        cdef List items
        if known.type == TEXT or (
                self.has(message, field) and message.slot[field].wire == FOREIGN_VALUE):
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

    cdef int no_number(self, const Message* message, int field, int index, uint64_t value, int low,
                       int high) except -1:
        wrong = self.number_or_foreign(value)
        if type(wrong) is not int:
            self.complain(message, field, index, f"{shown(wrong)}; expected a whole number")
        else:
            expected = f"{low} to {high}" if low < high else str(low)
            self.complain(message, field, index, f"{shown(wrong)}; expected {expected}")
        return low

    cdef bint no_flag(self, const Message* message, int field, uint64_t value) except -1:
        self.complain(message, field, NO_INDEX,
                      f"{shown(self.number_or_foreign(value))}; expected true or false")
        return False

    cdef int no_choice(self, const Message* message, int field) except -1:
        cdef Field known = layout_of(message).field(field)
        names = ", ".join(enum_names(known.name.upper(), known.choices[1:]))
        self.complain(message, field, NO_INDEX,
                      f"{self.shown_value(message, field)}; expected one of {names}")
        return 0

    cdef str shown_value(self, const Message* message, int field):
        cdef Field known = layout_of(message).field(field)
        value = self.value(message, field)
        if known.type == CHOICE and isinstance(value, str) and len(value) <= LONGEST_NAME and (
                value.isidentifier()):
            return repr(EnumName(known.name.upper(), value))
        return shown(value)

    cdef str name(self, const Message* message, int field):
        return layout_of(message).field(field).name

    cdef object text(self, const Message* message, int field):
        cdef const Slot* slot = &message.slot[field]
        if not self.has(message, field):
            return ""
        return letters(slot.at, slot.end) if slot.wire == SIZED else self.foreign_value(slot.number)

    cdef int named(self, const Message* message, int field, dict choices, int nothing) except -1:
        if nothing >= 0 and not self.has(message, field):
            return nothing
        value = self.text(message, field)
        if nothing >= 0 and (value == "" or value == "unspecified"):
            return nothing
        return self.one_of(message, field, NO_INDEX, value, choices)

    cdef int one_of(self, const Message* message, int field, int index, object value,
                    dict choices) except -1:
        place = choices.get(value) if isinstance(value, str) else None
        if place is not None:
            return place
        self.complain(message, field, index, f"{shown(value)}; expected one of {', '.join(choices)}")
        return 0

    # Lists.

    cdef int items(self, const Message* message, int field, int least, int most, List* items) except -1:
        cdef const Slot* slot = &message.slot[field]
        cdef const uint8_t* at
        cdef uint32_t size = 0
        items.size = 0
        items.field = field
        items.index = NO_INDEX
        if self.has(message, field):
            if slot.wire == FOREIGN_VALUE:
                return self.no_list(message, field, self.foreign_value(slot.number), least, most)
            items.at = slot.at
            if message.table.tagged[field]:
                items.end = message.end
                size = slot.count
            else:
                items.end = slot.end
                at = slot.at
                while at != slot.end:              # a number ends with a byte below 128
                    size += at[0] < 128
                    at += 1
        if not <uint32_t> least <= size <= <uint32_t> most:
            return self.no_size(message, field, size, least, most)
        items.size = size
        return 0

    cdef int no_list(self, const Message* message, int field, object value, int least,
                     int most) except -1:
        return self.complain(message, field, NO_INDEX, f"{shown(value)}; expected a list")

    cdef int no_size(self, const Message* message, int field, int size, int least,
                     int most) except -1:
        expected = f"{least} to {most}" if least < most else str(least)
        return self.complain(message, field, NO_INDEX, f"{size} entries; expected {expected}")

    cdef int next_entry(self, const Message* message, List* items) except -1:
        """Move to the next entry of a list with tags; return its wire type."""
        cdef uint64_t tag
        cdef uint8_t wire
        items.index += 1
        while True:
            tag = varint(&items.at, items.end)
            wire = tag & 7
            if tag >> 3 == <uint64_t> items.field and (wire == SIZED or wire >= FOREIGN_ENTRY):
                return wire
            skip(&items.at, items.end, wire)

    cdef int next_named(self, const Message* message, List* items, dict choices) except -1:
        cdef const uint8_t* start
        cdef const uint8_t* end
        if self.next_entry(message, items) == SIZED:
            end = sized(&items.at, items.end)
            start = items.at
            items.at = end
            value = letters(start, end)
        else:
            value = self.foreign_value(varint(&items.at, items.end))
        return self.one_of(message, items.field, items.index, value, choices)

    cdef uint64_t members(self, const Message* message, int field, int low,
                          int high) except? 0x8000000000000000:
        """Return a list that is present as a set."""
        cdef const Slot* slot = &message.slot[field]
        cdef const uint8_t* at = slot.at
        cdef uint64_t members = 0
        cdef uint64_t member
        if slot.wire == SIZED:
            while at != slot.end and low <= at[0] <= high:
                member = <uint64_t> 1 << (at[0] - low)
                if members & member:
                    break
                members |= member
                at += 1
            if at == slot.end:
                return members
        return self.members_and_mistakes(message, field, low, high)

    cdef uint64_t members_and_mistakes(self, const Message* message, int field, int low,
                                       int high) except? 0x8000000000000000:
        cdef uint64_t members = 0
        cdef uint64_t value, member
        cdef List items
        cdef int i
        self.items(message, field, 0, high - low + 1, &items)
        for i in range(items.size):
            value = varint(&items.at, items.end)
            if not <uint64_t> low <= value <= <uint64_t> high:
                self.no_number(message, field, i, value, low, high)
                continue
            member = <uint64_t> 1 << (value - low)
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
