"""A view written down."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# The fields of the message `CovertView` of covert_view.proto as a tree of dictionaries and lists.
cdef dict write_view(CompiledSet cards, const View* view)
# The members of a set, ascending, counted from `first`.
cdef list members(uint64_t bits, int first)
# Number of a card, from 1; 0 if there is none or it is not known.
cdef int number(uint8_t card) noexcept
# Those fields that words need to say what an action of the seat to decide is: not what lies hidden,
# nor dice, cubes and tokens.
cdef dict write_situation(CompiledSet cards, const View* view)
