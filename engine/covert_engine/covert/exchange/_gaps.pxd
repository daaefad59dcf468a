"""Fills gaps in the memory of a client."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.knowledge._view cimport View

cdef void fill_gaps(const CardSet* cards, View* view) noexcept nogil
