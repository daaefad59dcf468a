"""Playing an action."""

from libc.stdint cimport int32_t

from covert_engine.covert.rules._actions cimport action_t
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Plays one legal action of the decision the state stands at, and nothing after it: what comes
# next may be forced, or a window that asks nobody yet. Trusts its caller: with an action that is
# not legal it may break the rules, and memory's bounds.
cdef void apply(const CardSet* cards, State* state, action_t action) noexcept nogil
# Takes the single step that is forced, if any: `acts` and `count` are the legal actions now.
cdef void step_forced(const CardSet* cards, State* state, const action_t* acts,
                      int32_t count) noexcept nogil
# Passes over seats that an open Espionage window can but ask in vain: as `step_forced` again and
# again, but cheaper. Nobody sees any of it.
cdef void pass_espionage(const CardSet* cards, State* state) noexcept nogil
# Takes forced steps until a decision with at least two legal actions (or the end), writes those
# and returns how many (0: the game is over).
cdef int32_t settle(const CardSet* cards, State* state, action_t* acts,
                    bint canonical) noexcept nogil
