"""The encoding of Covert: its functions in the table of an encoding."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport CardSet, CompiledSet
from covert_engine.covert.encoding._action_index cimport ActionIndex
from covert_engine.covert.rules._state cimport MAX_LEGAL, State
from covert_engine.encoding._encoding cimport Encoding


cdef struct Rules:           # what every function gets
    const CardSet* cards
    int32_t players
    int32_t floats
    ActionIndex index


cdef struct Game:            # a state and its legal actions
    State state
    int32_t count
    uint32_t acts[MAX_LEGAL]


cdef class CovertEncoding(Encoding):
    cdef Rules rules
    cdef readonly CompiledSet cards
