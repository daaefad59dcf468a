"""Cards, codes and tokens of a view, read straight from the bytes of its message."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.exchange._message cimport Message
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View

cdef enum:
    MOST = 255               # counters kept in a byte
    MOST_SHUFFLES = 65535    # and in two

# One more place of a pile that has at most `most`.
cdef int read_place(Message message, int players, int cards, int most, Place* places,
                    uint8_t* size) except -1
# The places beyond those read, of which there are `count` in all: nothing is known of them. Without a
# count, which is -1, there are no others.
cdef int fill_places(int count, int most, Place* places, uint8_t* size) except -1
cdef int read_code(CompiledSet cards, Message message, CodePlace* place) except -1
# The tokens of one ability.
cdef int read_tokens(Message message, uint8_t* tokens) except -1
# A deck of Agency Cards or missions, of which there are so many.
cdef int read_deck(Message message, int players, int cards, Place* places, uint8_t* size,
                   uint8_t* lot, uint64_t* discards, uint16_t* shuffles, uint8_t* lots) except -1
cdef int read_code_deck(CompiledSet cards, Message message, View* view, int deck) except -1
# The place of a name; `Unexpected` if it has none.
cdef int named(str name, dict places) except -1
