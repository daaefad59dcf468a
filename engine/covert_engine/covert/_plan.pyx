"""What a seat is after: how far each of its missions and codes is from done.

A plan counts dice, the currency of the game: an Agency Card costs one if it lies face up where the
seat has an agent and more otherwise, a mission's cities cost as many Movement dice as the farthest
agent has steps, completing costs one.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from covert_engine.covert._bits cimport bit_count, lowest_bit
from covert_engine.covert._cards cimport (
    NONE, REACH, REGIONS, CardSet, Mission,
)
from covert_engine.covert._state cimport AGENTS, State, Table

cdef enum:
    FAR = 30               # steps no map has
    FAR_COUNTS = 100       # a step of the farthest agent counts for so many of the others

# Which agent takes location 0, 1 and 2.
cdef uint8_t[6][3] TAKES
TAKES[0][:] = [0, 1, 2]
TAKES[1][:] = [0, 2, 1]
TAKES[2][:] = [1, 0, 2]
TAKES[3][:] = [1, 2, 0]
TAKES[4][:] = [2, 0, 1]
TAKES[5][:] = [2, 1, 0]

# Dice for a missing Agency Card, by where it can be had. Set by hand.
cdef float CARD_AT_HAND = 1.0
cdef float CARD_FACE_UP = 1.5
cdef float CARD_SOMEWHERE = 2.2


cdef void update_plan(const CardSet* cards, const State* state, int seat,
                      Plan* plan) noexcept nogil:
    cdef const Table* table = &state.table
    cdef Grounds* grounds = &plan.grounds
    cdef bint same_cards = (grounds.cards == state.agency_hand[seat]
                            and grounds.done == table.completed[seat]
                            and grounds.broken == table.broken[seat])
    cdef bint same_places = (grounds.done == table.completed[seat]
                             and grounds.agent[0] == table.agent[seat][0]
                             and grounds.agent[1] == table.agent[seat][1]
                             and grounds.agent[2] == table.agent[seat][2])
    # In two pieces, which compilers compare without a call.
    cdef bint same_market = (memcmp(grounds.agency_up, table.agency_up, 4) == 0
                             and memcmp(&grounds.agency_up[4], &table.agency_up[4], 2) == 0)
    if (same_cards and same_places and same_market
            and grounds.missions == state.mission_hand[seat]):
        return
    grounds.missions = state.mission_hand[seat]
    grounds.cards = state.agency_hand[seat]
    grounds.done = table.completed[seat]
    grounds.broken = table.broken[seat]
    memcpy(grounds.agent, table.agent[seat], AGENTS)
    memcpy(grounds.agency_up, table.agency_up, REGIONS)
    if not (same_places and same_market):
        same_cards &= not price_cards(cards, table, seat, plan)
    plan_missions(cards, plan, same_cards, same_places)


cdef inline bint price_cards(const CardSet* cards, const Table* table, int seat,
                             Plan* plan) noexcept nogil:
    """Whether that has changed a price."""
    cdef const uint8_t* agent = table.agent[seat]
    cdef uint32_t near = (1 << cards.region[agent[0]] | 1 << cards.region[agent[1]]
                          | 1 << cards.region[agent[2]])
    cdef uint32_t kind
    cdef uint32_t at_hand = 0
    cdef uint32_t face_up = 0
    cdef int region, card
    cdef bint changed
    if cards.character[table.character[seat]].effect == REACH:
        near = 63
    for region in range(REGIONS):
        card = table.agency_up[region]
        if card != NONE:
            kind = 1 << cards.agency[card].equipment
            face_up |= kind
            at_hand |= kind * (near >> region & 1)
    changed = plan.at_hand != at_hand or plan.face_up != face_up
    plan.at_hand = at_hand
    plan.face_up = face_up
    return changed


cdef void plan_missions(const CardSet* cards, Plan* plan, bint same_cards,
                        bint same_places) noexcept nogil:
    cdef MissionPlan before[4]
    cdef MissionPlan one
    cdef uint64_t hand = plan.grounds.missions
    cdef uint64_t left = plan.grounds.done
    cdef uint64_t feet = 0
    cdef int count = plan.missions
    cdef int spare = bit_count(plan.grounds.cards)
    cdef int i, number
    memcpy(before, plan.mission, sizeof(before))
    while left:
        feet += cards.mission[lowest_bit(left)].region_foot
        left &= left - 1
    plan.missions = 0
    plan.wanted = 0
    plan.asked = 0
    while hand:
        number = lowest_bit(hand)
        hand &= hand - 1
        i = 0
        while i < count and before[i].mission != number:
            i += 1
        if i < count:
            one = before[i]
        one.mission = number
        if i == count or not same_cards:
            find_cards(cards, plan, spare, &one)
        if i == count or not same_places:
            one.moves = assign_agents(cards, plan.grounds.agent, &cards.mission[number], feet,
                                      one.target)
        one.need = 1 + one.cards + one.moves
        plan.asked |= cards.mission[number].asked
        plan.wanted |= one.wanted
        i = plan.missions
        while i > 0 and plan.mission[i - 1].need > one.need:
            plan.mission[i] = plan.mission[i - 1]
            i -= 1
        plan.mission[i] = one
        plan.missions += 1


cdef inline float price_of(const Plan* plan, int kind) noexcept nogil:
    if plan.at_hand >> kind & 1:
        return CARD_AT_HAND
    return CARD_FACE_UP if plan.face_up >> kind & 1 else CARD_SOMEWHERE


cdef inline void find_cards(const CardSet* cards, const Plan* plan, int spare,
                            MissionPlan* one) noexcept nogil:
    """Of `spare` Agency Cards in hand those that no equipment needs can pay for any."""
    cdef const Mission* mission = &cards.mission[one.mission]
    cdef int i, kind, need, held
    cdef uint64_t had
    one.cards = 0
    one.wanted = 0
    one.any_short = 0
    spare -= mission.any_cards
    for i in range(mission.kinds):
        kind = mission.kind[i]
        need = mission.symbols[i]
        had = plan.grounds.done & cards.mission_foot_equipment[kind]
        if had:                                    # mostly there is none
            need -= bit_count(had)
        had = plan.grounds.broken & cards.code_of_equipment[kind]
        if had:
            need -= bit_count(had)
        if need <= 0:
            continue
        had = plan.grounds.cards & cards.agency_of_equipment[kind]
        held = bit_count(had) if had else 0
        if held < need:
            one.wanted |= 1 << kind
            one.cards += price_of(plan, kind) + (need - held - 1) * CARD_SOMEWHERE
            need = held
        spare -= need
    if spare < 0:
        one.any_short = -spare
        one.cards += -spare * CARD_AT_HAND


cdef inline int trouble(int first, int second, int third) noexcept nogil:
    """Steps of three agents by what matters: the farthest, then the sum."""
    cdef int far = first if first > second else second
    far = third if third > far else far
    return far * FAR_COUNTS + first + second + third


cdef inline int assign_agents(const CardSet* cards, const uint8_t* agent, const Mission* mission,
                              uint64_t feet, uint8_t* target) noexcept nogil:
    """Sends agents to the locations of a mission so that the farthest has the fewest steps, then
    the sum is least; returns the steps of the farthest. Looks at three locations at most; the others
    are taken to be met by feet."""
    cdef const uint8_t* goal[AGENTS]           # for location i: the city from each city,
    cdef const uint8_t* away[AGENTS]           # and the steps
    cdef int steps[AGENTS][AGENTS]             # for location i, agent j
    cdef int count = 0
    cdef int symbol, location, region, i, j, cost
    cdef int best = FAR * FAR_COUNTS
    cdef int order = -1
    target[0] = target[1] = target[2] = NONE
    for symbol in range(mission.locations):
        location = mission.location[symbol]
        if feet:
            region = cards.location_region[location]
            if feet >> 8 * region & 255:
                feet -= <uint64_t> 1 << 8 * region
                continue
        if count == AGENTS:
            break
        goal[count] = cards.nearest[location]
        away[count] = cards.away[location]
        for j in range(AGENTS):
            steps[count][j] = away[count][agent[j]]
        count += 1
    if count == 0:
        return 0
    if count == 1:
        j = 1 if steps[0][1] < steps[0][0] else 0
        j = 2 if steps[0][2] < steps[0][j] else j
        target[j] = goal[0][agent[j]]
        return steps[0][j]
    if count == 2:
        steps[2][0] = steps[2][1] = steps[2][2] = 0
    # Spelt out, the six ways need no table.
    cost = trouble(steps[0][0], steps[1][1], steps[2][2])
    if cost < best:
        best = cost
        order = 0
    cost = trouble(steps[0][0], steps[1][2], steps[2][1])
    if cost < best:
        best = cost
        order = 1
    cost = trouble(steps[0][1], steps[1][0], steps[2][2])
    if cost < best:
        best = cost
        order = 2
    cost = trouble(steps[0][1], steps[1][2], steps[2][0])
    if cost < best:
        best = cost
        order = 3
    cost = trouble(steps[0][2], steps[1][0], steps[2][1])
    if cost < best:
        best = cost
        order = 4
    cost = trouble(steps[0][2], steps[1][1], steps[2][0])
    if cost < best:
        best = cost
        order = 5
    if order < 0:
        return FAR
    for i in range(count):
        j = TAKES[order][i]
        target[j] = goal[i][agent[j]]
    return best // FAR_COUNTS
