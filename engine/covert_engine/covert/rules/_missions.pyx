"""Missions: those that can be completed, and the payments of their symbols (rules 7).

The choice of agents and region feet for the locations has no consequence, so it is not a decision.
Equipment is: `PublicState.use` counts the symbols paid so far, equipment in ascending order of
kind, then the "any Agency Card" symbols; equal symbols are paid in ascending order (feet, codes,
cards that show the equipment; then others, for a character with `any_equipment`).
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.rules._actions cimport PAY, PAY_CARD, PAY_CODE, PAY_FOOT, action_t, pack
from covert_engine.covert.cards._bits cimport above, bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ANY_EQUIPMENT, REGIONS, CardSet, Character, Mission,
)
from covert_engine.covert.rules._state cimport AGENTS, LAST_MISSION, State, Use


cdef struct Places:          # sources of location symbols; `distinct_agents`: each serves once
    uint8_t agents           # bits: agents not used yet
    uint8_t feet[REGIONS]    # region feet not used yet


cdef bint met_from(const CardSet* cards, const uint8_t* agent, const Mission* mission, int symbol,
                   Places* left) noexcept nogil:
    """Return True if all location symbols from `symbol` on, cities before regions, can be met."""
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
        if not cards.options.distinct_agents:
            return met_from(cards, agent, mission, symbol + 1, left)
        if not left.agents >> i & 1:
            continue
        left.agents ^= 1 << i
        if met_from(cards, agent, mission, symbol + 1, left):
            return True
        left.agents ^= 1 << i
    if left.feet[region]:
        if not cards.options.distinct_agents:
            return met_from(cards, agent, mission, symbol + 1, left)
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


cdef struct Need:            # open costs of equipment symbols
    int cards                # Agency Cards
    int shown                # of them cards that show the equipment they pay for
    int others               # the rest: by the character's `any_equipment`


cdef Need cards_needed(const CardSet* cards, const State* state, int seat, const Mission* mission,
                       int first) noexcept nogil:
    """Return the fewest Agency Cards that pay the equipment symbols from `first` (the first of its
    kind) on."""
    cdef Need total
    cdef int symbol = first
    cdef int shown
    cdef int need, kind, missing
    memset(&total, 0, sizeof(Need))
    while symbol < mission.equipments:
        kind = mission.equipment[symbol]
        need = 0
        while symbol < mission.equipments and mission.equipment[symbol] == kind:
            need += 1
            symbol += 1
        missing = (need - feet_of(cards, state, seat, kind)
                   - bit_count(state.public.broken[seat] & cards.code_of_equipment[kind]))
        if missing > 0:
            shown = bit_count(state.agency_hand[seat] & cards.agency_of_equipment[kind])
            shown = missing if missing < shown else shown
            total.cards += missing
            total.shown += shown
            total.others += missing - shown
    return total


cdef inline int any_equipment_left(const CardSet* cards, const State* state,
                                   int seat) noexcept nogil:
    """Count the symbols of one mission that any Agency Card may still pay for; 0 in a last one
    (6.18)."""
    cdef const Character* character = &cards.character[state.public.character[seat]]
    if character.effect != ANY_EQUIPMENT or state.public.phase == LAST_MISSION:
        return 0
    return character.amount - state.public.use.any_equipment


cdef bint completable(const CardSet* cards, const State* state, int seat,
                      int number) noexcept nogil:
    cdef const Mission* mission = &cards.mission[number]
    cdef Need need = cards_needed(cards, state, seat, mission, 0)
    return (need.cards + mission.any_cards <= bit_count(state.agency_hand[seat])
            and need.others <= any_equipment_left(cards, state, seat)
            and locations_met(cards, state, seat, mission))


cdef int32_t legal_payments(const CardSet* cards, const State* state, action_t* out,
                            bint canonical) noexcept nogil:
    """List the payments of the next symbol that leave the rest payable. With `canonical`, a foot is
    used whenever one serves, for it costs nothing."""
    cdef const Use* use = &state.public.use
    cdef const Mission* mission = &cards.mission[use.mission]
    cdef int seat = use.seat
    cdef uint64_t hand = state.agency_hand[seat]
    cdef uint64_t codes, fitting, rest, others
    cdef int symbol = use.symbol
    cdef int kind, left, feet, item
    cdef Hand spare
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
    spare = hand_for(cards, state, seat, mission, symbol + 1 + left, kind)
    others = hand & ~cards.agency_of_equipment[kind] if spare.any_equipment > 0 else 0
    feet = feet_of(cards, state, seat, kind) - use.feet
    codes = state.public.broken[seat] & cards.code_of_equipment[kind]
    fitting = hand & cards.agency_of_equipment[kind]
    if use.after >= 64 * PAY_CARD:
        feet = 0
        codes = 0
        item = use.after - 64 * PAY_CARD
        fitting &= above(item) if cards.agency[item].equipment == kind else 0
    elif use.after >= 64 * PAY_CODE:
        feet = 0
        codes &= above(use.after - 64 * PAY_CODE)

    if feet > 0 and affordable(left, feet - 1 + bit_count(codes), bit_count(fitting), &spare):
        out[0] = pack(PAY, PAY_FOOT, 0)
        count = 1
        if canonical:
            return count
    while codes:
        item = lowest_bit(codes)
        codes &= codes - 1
        if affordable(left, bit_count(codes), bit_count(fitting), &spare):
            out[count] = pack(PAY, PAY_CODE, item)
            count += 1
    while fitting:
        item = lowest_bit(fitting)
        fitting &= fitting - 1
        spare.cards -= 1
        if affordable(left, 0, bit_count(fitting), &spare):
            out[count] = pack(PAY, PAY_CARD, item)
            count += 1
        spare.cards += 1
    while others:
        item = lowest_bit(others)
        others &= others - 1
        if others_suffice(cards, state, seat, mission, symbol + 1 + left, kind, left, item):
            out[count] = pack(PAY, PAY_CARD, item)
            count += 1
    return count


cdef struct Hand:            # cards that later kinds and "any" symbols leave to this kind
    int cards                # cards that may be taken
    int others               # of those that show another equipment
    int any_equipment        # symbols that these may pay for


cdef Hand hand_for(const CardSet* cards, const State* state, int seat, const Mission* mission,
                   int later, int kind) noexcept nogil:
    """Return the cards for a kind; `later` is the first symbol of a later kind."""
    cdef Need need = cards_needed(cards, state, seat, mission, later)
    cdef uint64_t hand = state.agency_hand[seat]
    cdef Hand spare
    spare.cards = bit_count(hand) - need.cards - mission.any_cards
    spare.others = bit_count(hand & ~cards.agency_of_equipment[kind]) - need.shown
    spare.any_equipment = any_equipment_left(cards, state, seat) - need.others
    return spare


cdef bint affordable(int left, int free, int fitting, const Hand* spare) noexcept nogil:
    """Return True if `free` feet and codes, `fitting` cards, and other cards by `any_equipment` can
    pay `left` more symbols of a kind."""
    cdef int missing = left - free
    cdef int by_others
    if missing < 0:
        missing = 0
    by_others = missing - fitting if missing > fitting else 0
    return (missing <= spare.cards and spare.cards >= 0 and by_others <= spare.others
            and by_others <= spare.any_equipment and spare.any_equipment >= 0)


cdef bint others_suffice(const CardSet* cards, const State* state, int seat,
                         const Mission* mission, int later, int kind, int left,
                         int card) noexcept nogil:
    """Return True if the rest can be paid once `card`, which shows another equipment, has paid; the
    `left` equal symbols then take only such cards too."""
    cdef State after = state[0]
    cdef Hand spare
    after.agency_hand[seat] &= ~bit(card)
    after.public.use.any_equipment += 1
    spare = hand_for(cards, &after, seat, mission, later, kind)
    return affordable(left, 0, 0, &spare)
