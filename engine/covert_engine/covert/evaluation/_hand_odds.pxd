"""Odds that another seat holds a card, and worlds dealt by them."""

from libc.stdint cimport uint32_t, uint64_t

from covert_engine.covert.cards._compiled cimport ABILITIES, MAX_SEATS, CardSet
from covert_engine.covert.evaluation._hand_features cimport HAND_FEATURES
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._state cimport State

cdef enum:
    PILE = 64                # the cards of one kind are numbered below this


cdef struct HandWeights:
    float weight[HAND_FEATURES]  # weight of each figure in the logarithm of the odds


cdef struct Odds:            # of cards of one kind in one hand
    uint32_t until[PILE]     # sums: the odds of a card and of all before it


cdef struct HandOdds:        # the odds of the hands of others, from a view
    bint even                # 1 if the seats have not chosen anything yet
    uint64_t missions        # bits: cards not located; only these have odds
    uint64_t agency
    uint64_t codes
    Odds mission[MAX_SEATS]
    Odds card[MAX_SEATS]     # Agency Cards for which a mission of the hand asks
    uint64_t unasked         # odds of the others relative to these, in 2^-64, or the inverse
    bint asked_less          # 1 if they are less likely to be kept than the others
    Odds code[MAX_SEATS]
    uint32_t token[ABILITIES]


# Computes the odds.
cdef void weigh_hands(const HandWeights* w, const CardSet* cards, const View* view,
                      HandOdds* odds) noexcept nogil
# Deals a world that agrees with the view, a function of (view, key) alone, by the view's odds.
cdef void deal_by_odds(const CardSet* cards, const HandOdds* odds, const View* view, uint64_t key,
                       State* state) noexcept nogil
# Writes the sum of the figures of all cards and tokens that the view does not know in the hands of
# others, as they are in one of its worlds; its product with the weights is the logarithm of the
# world's odds.
cdef void sum_features(const CardSet* cards, const View* view, const State* world,
                       float* x) noexcept nogil
