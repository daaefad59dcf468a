"""How likely it is that another seat holds a card, and worlds dealt by that."""

from libc.stdint cimport uint32_t, uint64_t

from covert_engine.covert.cards._compiled cimport ABILITIES, MAX_SEATS, CardSet
from covert_engine.covert.evaluation._hand_features cimport HAND_FEATURES
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._state cimport State

cdef enum:
    PILE = 64                # the cards of one kind are numbered below this


cdef struct HandWeights:
    float weight[HAND_FEATURES]  # what each figure adds to the logarithm of the odds


cdef struct Odds:            # of cards of one kind in one hand
    uint32_t until[PILE]     # sums: the odds of a card and of all those before it


cdef struct HandOdds:        # what a view says of the hands of others
    bint even                # nothing: they have not chosen anything yet
    uint64_t missions        # bits: cards not located, which alone have odds
    uint64_t agency
    uint64_t codes
    Odds mission[MAX_SEATS]
    Odds card[MAX_SEATS]     # Agency Cards that a mission of the hand asks for
    uint64_t unasked         # odds of the others beside these, in 2^-64, or the other way round
    bint asked_less          # if they are less likely to be kept than the others
    Odds code[MAX_SEATS]
    uint32_t token[ABILITIES]


# Works the odds out.
cdef void weigh_hands(const HandWeights* w, const CardSet* cards, const View* view,
                      HandOdds* odds) noexcept nogil
# Deals a world that agrees with the view, a function of (view, key) alone, by the view's odds.
cdef void deal_by_odds(const CardSet* cards, const HandOdds* odds, const View* view, uint64_t key,
                       State* state) noexcept nogil
# The sum of the figures of all that the view does not know of the hands of others, as they are in
# one of its worlds; their product with the weights is the logarithm of the world's odds.
cdef void sum_features(const CardSet* cards, const View* view, const State* world,
                       float* x) noexcept nogil
