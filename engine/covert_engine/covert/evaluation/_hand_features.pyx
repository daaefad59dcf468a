"""Inputs of a belief: figures of a card in another's hand, by what the card is.

A mission is described by the seat's plan for it, with its known Agency Cards only; a code by how
many of its numbers neither the tiles nor the seat's Decoder dice show. Agency Cards and tokens are
described by their abilities alone, so `_hand_odds.pyx` has their figures.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport Mission
from covert_engine.covert.evaluation._code_plan cimport measure_codes, read_tiles
from covert_engine.covert.evaluation._plan cimport MissionPlan, update_plan
from covert_engine.covert.rules._actions cimport (
    AGENCY_CIRCLE, COMPLETE_CIRCLE, MOVEMENT_CIRCLE,
)
from covert_engine.covert.rules._dice cimport dice_on
from covert_engine.covert.rules._state cimport PublicState

cdef uint8_t[6] NO_DICE
NO_DICE[:] = [0, 0, 0, 0, 0, 0]


cdef void look_at(Other* other) noexcept nogil:
    cdef const PublicState* public = &other.state.public
    cdef int i
    other.late = rounds_in_tens(public)
    other.decoder = 0
    for i in range(6):
        other.decoder += public.decoder[other.seat][i]
    for i in range(4):
        other.circle[i] = dice_on(public, i, other.seat)
    read_tiles(&other.state, other.seat, &other.tiles)
    other.bare = other.tiles
    other.bare.decoder = NO_DICE
    other.bare.dice = 0
    memset(&other.plan, 0, sizeof(Plan))


cdef void mission_features(const CardSet* cards, Other* other, int mission,
                           float* x) noexcept nogil:
    cdef const Mission* card = &cards.mission[mission]
    cdef const MissionPlan* plan = &other.plan.mission[0]
    cdef bint completing = other.circle[<int> COMPLETE_CIRCLE] > 0
    cdef bint collecting = other.circle[<int> AGENCY_CIRCLE] > 0
    cdef int moving = other.circle[<int> MOVEMENT_CIRCLE]
    cdef float points = card.points * <float> 0.1
    cdef float dice
    cdef bint ready
    other.state.mission_hand[other.seat] = bit(mission)
    update_plan(cards, &other.state, other.seat, &other.plan)
    other.state.mission_hand[other.seat] = 0
    dice = plan.need * <float> 0.2
    ready = plan.need < <float> 1.3
    x[0] = points
    x[1] = points * other.late
    x[2] = points / (dice + <float> 0.2)
    x[3] = dice
    x[4] = dice * dice
    x[5] = dice * completing
    x[6] = ready
    x[7] = ready and completing
    x[8] = plan.moves == 0
    x[9] = plan.moves == 0 and moving
    x[10] = plan.moves * <float> 0.33 * (moving > 0)
    x[11] = 0 < plan.moves <= moving
    x[12] = plan.cards * <float> 0.25
    x[13] = plan.cards == 0 and collecting
    x[14] = card.locations * <float> 0.33


cdef void code_features(const CardSet* cards, Other* other, int code, float* x) noexcept nogil:
    cdef uint8_t short, bare
    other.state.code_hand[other.seat] = bit(code)
    measure_codes(cards, &other.state, other.seat, &other.tiles, &short)
    bare = short
    if other.decoder:
        measure_codes(cards, &other.state, other.seat, &other.bare, &bare)
    other.state.code_hand[other.seat] = 0
    x[0] = short == 0
    x[1] = short == 0 and other.decoder
    x[2] = short == 1
    x[3] = bare - short
    x[4] = cards.code[code].length * <float> 0.2
