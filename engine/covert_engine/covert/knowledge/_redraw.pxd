"""Chance still to come, drawn anew: what luck is measured against."""

from libc.stdint cimport uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Draws anew all chance that is still to come, by `key`: dice, tokens, shuffles, and the order of the
# cards in the decks that no seat knows. What any seat knows stays: known places, the lot of each
# place (10.4), which codes lie in which deck and the equipment on top (10.7). Over all keys every
# order that agrees with it is equally likely.
cdef void redraw(const CardSet* cards, State* state, uint64_t key) noexcept nogil

# Whether the round begins with this decision: all dice are as they were rolled.
cdef bint just_rolled(const State* state) noexcept nogil

# Rolls the dice of the round anew, in a state just redrawn for which that holds: they are what they
# would be if it had been redrawn before the roll.
cdef void roll_again(State* state) noexcept nogil
