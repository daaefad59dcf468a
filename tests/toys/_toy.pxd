"""A toy game in Python's hands: its states and views as bytes behind the search's table."""

from libc.stdint cimport int32_t

from covert_engine.search._game cimport GameFunctions, GameState, GameTable, SearchView


cdef class ToyState(GameState):
    """A state of a toy game. It knows everything; the search gets views of it."""
    cdef readonly GameTable owner
    cdef bytearray state
    cdef void* at(self) noexcept


cdef class ToyView(SearchView):
    """What one seat may know of a toy game."""
    cdef readonly GameTable owner
    cdef readonly bytes data         # the view's bytes: equal views have equal bytes
    cdef readonly int32_t seat
    cdef readonly int32_t actor      # seat to decide as far as this seat knows; -1: none


cdef ToyState toy_state(GameTable table, const void* state)


# A game of two seats without a judgement of its own: even priors, even values, no horizon.
cdef GameTable unjudged(str name, GameFunctions game)
