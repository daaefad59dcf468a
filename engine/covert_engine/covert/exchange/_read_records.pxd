"""Reads the records of a view: a use, a movement and others, and cards in their places."""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport NONE, CompiledSet
from covert_engine.input._reader cimport Message, Reader
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.rules._state cimport PublicState, Use

cdef enum:
    MOST = 255               # counters kept in a byte
    LAST_LOT = 63


cdef class RecordReader(Reader):
    cdef CompiledSet cards
    cdef int players         # of the view: to be set before places are read

    # use, espionage, movement, pairs, reroll, search and claim, after what is public
    cdef int read_records(self, const Message* message, View* view) except -1
    # at most `most` places of cards, listed or only counted; returns their number
    cdef int read_places(self, const Message* parent, int field, int count_field, int most,
                         int cards, Place* places) except -1
    cdef int count(self, const Message* parent, int field, int count_field, int listed,
                   int most) except -1
    # a card by its number; NONE for 0
    cdef uint8_t card(self, const Message* parent, int field, int cards) except? 254
    cdef int read_use(self, const Message* record, PublicState* public) except -1
    cdef int check_other_uses(self, const Message* record, int kind) except -1
    cdef uint8_t source(self, const Message* record) except? NONE
    cdef int read_payment(self, const Message* record, Use* use) except -1
