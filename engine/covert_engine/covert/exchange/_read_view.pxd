"""A view read from what is written down."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# Fills `view` from the fields of the message `View` (view.proto) and returns the violations, pairs
# (field, description). If there are none, every value by itself is in its range, the memory that
# the client left out is filled in (`_gaps.pyx`), and hands stand in the order in which they came.
cdef list read_view(CompiledSet cards, object fields, View* view)
