"""The aims of a seat: the distance of each of its missions from completion."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp

from covert_engine.covert.cards._compiled cimport REGIONS, CardSet
from covert_engine.covert.rules._state cimport AGENTS, State, PublicState


cdef struct MissionPlan:
    float need             # dice it still takes, the completing one included
    float cards            # of these, dice for Agency Cards
    uint8_t mission
    uint8_t moves          # of these, Movement dice
    uint8_t any_short      # cards short for "any Agency Card" symbols
    uint64_t wanted        # kinds of equipment still missing: the lowest of their KIND_BITS
    uint8_t target[AGENTS] # city for each agent; NONE where it may be anywhere
    uint32_t sought        # bits: those cities


cdef struct Grounds:       # everything that a plan depends on
    uint64_t missions      # the hand
    uint64_t cards         # Agency Cards of the hand
    uint64_t done          # completed missions
    uint64_t broken        # codes
    uint8_t agent[AGENTS]  # cities
    uint8_t agency_up[REGIONS]  # face-up Agency Cards, which affect the price of others


cdef struct Plan:          # missions of the hand, the nearest first
    Grounds grounds        # its basis; all zero is the plan of a seat without missions
    uint64_t at_hand       # kinds face up within reach of one die of the seat, as `wanted`
    uint64_t face_up       # kinds of equipment face up anywhere, as `wanted`
    uint64_t wanted        # kinds missing for any of the missions
    uint8_t missions       # number of them
    uint16_t asked         # bits: kinds of equipment any of them asks for
    uint32_t sought        # bits: cities that a mission sends an agent to
    MissionPlan mission[4]


cdef inline bint same_agents(const Grounds* grounds, const PublicState* public,
                             int seat) noexcept nogil:
    return (grounds.agent[0] == public.agent[seat][0] and grounds.agent[1] == public.agent[seat][1]
            and grounds.agent[2] == public.agent[seat][2])


cdef inline bint same_market(const Grounds* grounds, const PublicState* public) noexcept nogil:
    # In two pieces, which compilers compare without a call.
    return (memcmp(grounds.agency_up, public.agency_up, 4) == 0
            and memcmp(&grounds.agency_up[4], &public.agency_up[4], 2) == 0)


# Makes the plan agree with the state; unchanged parts are kept.
cdef void remake_plan(const CardSet* cards, const State* state, int seat, Plan* plan) noexcept nogil


# For an itemised account (`covert/_plan_items.pyx`): the dice in `cards` for the number-th missing
# card of a kind, from 0, and for a card that is short; the three locations of a mission, or
# ANYWHERE, that no foot meets.
cdef float price_of_card(const Plan* plan, int kind, int number) noexcept nogil
cdef float price_of_any_card() noexcept nogil
cdef void open_locations(const CardSet* cards, const Plan* plan, int mission,
                         uint8_t* others) noexcept nogil


cdef inline void update_plan(const CardSet* cards, const State* state, int seat,
                             Plan* plan) noexcept nogil:
    """Call `remake_plan` if anything has changed."""
    cdef const Grounds* grounds = &plan.grounds
    if (grounds.cards != state.agency_hand[seat] or not same_market(grounds, &state.public)
            or not same_agents(grounds, &state.public, seat)
            or grounds.missions != state.mission_hand[seat]
            or grounds.done != state.public.completed[seat]
            or grounds.broken != state.public.broken[seat]):
        remake_plan(cards, state, seat, plan)
