"""A use: name, pay, Espionage window, effect (rules 6.12)."""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

cdef void name_ability(const CardSet* cards, State* state, uint8_t ability, uint8_t source,
                       uint8_t deck) noexcept nogil
cdef void name_mission(const CardSet* cards, State* state, uint8_t mission) noexcept nogil
cdef void pay_symbol(const CardSet* cards, State* state, uint8_t payment,
                     uint8_t number) noexcept nogil
cdef void return_code(const CardSet* cards, State* state, uint8_t code) noexcept nogil
cdef void name_flight(State* state, uint8_t card) noexcept nogil
cdef void open_window(const CardSet* cards, State* state) noexcept nogil
cdef void spy(const CardSet* cards, State* state, uint8_t source, uint8_t taken) noexcept nogil
cdef void ask_next_espionage(const CardSet* cards, State* state) noexcept nogil
cdef void finish_search(const CardSet* cards, State* state, uint8_t upper) noexcept nogil
cdef void fly_or_step(const CardSet* cards, State* state, int agent, uint8_t city,
                      bint trails) noexcept nogil
