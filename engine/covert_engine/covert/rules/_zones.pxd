"""Moves of cards, cubes and tokens, and what each seat learns from them (rules 10)."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Bits of all seats.
cdef uint8_t everyone(const State* state) noexcept nogil

# Agency Cards and missions; the caller takes a card from its old place.

# Make a deck of these cards (bits), in random order and with a new lot; no seat knows a card of it.
# The deck must be empty.
cdef void shuffle_agency(State* state, uint64_t cards) noexcept nogil
cdef void shuffle_missions(State* state, uint64_t cards) noexcept nogil
# Take the top card of a deck, which is remade from the discard pile first if it is empty (5.14);
# NONE if that is empty too. The seats that knew the place know the card in its new place.
cdef uint8_t draw_agency(State* state) noexcept nogil
cdef uint8_t draw_mission(State* state) noexcept nogil
# True if there is a card to draw, in the deck or the discard pile.
cdef bint agency_to_draw(const State* state) noexcept nogil
cdef bint mission_to_draw(const State* state) noexcept nogil
# Put a card into a hand; that seat learns it, the knowledge of the others is unchanged.
cdef void gain_agency(State* state, int seat, uint8_t card) noexcept nogil
cdef void gain_mission(State* state, int seat, uint8_t card) noexcept nogil
# Show a card to all seats; it stays in place.
cdef void show_agency(State* state, uint8_t card) noexcept nogil
cdef void show_mission(State* state, uint8_t card) noexcept nogil
# Draw a card face up onto its space (of Agency Cards by region, of missions 0..2); NONE if there is
# none to draw.
cdef void refill_agency(State* state, int space) noexcept nogil
cdef void refill_mission(State* state, int place) noexcept nogil
# Put a card under its deck; the seats that knew it know its new place.
cdef void agency_to_bottom(State* state, uint8_t card) noexcept nogil
cdef void mission_to_bottom(State* state, uint8_t card) noexcept nogil

# Codes.

# Shuffle a code, which the caller has taken from its seat, into the smaller deck, the first if
# equal (7.4): it is one of the unseen codes again.
cdef void shuffle_code_back(State* state, uint8_t code) noexcept nogil
# Move the top code of a deck that is not empty to a hand; all still know its equipment.
cdef void draw_code(State* state, int seat, int deck) noexcept nogil

# Special Operations tokens.

# Draw a token from the bag for the seat, unusable this turn (3.5, 3.9); nothing if the bag is
# empty.
cdef void draw_token(State* state, int seat) noexcept nogil
# Return a token of that ability from the seat to the bag.
cdef void pay_token(State* state, int seat, uint8_t ability) noexcept nogil

# Agents and cubes; the caller moves the agent.

# Leave a cube of the seat in the city that an agent leaves, if one is left and none lies there
# (5.5).
cdef void leave_city(State* state, int seat, uint8_t city) noexcept nogil
# Take all cubes of other colours from the city that the seat's agent enters; pairs go back to their
# supplies, and `pairs` and `pair_region` note the reward to come (5.6, 5.12).
cdef void enter_city(const CardSet* cards, State* state, int seat, uint8_t city) noexcept nogil
