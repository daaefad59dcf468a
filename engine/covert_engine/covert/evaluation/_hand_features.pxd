"""What a belief sees of a card in another's hand: figures, by what the card is."""

from covert_engine.covert.cards._compiled cimport ABILITIES, CardSet
from covert_engine.covert.evaluation._code_plan cimport Tiles
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport PublicState, State

cdef enum:                   # figures, in the order of hand_features.py
    OF_MISSION = 15
    OF_CODE = 5
    AT_CODE = OF_MISSION     # where those of the others begin
    AT_CARD_LATE = AT_CODE + OF_CODE
    AT_ASKED = AT_CARD_LATE + ABILITIES
    AT_TOKEN = AT_ASKED + 1
    AT_TOKEN_LATE = AT_TOKEN + ABILITIES
    HAND_FEATURES = AT_TOKEN_LATE + ABILITIES


cdef struct Other:           # another seat, as it is seen
    State state              # what is public, and what is known of the seat's own Agency Cards
    int seat
    float late               # `rounds_in_tens`
    int circle[4]            # its dice on each action circle
    int decoder              # its dice on the Decoder
    Tiles tiles              # as it looks for its codes in them
    Tiles bare               # the same without its Decoder dice
    Plan plan                # of the mission looked at last


cdef inline float rounds_in_tens(const PublicState* public) noexcept nogil:
    """Rounds so far, in tens; 1 at most, as hardly a game goes on for longer."""
    return public.round * <float> 0.1 if public.round < 10 else 1


# Fills in all that follows from `state` and `seat`.
cdef void look_at(Other* other) noexcept nogil
# The figures of a mission or a code, if it is in that hand. `state` is as before in the end.
cdef void mission_features(const CardSet* cards, Other* other, int mission,
                           float* x) noexcept nogil
cdef void code_features(const CardSet* cards, Other* other, int code, float* x) noexcept nogil
