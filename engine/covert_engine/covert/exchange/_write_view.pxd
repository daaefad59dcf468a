"""Writes a view as plain data."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.knowledge._view cimport View

# Returns the fields of the message `CovertView` of covert_view.proto as a tree of dictionaries and
# lists.
cdef dict write_view(CompiledSet cards, const View* view)
# Returns the members of a set, ascending, counted from `first`.
cdef list members(uint64_t bits, int first)
# Returns the number of a card, from 1; 0 if it is absent or unknown.
cdef int number(uint8_t card) noexcept
# Returns those of the fields that describe an action of the seat to decide, without hidden cards,
# dice, cubes and tokens.
cdef dict write_situation(CompiledSet cards, const View* view)
