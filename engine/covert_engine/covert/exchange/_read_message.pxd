"""A view read straight from the bytes of the message `CovertView`."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# Reads what `_read_view.pyx` reads, into an equal view, where that one has nothing to complain of;
# False for all else, of which only that one can say what it is. `data` is what the message writes
# of itself: its fields come in their order.
cdef bint read_message(CompiledSet cards, bytes data, View* view) except -1
