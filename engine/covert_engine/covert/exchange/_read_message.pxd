"""Reads a view from the bytes of the message `CovertView`."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# Reads the same view as `_read_view.pyx` if that reader would report nothing; else returns False,
# and only that reader can tell the mistakes. `data` is as Protobuf writes it, with fields in order.
cdef bint read_message(CompiledSet cards, bytes data, View* view) except -1
