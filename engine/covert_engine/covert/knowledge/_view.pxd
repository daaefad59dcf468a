"""The knowledge of one seat (rules 10), as plain memory.

A card that lies somewhere is a Place: which card (NONE if this seat does not know), which seats
know it (that a seat knows a place is public, 10.8) and the lot it was drawn from (10.4). Nothing is
drawn from the game's seed. Equal knowledge is equal bytes: unused memory is zero.
"""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.rules._state cimport State, PublicState


cdef struct Place:
    uint8_t card         # NONE if the seat does not know it
    uint8_t known        # bits: seats that know it
    uint8_t lot          # lot it was last shuffled in; 0 where all seats know the card


cdef struct CodePlace:
    uint8_t card         # NONE if the seat does not know it
    uint8_t equipment    # NONE if not known
    uint8_t shown        # 1: its equipment is public


cdef struct View:
    PublicState public                          # `decision` as far as this seat may see it
    uint8_t seat                         # whose view it is
    uint8_t actor                        # seat to decide; NONE where that is hidden or nobody
    # hands: places sorted by (card, known, lot), unknown cards last
    uint8_t agency_size[MAX_SEATS]       # Agency Cards in each hand
    Place agency[MAX_SEATS][8]
    uint8_t mission_size[MAX_SEATS]
    Place mission[MAX_SEATS][4]
    uint8_t code_size[MAX_SEATS]
    CodePlace code[MAX_SEATS][2]         # sorted by (card, equipment, shown)
    uint8_t token_size[MAX_SEATS]
    uint8_t tokens[8]                    # own tokens, by ability
    uint8_t fresh[8]                     # own tokens drawn this turn, by ability
    # decks, top first
    uint8_t agency_deck_size
    Place agency_deck[48]
    uint8_t mission_deck_size
    Place mission_deck[60]
    uint8_t code_deck_size[2]
    uint8_t code_top[2]                  # equipment on top of each code deck; NONE if empty
    # a Search in progress: the cards, known to the searcher alone
    Place search[3]                      # `public.searched` of them
    uint8_t kept                         # the own choice so far; NONE if none
    # lots: the lot of every card this seat has not located; NONE for the others
    uint8_t agency_lot[48]
    uint8_t mission_lot[60]
    uint8_t agency_deck_lot              # lot of the bottom card, for cards all seats know; NONE
                                         # if the Agency deck is empty
    uint8_t mission_deck_lot


# Writes the view of `seat` of `state`.
cdef void observe(const CardSet* cards, const State* state, uint8_t seat, View* view) noexcept nogil
# Sorts the places of every hand.
cdef void sort_hands(View* view) noexcept nogil
