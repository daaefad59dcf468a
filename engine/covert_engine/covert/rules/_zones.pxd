"""Cards, cubes and tokens on the move, and who comes to know what by it (rules 10)."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

cdef uint8_t everyone(const State* state) noexcept nogil
cdef void shuffle_agency(State* state, uint64_t cards) noexcept nogil
cdef void shuffle_missions(State* state, uint64_t cards) noexcept nogil
cdef uint8_t draw_agency(State* state) noexcept nogil
cdef uint8_t draw_mission(State* state) noexcept nogil
cdef bint agency_to_draw(const State* state) noexcept nogil
cdef bint mission_to_draw(const State* state) noexcept nogil
cdef void gain_agency(State* state, int seat, uint8_t card) noexcept nogil
cdef void gain_mission(State* state, int seat, uint8_t card) noexcept nogil
cdef void show_agency(State* state, uint8_t card) noexcept nogil
cdef void show_mission(State* state, uint8_t card) noexcept nogil
cdef void refill_agency(State* state, int space) noexcept nogil
cdef void refill_mission(State* state, int place) noexcept nogil
cdef void agency_to_bottom(State* state, uint8_t card) noexcept nogil
cdef void mission_to_bottom(State* state, uint8_t card) noexcept nogil
cdef void shuffle_code_back(State* state, uint8_t code) noexcept nogil
cdef void draw_code(State* state, int seat, int deck) noexcept nogil
cdef void draw_token(State* state, int seat) noexcept nogil
cdef void pay_token(State* state, int seat, uint8_t ability) noexcept nogil
cdef void leave_city(State* state, int seat, uint8_t city) noexcept nogil
cdef void enter_city(const CardSet* cards, State* state, int seat, uint8_t city) noexcept nogil
