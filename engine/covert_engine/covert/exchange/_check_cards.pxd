"""Checks that every card, code and token of a view lies in one place."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.input._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

cdef int check_cards(const CardSet* cards, const View* view, Reader reader) except -1
