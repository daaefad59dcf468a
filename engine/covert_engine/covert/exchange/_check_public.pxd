"""Checks the board and the public part of each seat."""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport PublicState
from covert_engine.input._reader cimport Reader
from covert_engine.covert.knowledge._view cimport View

cdef int check_public(const CardSet* cards, const View* view, Reader reader) except -1
cdef int count_faces(const uint8_t* count) noexcept nogil
cdef int dice_on_circles(const PublicState* public, int seat) noexcept nogil
