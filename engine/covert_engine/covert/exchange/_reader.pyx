"""Reads a tree of dictionaries and lists, and notes all its mistakes."""

import re
import reprlib

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport NONE
from covert_engine.covert.exchange.names import enum_of
from covert_engine.reading.spelling import EnumName, enum_names


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


cdef str shown(object value):
    try:
        return reprlib.repr(value)
    except ValueError:       # Python writes out no number of thousands of digits
        return "a number with thousands of digits, or holds one"


cdef str value_of(object name, object value):
    enum = enum_of(name)
    if enum is not None and isinstance(value, str) and len(value) <= LONGEST_NAME and (
            value.isidentifier()):
        return repr(EnumName(enum, value))
    return shown(value)


cdef class Reader:

    def __cinit__(self):
        self.mistakes = []
        self.unread = set()
        self.left_out = ()
        self.at = []

    cdef int complain(self, object name, str description) except -1:
        cdef str path = ""
        for step in (*self.at, name):
            if isinstance(step, int):
                path += f"[{step}]"
            elif step:
                path += f".{step}" if path else step
        for field in (*self.left_out, *[field for field, _ in self.mistakes]):
            if path == field or path.startswith((f"{field}.", f"{field}[")):
                return 0                            # it only repeats a known mistake
        self.leave_unread(name)
        return note(self.mistakes, path or "view", description)

    cdef int leave_out(self, object paths) except -1:
        self.left_out = tuple(paths)
        self.unread.update([INDEX.sub("", path) for path in paths])
        return 0

    cdef int leave_unread(self, object name) except -1:
        self.unread.add(self.without_indexes(name))
        return 0

    cdef str without_indexes(self, object name):
        return ".".join([step for step in (*self.at, name) if step and not isinstance(step, int)])

    cdef bint has_read(self, str name) except -1:
        return not self.unread or could_read(self.unread, (self.without_indexes(name),))

    cdef dict message(self, object value, frozenset names):
        if not isinstance(value, dict):
            self.complain("", f"{shown(value)}; expected a message with named fields")
            return {}
        if not value.keys() <= names:
            for name in names - value.keys():          # one of them was meant
                self.leave_unread(name)
            for name in value:
                if name not in names:
                    self.complain(name if isinstance(name, str) and name.isidentifier()
                                  and len(name) <= LONGEST_NAME else shown(name),
                                  f"unknown field; expected one of {', '.join(sorted(names))}")
        return value

    cdef dict enter(self, dict parent, object name, frozenset names):
        self.at.append(name)
        return self.message(parent.get(name, {}), names)

    cdef dict enter_item(self, list items, int index, frozenset names):
        self.at.append(index)
        return self.message(items[index], names)

    cdef int leave(self) except -1:
        self.at.pop()
        return 0

    cdef int number(self, dict parent, str name, int low, int high) except -1:
        return self.within(name, parent.get(name, 0), low, high)

    cdef int within(self, object name, object value, int low, int high) except -1:
        if type(value) is not int:
            self.complain(name, f"{shown(value)}; expected a whole number")
            return low
        if not low <= value <= high:
            expected = f"{low} to {high}" if low < high else str(low)
            self.complain(name, f"{shown(value)}; expected {expected}")
            return low
        return value

    cdef int seat_or_none(self, dict parent, str name, int players) except -1:
        return self.number(parent, name, 0, players - 1) if name in parent else NONE

    cdef bint flag(self, dict parent, str name) except -1:
        value = parent.get(name, False)
        if type(value) is not bool:
            self.complain(name, f"{shown(value)}; expected true or false")
            return False
        return value

    cdef int choice(self, dict parent, str name, dict choices, int nothing) except -2:
        value = parent.get(name, "")
        if nothing >= 0 and (value == "" or value == "unspecified"):
            return nothing
        return self.one_of(name, value, choices)

    cdef int one_of(self, object name, object value, dict choices) except -1:
        if isinstance(value, str) and value in choices:
            return choices[value]
        enum = enum_of(name)
        names = choices if enum is None else enum_names(enum, choices)
        self.complain(name, f"{value_of(name, value)}; expected one of {', '.join(names)}")
        return 0

    cdef list items(self, dict parent, str name, int least, int most):
        value = parent.get(name, [])
        if not isinstance(value, (list, tuple)):
            self.complain(name, f"{shown(value)}; expected a list")
            return []
        if not least <= len(value) <= most:
            expected = f"{least} to {most}" if least < most else str(least)
            self.complain(name, f"{len(value)} entries; expected {expected}")
            return []
        return list(value)

    cdef uint64_t numbers(self, dict parent, str name, int low, int high) except? 0:
        cdef uint64_t members = 0
        cdef uint64_t member
        values = self.items(parent, name, 0, high - low + 1)
        self.at.append(name)
        for index, value in enumerate(values):
            member = bit(self.within(index, value, low, high) - low)
            if type(value) is int and low <= value <= high:
                if members & member:
                    self.complain(index, f"{value} stands here twice; expected each number once")
                members |= member
        self.at.pop()
        return members

    cdef int dice(self, dict parent, str name, int most, uint8_t* count) except -1:
        values = self.items(parent, name, 0, most)
        self.at.append(name)
        for index, value in enumerate(values):
            count[self.within(index, value, 1, 6) - 1] += 1
        self.at.pop()
        return 0
