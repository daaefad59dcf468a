"""The Plan deck, and the deal of each round."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Writes the order of the Plan deck: the types of its PLAN_CARDS cards, top first.
cdef void order_plan_deck(uint64_t seed, uint8_t* types) noexcept nogil
# Writes the card of each team that is set aside in a round, as a place in `rules.card`; NONE for
# none.
cdef void set_aside(const Rules* rules, uint64_t seed, int round, uint8_t* aside) noexcept nogil
# Makes a game before its first deal.
cdef void new_game(const Rules* rules, State* state, uint64_t seed) noexcept nogil
# Deals the Spy cards of `state.public.round` (2.3) and names its opener; all seats are in.
cdef void deal_round(const Rules* rules, State* state) noexcept nogil
