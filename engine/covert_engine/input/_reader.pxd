"""Reads the bytes of a message, and notes all mistakes in them."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from covert_engine.input._layout cimport MOST_NUMBER, FieldTable, Layout

cdef enum:
    MOST_VIOLATIONS = 64     # more are not noted
    LONGEST_NAME = 40        # letters of an unknown field's name shown as it is
    ITSELF = 0               # in place of the number of a field: the message
    NO_INDEX = -1
    NO_SEAT = 255

# Notes a violation: the path of a field, and a description.
cdef int note(list mistakes, str field, str description) except -1
# True if everything at these paths, above and below them could be read. Paths are without indexes.
cdef bint could_read(set unread, tuple fields) except -1
# Any value in a few printable words.
cdef str shown(object value)


cdef struct Slot:            # a field of a message
    const uint8_t* at        # a value of stated size; of a list with tags, the first tag
    const uint8_t* end       # of such a value
    uint64_t number          # a number, flag or enum; the place of a foreign value
    uint32_t count           # values or entries
    uint8_t wire             # WireType of the first


cdef struct Message:
    const FieldTable* table
    const uint8_t* end
    const Message* parent    # NULL for the root
    int field                # in the parent
    int index                # in a list there, or NO_INDEX
    uint64_t present         # bit: number of a field; the slots of others are not filled
    Slot[MOST_NUMBER + 1] slot              # by number


cdef struct List:
    const uint8_t* at        # the next number, or the tag of the next entry or of a later one
    const uint8_t* end
    int size                 # entries to read; 0 if their number is wrong
    int field
    int index                # of the last entry read


cdef str without_indexes(str path)
cdef Layout layout_of(const Message* message)
# The path of a field, or of an entry of a list, in names and indexes.
cdef str path_of(const Message* message, int field, int index)
# Reads a number of several bytes, and moves behind it.
cdef uint64_t long_varint(const uint8_t** at, const uint8_t* end) except? 0x8000000000000000


cdef inline uint64_t varint(const uint8_t** at, const uint8_t* end) except? 0x8000000000000000:
    """Read a number, and move behind it."""
    cdef uint8_t byte
    if at[0] != end and at[0][0] < 128:            # as nearly all
        byte = at[0][0]
        at[0] += 1
        return byte
    return long_varint(at, end)


# A correct value costs a look at its slot: such methods are inline, and call the one with the words
# of a mistake if there is one.
cdef class Reader:
    """A walk into messages and lists. An unusable value is noted under its path and read as the
    least allowed value, so that reading continues and finds the other mistakes."""
    cdef list mistakes       # (path, description)
    cdef set unread          # paths, without indexes, of unusable values; "" for everything
    cdef tuple left_out      # those that the caller could not read and left out
    cdef bytes data          # into which slots and lists point
    cdef list foreign        # values that no message can hold (`_layout.pxd`)
    cdef str unset           # shown where a value of an enum is absent

    cdef int complain(self, const Message* message, int field, int index, str description) except -1
    cdef int complain_at(self, str path, str description) except -1
    # true if a mistake at a path would repeat one of what is around it
    cdef bint is_known(self, str path) except -1
    cdef int leave_out(self, object paths) except -1
    cdef int leave_unread(self, const Message* message, int field) except -1
    # True if everything at the field could be read, in each item of the lists around it
    cdef bint has_read(self, const Message* message, int field) except -1
    # opens the bytes of a message; once for a reader, which keeps them
    cdef int open_bytes(self, Layout layout, bytes data, Message* message) except -1
    # the bytes of a dictionary; of an empty one if it is none, which is noted
    cdef bytes bytes_of(self, Layout layout, object fields)
    # opens the message in a field, empty if it is absent or no message; or the next one of a list
    cdef int enter(self, const Message* message, int field, Message* inner) except -1
    cdef int enter_item(self, const Message* message, List* items, Message* inner) except -1
    # any value but a message, as Python has it
    cdef object value(self, const Message* message, int field)
    cdef str name(self, const Message* message, int field)
    cdef str shown_value(self, const Message* message, int field)
    # number of a name in `choices`; `nothing`, unless it is -1, for an empty field
    cdef int named(self, const Message* message, int field, dict choices, int nothing) except -1
    cdef object text(self, const Message* message, int field)
    # a list of `least` to `most` entries, which `next_number`, `next_named` or `enter_item` reads
    cdef int items(self, const Message* message, int field, int least, int most, List* items) except -1
    cdef int next_named(self, const Message* message, List* items, dict choices) except -1
    # a list of at most `most` faces, counted by face
    cdef int dice(self, const Message* message, int field, int most, uint8_t* count) except -1

    cdef inline bint has(self, const Message* message, int field) noexcept:
        return message.present >> field & 1

    cdef inline uint64_t raw(self, const Message* message, int field) noexcept:
        """Return a number, flag or enum as it stands in the message."""
        return message.slot[field].number if self.has(message, field) else 0

    cdef inline int number(self, const Message* message, int field, int low, int high) except -1:
        return self.within(message, field, NO_INDEX, self.raw(message, field), low, high)

    cdef inline int seat_or_none(self, const Message* message, int field, int players) except -1:
        return self.number(message, field, 0, players - 1) if self.has(message, field) else NO_SEAT

    cdef inline bint flag(self, const Message* message, int field) except -1:
        cdef uint64_t value = self.raw(message, field)
        return value if value <= 1 else self.no_flag(message, field, value)

    cdef inline int choice(self, const Message* message, int field) except -1:
        """Return the number of a value of an enum, from 1; 0 for an unusable value."""
        cdef uint64_t value = self.raw(message, field)
        return value if 0 < value < message.table.choices[field] else self.no_choice(message, field)

    cdef inline int next_number(self, const Message* message, List* items, int low,
                                int high) except -1:
        items.index += 1
        return self.within(message, items.field, items.index, varint(&items.at, items.end), low, high)

    cdef inline uint64_t numbers(self, const Message* message, int field, int low,
                                 int high) except? 0x8000000000000000:
        """Return an unordered list of numbers as a set: `low` is bit 0."""
        return self.members(message, field, low, high) if self.has(message, field) else 0

    cdef inline int within(self, const Message* message, int field, int index, uint64_t value,
                           int low, int high) except -1:
        if <uint64_t> low <= value <= <uint64_t> high:
            return value
        return self.no_number(message, field, index, value, low, high)

    cdef int no_number(self, const Message* message, int field, int index, uint64_t value, int low,
                       int high) except -1
    cdef bint no_flag(self, const Message* message, int field, uint64_t value) except -1
    cdef int no_choice(self, const Message* message, int field) except -1
    cdef uint64_t members(self, const Message* message, int field, int low,
                          int high) except? 0x8000000000000000
    cdef uint64_t members_and_mistakes(self, const Message* message, int field, int low,
                                       int high) except? 0x8000000000000000
    cdef int open(self, const FieldTable* table, const uint8_t* at, const uint8_t* end,
                  const Message* parent, int field, int index, Message* message) except -1
    cdef int note_no_message(self, const Message* message, object value) except -1
    # unknown fields in a dictionary, and missing ones where all must be named
    cdef int note_wrong_fields(self, const Message* message, dict fields) except -1
    # a value in place of a list of `least` to `most` entries; a list of another size
    cdef int no_list(self, const Message* message, int field, object value, int least,
                     int most) except -1
    cdef int no_size(self, const Message* message, int field, int size, int least,
                     int most) except -1
    cdef object foreign_value(self, uint64_t place)
    cdef bint is_foreign(self, uint64_t value) noexcept
    cdef object number_or_foreign(self, uint64_t value)
    cdef int one_of(self, const Message* message, int field, int index, object value,
                    dict choices) except -1
    cdef int next_entry(self, const Message* message, List* items) except -1
