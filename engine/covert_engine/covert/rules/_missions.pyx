"""Can a mission be completed, and what may pay its next symbol (rules 7).

Which agents and which region feet meet the locations has no consequence, so it is not a decision.
Equipment is: `PublicState.use` counts the symbols paid so far, equipment in ascending order of kind,
then the "any Agency Card" symbols; equal symbols are paid in ascending order (feet, codes, cards).
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from covert_engine.covert.rules._actions cimport PAY, PAY_CARD, PAY_CODE, PAY_FOOT, action_t, pack
from covert_engine.covert.cards._bits cimport above, bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport REGIONS, CardSet, Mission
from covert_engine.covert.rules._state cimport AGENTS, State, Use


cdef struct Places:          # what can still meet a location symbol
    uint8_t agents           # bits: agents not used yet
    uint8_t feet[REGIONS]    # region feet not used yet


cdef bint met_from(const CardSet* cards, const uint8_t* agent, const Mission* mission, int symbol,
                   Places* left) noexcept nogil:
    """Whether the location symbols from `symbol` on, cities before regions, can all be met."""
    cdef int i, region
    cdef uint8_t city
    if symbol == mission.cities + mission.regions:
        return True
    if symbol < mission.cities:
        region = cards.region[mission.city[symbol]]
    else:
        region = mission.region[symbol - mission.cities]
    for i in range(AGENTS):
        city = agent[i]
        if symbol < mission.cities:
            if city != mission.city[symbol]:
                continue
        elif cards.region[city] != region:
            continue
        if not cards.distinct_agents:
            return met_from(cards, agent, mission, symbol + 1, left)
        if not left.agents >> i & 1:
            continue
        left.agents ^= 1 << i
        if met_from(cards, agent, mission, symbol + 1, left):
            return True
        left.agents ^= 1 << i
    if left.feet[region]:
        left.feet[region] -= 1
        if met_from(cards, agent, mission, symbol + 1, left):
            return True
        left.feet[region] += 1
    return False


cdef bint locations_met(const CardSet* cards, const State* state, int seat,
                        const Mission* mission) noexcept nogil:
    cdef Places left
    cdef int region
    if mission.cities + mission.regions == 0:
        return True
    left.agents = (1 << AGENTS) - 1
    for region in range(REGIONS):
        left.feet[region] = bit_count(state.public.completed[seat]
                                      & cards.mission_foot_region[region])
    return met_from(cards, state.public.agent[seat], mission, 0, &left)


cdef inline int feet_of(const CardSet* cards, const State* state, int seat,
                        int equipment) noexcept nogil:
    return bit_count(state.public.completed[seat] & cards.mission_foot_equipment[equipment])


cdef int cards_needed(const CardSet* cards, const State* state, int seat, const Mission* mission,
                      int first) noexcept nogil:
    """The fewest Agency Cards that pay the equipment symbols from `first` (the first of its kind)
    on; 99 if they cannot be paid."""
    cdef int symbol = first
    cdef int total = 0
    cdef int need, kind, missing
    while symbol < mission.equipments:
        kind = mission.equipment[symbol]
        need = 0
        while symbol < mission.equipments and mission.equipment[symbol] == kind:
            need += 1
            symbol += 1
        missing = (need - feet_of(cards, state, seat, kind)
                   - bit_count(state.public.broken[seat] & cards.code_of_equipment[kind]))
        if missing > 0:
            if missing > bit_count(state.agency_hand[seat] & cards.agency_of_equipment[kind]):
                return 99
            total += missing
    return total


cdef bint completable(const CardSet* cards, const State* state, int seat,
                      int number) noexcept nogil:
    cdef const Mission* mission = &cards.mission[number]
    return (cards_needed(cards, state, seat, mission, 0) + mission.any_cards
            <= bit_count(state.agency_hand[seat])
            and locations_met(cards, state, seat, mission))


cdef int32_t legal_payments(const CardSet* cards, const State* state, action_t* out,
                            bint canonical) noexcept nogil:
    """What may pay the next symbol such that the rest can still be paid. With `canonical`, a foot
    is used whenever one serves, for it costs nothing."""
    cdef const Use* use = &state.public.use
    cdef const Mission* mission = &cards.mission[use.mission]
    cdef int seat = use.seat
    cdef uint64_t hand = state.agency_hand[seat]
    cdef uint64_t codes, fitting, rest
    cdef int symbol = use.symbol
    cdef int kind, left, later, feet, spare, item
    cdef int32_t count = 0

    if symbol >= mission.equipments:                       # an "any Agency Card" symbol
        left = mission.equipments + mission.any_cards - symbol - 1
        rest = hand
        if symbol > mission.equipments:
            rest &= above(use.after - 64 * PAY_CARD)
        while rest:
            item = lowest_bit(rest)
            rest &= rest - 1
            if bit_count(rest) >= left:
                out[count] = pack(PAY, PAY_CARD, item)
                count += 1
        return count

    kind = mission.equipment[symbol]
    left = 0                                               # equal symbols after this one
    while symbol + 1 + left < mission.equipments and mission.equipment[symbol + 1 + left] == kind:
        left += 1
    later = cards_needed(cards, state, seat, mission, symbol + 1 + left)
    spare = bit_count(hand) - later - mission.any_cards    # cards this kind may take
    feet = feet_of(cards, state, seat, kind) - use.feet
    codes = state.public.broken[seat] & cards.code_of_equipment[kind]
    fitting = hand & cards.agency_of_equipment[kind]
    if use.after >= 64 * PAY_CARD:
        feet = 0
        codes = 0
        fitting &= above(use.after - 64 * PAY_CARD)
    elif use.after >= 64 * PAY_CODE:
        feet = 0
        codes &= above(use.after - 64 * PAY_CODE)

    if feet > 0 and affordable(left, feet - 1 + bit_count(codes), bit_count(fitting), spare):
        out[0] = pack(PAY, PAY_FOOT, 0)
        count = 1
        if canonical:
            return count
    while codes:
        item = lowest_bit(codes)
        codes &= codes - 1
        if affordable(left, bit_count(codes), bit_count(fitting), spare):
            out[count] = pack(PAY, PAY_CODE, item)
            count += 1
    while fitting:
        item = lowest_bit(fitting)
        fitting &= fitting - 1
        if affordable(left, 0, bit_count(fitting), spare - 1):
            out[count] = pack(PAY, PAY_CARD, item)
            count += 1
    return count


cdef bint affordable(int left, int free, int fitting, int spare) noexcept nogil:
    """Whether `left` more symbols can be paid by `free` feet and codes and `fitting` cards, of
    which at most `spare` can be spared."""
    cdef int missing = left - free
    if missing < 0:
        missing = 0
    return missing <= fitting and missing <= spare and spare >= 0
