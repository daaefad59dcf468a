"""What is going on in a view, read straight from the bytes of its message."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._message cimport Message
from covert_engine.covert.knowledge._view cimport View

# Reads one of the records at the end of `CovertView`, `use` to `claim`; `field` is its number.
# `Unexpected` for all that `_read_view.pyx` complains of.
cdef int read_record(CompiledSet cards, int field, Message message, int players,
                     View* view) except -1
