"""Reads cards, codes and tokens of a view from the bytes of its message."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._message cimport Message
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View

cdef enum:
    MOST = 255               # counters kept in a byte
    MOST_SHUFFLES = 65535    # counters kept in two bytes

# Reads another place of a pile of at most `most`.
cdef int read_place(Message message, int players, int cards, int most, Place* places,
                    uint8_t* size) except -1
# Adds unknown places up to `count`; -1 stands for no count, and adds none.
cdef int fill_places(int count, int most, Place* places, uint8_t* size) except -1
cdef int read_code(CompiledSet cards, Message message, CodePlace* place) except -1
# The tokens of one ability.
cdef int read_tokens(Message message, uint8_t* tokens) except -1
# A deck of Agency Cards or missions; there are `cards` of them.
cdef int read_deck(Message message, int players, int cards, Place* places, uint8_t* size,
                   uint8_t* lot, uint64_t* discards, uint16_t* shuffles, uint8_t* lots) except -1
cdef int read_code_deck(CompiledSet cards, Message message, View* view, int deck) except -1
# The number of a name; raises `Unexpected` for an unknown name.
cdef int named(str name, dict places) except -1
