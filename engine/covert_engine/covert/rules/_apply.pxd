"""Playing an action."""

from libc.stdint cimport int32_t

from covert_engine.covert.rules._actions cimport action_t
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Plays one legal action of the present decision, and nothing after it: the next step may be forced,
# or a window that asks nobody yet. Trusts its caller: an illegal action may break the rules, and
# memory's bounds.
cdef void apply(const CardSet* cards, State* state, action_t action) noexcept nogil
# Takes a single forced step, if any: `acts` and `count` are the legal actions now.
cdef void step_forced(const CardSet* cards, State* state, const action_t* acts,
                      int32_t count) noexcept nogil
# Passes over seats that an open Espionage window would ask in vain: like repeated `step_forced`,
# but cheaper. Nobody sees any of it.
cdef void pass_espionage(const CardSet* cards, State* state) noexcept nogil
# Takes forced steps until a decision with at least two legal actions (or the end), writes those and
# returns their number (0: the game is over).
cdef int32_t settle(const CardSet* cards, State* state, action_t* acts,
                    bint canonical) noexcept nogil
