"""The order of turns and decisions."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

cdef void begin_round(const CardSet* cards, State* state, int starter) noexcept nogil
# Rolls all dice of a seat for the round (3.1).
cdef void roll_dice(State* state, int seat) noexcept nogil
cdef void begin_break_turn(const CardSet* cards, State* state, int seat) noexcept nogil
cdef void begin_resolving_turn(const CardSet* cards, State* state, int seat) noexcept nogil
cdef void decide(State* state, int decision, int actor) noexcept nogil
cdef void resume(const CardSet* cards, State* state) noexcept nogil
cdef void end_turn(const CardSet* cards, State* state) noexcept nogil
cdef void draw_codes(const CardSet* cards, State* state) noexcept nogil
cdef void ask_next_first(const CardSet* cards, State* state) noexcept nogil
