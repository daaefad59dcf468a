"""What a seat is after: how far each of its missions and codes is from done.

A plan counts dice, the currency of the game: an Agency Card costs one if it lies face up where the
seat has an agent and more otherwise, a mission's cities cost as many Movement dice as the farthest
agent has steps, completing costs one.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert._bits cimport bit_count, lowest_bit
from covert_engine.covert._cards cimport (
    FOOT_REGION, MAX_EQUIPMENT, NONE, REACH, REGIONS, CardSet, Code, Mission,
)
from covert_engine.covert._state cimport AGENTS, State

cdef enum:
    FAR = 30               # steps no map has

# Dice for a missing Agency Card, by where it can be had. Set by hand.
cdef float CARD_AT_HAND = 1.0
cdef float CARD_FACE_UP = 1.5
cdef float CARD_SOMEWHERE = 2.2


cdef void make_plan(const CardSet* cards, const State* state, int seat, Plan* plan) noexcept nogil:
    cdef uint64_t hand = state.mission_hand[seat]
    cdef float price[MAX_EQUIPMENT]            # of a card of each kind
    cdef uint8_t feet[REGIONS]                 # of completed missions
    cdef uint64_t done = state.table.completed[seat]
    cdef MissionPlan one
    cdef int i
    plan.missions = 0
    plan.ready = 0
    plan.wanted = 0
    plan.asked = 0
    price_cards(cards, state, seat, price)
    memset(feet, 0, REGIONS)
    while done:
        i = lowest_bit(done)
        done &= done - 1
        if cards.mission[i].foot == FOOT_REGION:
            feet[cards.mission[i].foot_kind] += 1
    while hand:
        plan_mission(cards, state, seat, lowest_bit(hand), price, feet, &one)
        plan.asked |= cards.mission[one.mission].asked
        hand &= hand - 1
        i = plan.missions
        while i > 0 and plan.mission[i - 1].need > one.need:
            plan.mission[i] = plan.mission[i - 1]
            i -= 1
        plan.mission[i] = one
        plan.missions += 1
        plan.ready += one.need <= 1
        plan.wanted |= one.wanted


cdef void price_cards(const CardSet* cards, const State* state, int seat,
                      float* price) noexcept nogil:
    cdef const uint8_t* agent = state.table.agent[seat]
    cdef int region, card, kind
    cdef int near = 0
    cdef float cost
    for kind in range(cards.equipments):
        price[kind] = CARD_SOMEWHERE
    for kind in range(AGENTS):
        near |= 1 << cards.region[agent[kind]]
    if cards.character[state.table.character[seat]].effect == REACH:
        near = 63
    for region in range(REGIONS):
        card = state.table.agency_up[region]
        if card == NONE:
            continue
        kind = cards.agency[card].equipment
        cost = CARD_AT_HAND if near >> region & 1 else CARD_FACE_UP
        if cost < price[kind]:
            price[kind] = cost


cdef void plan_mission(const CardSet* cards, const State* state, int seat, int number,
                       const float* price, const uint8_t* feet,
                       MissionPlan* plan) noexcept nogil:
    cdef const Mission* mission = &cards.mission[number]
    cdef int spare = bit_count(state.agency_hand[seat]) - mission.any_cards
    cdef int symbol = 0
    cdef int kind, need, held
    plan.mission = number
    plan.cards = 0
    plan.wanted = 0
    plan.any_short = 0
    while symbol < mission.equipments:
        kind = mission.equipment[symbol]
        need = 0
        while symbol < mission.equipments and mission.equipment[symbol] == kind:
            need += 1
            symbol += 1
        need -= (bit_count(state.table.completed[seat] & cards.mission_foot_equipment[kind])
                 + bit_count(state.table.broken[seat] & cards.code_of_equipment[kind]))
        if need <= 0:
            continue
        held = bit_count(state.agency_hand[seat] & cards.agency_of_equipment[kind])
        if held < need:
            plan.wanted |= 1 << kind
            plan.cards += price[kind] + (need - held - 1) * CARD_SOMEWHERE
            need = held
        spare -= need
    if spare < 0:
        plan.any_short = -spare
        plan.cards += -spare * CARD_AT_HAND
    plan.moves = assign_agents(cards, state.table.agent[seat], mission, feet, plan.target)
    plan.need = 1 + plan.cards + plan.moves


cdef int assign_agents(const CardSet* cards, const uint8_t* agent, const Mission* mission,
                       const uint8_t* feet_held, uint8_t* target) noexcept nogil:
    """Sends agents to the locations of a mission so that the farthest has the fewest steps, then
    the sum is least; returns the steps of the farthest. Looks at three locations at most; the others
    are taken to be met by feet."""
    cdef uint8_t goal[AGENTS][AGENTS]          # city for location i, agent j
    cdef uint8_t steps[AGENTS][AGENTS]
    cdef uint8_t feet[REGIONS]
    cdef int count = 0
    cdef int symbol, region, j, i, k, cost, far
    cdef int best = FAR * 100
    cdef int best_far = FAR
    for j in range(AGENTS):
        target[j] = NONE
    memcpy(feet, feet_held, REGIONS)
    for symbol in range(mission.cities + mission.regions):
        if symbol < mission.cities:
            region = cards.region[mission.city[symbol]]
        else:
            region = mission.region[symbol - mission.cities]
        if feet[region]:
            feet[region] -= 1
            continue
        if count == AGENTS:
            break
        for j in range(AGENTS):
            if symbol < mission.cities:
                goal[count][j] = mission.city[symbol]
            else:
                goal[count][j] = cards.gateway[agent[j]][region]
            steps[count][j] = cards.distance[agent[j]][goal[count][j]]
        count += 1
    if count == 0:
        return 0
    if count == 1:
        j = 0
        for i in range(1, AGENTS):
            if steps[0][i] < steps[0][j]:
                j = i
        target[j] = goal[0][j]
        return steps[0][j]
    for i in range(AGENTS):                    # agent i takes location 0, j the next, k the last
        for j in range(AGENTS):
            if j == i:
                continue
            k = AGENTS - i - j
            far = steps[0][i] if steps[0][i] > steps[1][j] else steps[1][j]
            cost = steps[0][i] + steps[1][j]
            if count == 3:
                far = steps[2][k] if steps[2][k] > far else far
                cost += steps[2][k]
            cost += far * 100
            if cost < best:
                best = cost
                best_far = far
                target[i] = goal[0][i]
                target[j] = goal[1][j]
                target[k] = goal[2][k] if count == 3 else NONE
    return best_far


cdef void plan_codes(const CardSet* cards, const State* state, int seat, const uint8_t* tiles,
                     CodePlan* plan) noexcept nogil:
    """Runs are compared a row at a time, a tile a hexadecimal digit."""
    cdef uint64_t hand = state.code_hand[seat]
    cdef const uint8_t* decoder = state.table.decoder[seat]
    cdef const Code* code
    cdef uint32_t row[2]
    cdef uint32_t pattern, open
    cdef int i, start, direction, missing, best
    cdef int dice = 0
    cdef uint8_t faces, best_faces
    plan.codes = 0
    plan.faces = 0
    row[0] = row[1] = 0
    for i in range(6):
        row[0] |= <uint32_t> tiles[i] << 4 * i
        row[1] |= <uint32_t> tiles[6 + i] << 4 * i
        dice += decoder[i]
    while hand:
        code = &cards.code[lowest_bit(hand)]
        hand &= hand - 1
        best = 7
        best_faces = 0
        for direction in range(1 + cards.either_direction):
            pattern = code.pattern[direction]
            for start in range(7 - code.length):
                for i in range(2):
                    open = differing(row[i] >> 4 * start ^ pattern, code.length)
                    missing = open * 0x111111 >> 20 & 15       # the sum of the digits
                    if missing - dice > best:
                        continue
                    missing = uncovered(open, pattern, decoder, dice, &faces)
                    if missing < best:
                        best = missing
                        best_faces = faces
                    elif missing == best:
                        best_faces |= faces
        plan.short[plan.codes] = best
        plan.codes += 1
        plan.faces |= best_faces


cdef inline uint32_t differing(uint32_t digits, int length) noexcept nogil:
    """The lowest bit of each of the first `length` digits that is not zero."""
    return ((digits | digits >> 1 | digits >> 2 | digits >> 3) & 0x111111
            & ((<uint32_t> 1 << 4 * length) - 1))


cdef inline int uncovered(uint32_t open, uint32_t pattern, const uint8_t* decoder, int dice,
                          uint8_t* faces) noexcept nogil:
    """Numbers of a code that neither the run nor one of the Decoder dice shows, and which."""
    cdef uint8_t left[6]
    cdef int missing = 0
    cdef int number
    faces[0] = 0
    if dice:
        memcpy(left, decoder, 6)
    while open:
        number = pattern >> lowest_bit(open) & 15
        open &= open - 1
        if dice and left[number - 1]:
            left[number - 1] -= 1
            continue
        missing += 1
        faces[0] |= 1 << (number - 1)
    return missing
