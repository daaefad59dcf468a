"""Reads the records of a view from the bytes of its message."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._message cimport Message
from covert_engine.covert.knowledge._view cimport View

# Reads one of the records at the end of `CovertView`, `use` to `claim`; `field` is its number.
# Raises `Unexpected` for every mistake that `_read_view.pyx` reports.
cdef int read_record(CompiledSet cards, int field, Message message, int players,
                     View* view) except -1
