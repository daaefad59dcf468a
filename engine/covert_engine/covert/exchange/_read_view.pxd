"""Reads a view from plain data."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

# Fills `view` from the fields of the message `CovertView` (covert_view.proto) and returns its
# reader, which has their mistakes. `unread` are paths of fields that the caller could not read and
# left out. Afterwards every value is in its range, gaps in the client's memory are filled
# (`_gaps.pyx`), and hands keep the order of the fields.
cdef Reader read_view(CompiledSet cards, object fields, View* view, object unread=*)
