"""Checks that phase, turn, decision and records fit together."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.input._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

cdef int check_turn(const CardSet* cards, const View* view, Reader reader) except -1
