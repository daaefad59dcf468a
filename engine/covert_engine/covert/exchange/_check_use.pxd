"""Checks a use that waits for its die, payment or window."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.knowledge._view cimport View

cdef int check_use(const CardSet* cards, const View* view, list mistakes) except -1
