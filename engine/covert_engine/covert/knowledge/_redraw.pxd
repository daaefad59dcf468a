"""Redraws chance to come; luck is measured against it."""

from libc.stdint cimport uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Redraws all chance to come, by `key`: dice, tokens, shuffles, and the order of the cards in the
# decks that no seat knows. Everything that any seat knows stays: known places, the lot of each
# place (10.4), the codes in each deck and the equipment on top (10.7). Over all keys every order
# that agrees with it is equally likely.
cdef void redraw(const CardSet* cards, State* state, uint64_t key) noexcept nogil

# True if the round begins with this decision: all dice are as rolled.
cdef bint just_rolled(const State* state) noexcept nogil

# Rolls the dice of the round anew, in a state just redrawn with `just_rolled` true: the result is
# as if it had been redrawn before the roll.
cdef void roll_again(State* state) noexcept nogil
