"""A view written down."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# The fields of the message `View` of view.proto as a tree of dictionaries and lists.
cdef dict write_view(CompiledSet cards, const View* view)
