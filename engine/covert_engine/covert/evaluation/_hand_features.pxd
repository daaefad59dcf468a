"""Inputs of a belief: figures of a card in another's hand, by what the card is."""

from covert_engine.covert.cards._compiled cimport ABILITIES, CardSet
from covert_engine.covert.evaluation._code_plan cimport Tiles
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport PublicState, State

cdef enum:                   # figures, in the order of hand_features.py
    OF_MISSION = 15
    OF_CODE = 5
    AT_CODE = OF_MISSION     # start of the figures of codes
    AT_CARD_LATE = AT_CODE + OF_CODE
    AT_ASKED = AT_CARD_LATE + ABILITIES
    AT_TOKEN = AT_ASKED + 1
    AT_TOKEN_LATE = AT_TOKEN + ABILITIES
    HAND_FEATURES = AT_TOKEN_LATE + ABILITIES


cdef struct Other:           # another seat, as the view knows it
    State state              # the public part, and the known Agency Cards of the seat
    int seat
    float late               # `rounds_in_tens`
    int circle[4]            # its dice on each action circle
    int decoder              # its dice on the Decoder
    Tiles tiles              # the tiles as it looks for its codes in them
    Tiles bare               # the same tiles without its Decoder dice
    Plan plan                # plan of the last mission examined


cdef inline float rounds_in_tens(const PublicState* public) noexcept nogil:
    """Return the rounds so far, in tens, at most 1: hardly any game goes on for longer."""
    return public.round * <float> 0.1 if public.round < 10 else 1


# Fills in everything that follows from `state` and `seat`.
cdef void look_at(Other* other) noexcept nogil
# Writes the figures of a mission or a code, as if it were in that hand. `state` is left unchanged.
cdef void mission_features(const CardSet* cards, Other* other, int mission,
                           float* x) noexcept nogil
cdef void code_features(const CardSet* cards, Other* other, int code, float* x) noexcept nogil
