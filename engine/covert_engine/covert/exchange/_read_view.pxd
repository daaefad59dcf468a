"""A view read from what is written down."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

# Fills `view` from the fields of the message `CovertView` (covert_view.proto) and returns its
# reader, which has
# found what is wrong with them. `unread` are paths of fields that the caller could not read and left
# out. Every value by itself is in its range then, the memory that the client left
# out is filled in (`_gaps.pyx`), and hands stand in the order in which they came.
cdef Reader read_view(CompiledSet cards, object fields, View* view, object unread=*)
