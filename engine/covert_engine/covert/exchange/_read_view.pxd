"""Reads a view from the bytes of its message, or from plain data."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.input._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

# Fills `view` from the bytes of a message `CovertView` (covert_view.proto), in which each field
# stands once, and returns its reader, which has all mistakes. `unread` are paths of fields that the
# caller could not read and left out. Afterwards every value is in its range, gaps in the client's
# memory are filled (`_gaps.pyx`), and hands keep the order of the fields.
cdef Reader read_message(CompiledSet cards, bytes data, View* view, object unread=*)
# Reads a view from a dictionary of the message's fields.
cdef Reader read_fields(CompiledSet cards, object fields, View* view, object unread=*)
