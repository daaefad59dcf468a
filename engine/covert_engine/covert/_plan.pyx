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
from covert_engine.covert._state cimport AGENTS, TILES, State

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


# Codes. All runs of tiles a code could lie on are looked at together: in a word, hexadecimal digit
# 5 + t stands for the run that begins at tile t. The product of `Tiles.shown` and `Code.places` of
# a number counts there how often that number is shown where the code wants it; no digit overflows.

cdef void read_tiles(const State* state, int seat, Tiles* tiles) noexcept nogil:
    cdef int i
    memset(tiles.shown, 0, sizeof(tiles.shown))
    for i in range(TILES):
        tiles.shown[state.table.tiles[i] - 1] |= <uint64_t> 1 << 4 * i
    tiles.decoder = state.table.decoder[seat]
    tiles.dice = 0
    for i in range(6):
        tiles.dice |= (tiles.decoder[i] != 0) << i


cdef inline uint64_t above_dice(uint64_t open, uint64_t runs, uint64_t dice) noexcept nogil:
    """Each digit of `open` less `dice` (0..5), or 0 where that is negative."""
    cdef uint64_t left = (open | 8 * runs) - dice * runs
    cdef uint64_t enough = left & 8 * runs
    return left & (enough - (enough >> 3))


cdef inline uint64_t open_places(const Code* code, int direction, const Tiles* tiles,
                                 int face) noexcept nogil:
    """By run: how often the code wants a number where the tile shows another one."""
    return code.times[face] * code.runs - (
        tiles.shown[face] * code.places[direction][face] & 15 * code.runs)


cdef inline uint64_t missing_numbers(const Code* code, int direction,
                                     const Tiles* tiles) noexcept nogil:
    """By run: numbers that neither the tile nor a Decoder die shows."""
    cdef const uint32_t* places = code.places[direction]
    cdef uint64_t matched = (tiles.shown[0] * places[0] + tiles.shown[1] * places[1]
                             + tiles.shown[2] * places[2] + tiles.shown[3] * places[3]
                             + tiles.shown[4] * places[4] + tiles.shown[5] * places[5])
    cdef uint64_t missing = code.length * code.runs - (matched & 15 * code.runs)
    cdef uint64_t open
    cdef int dice = tiles.dice & code.faces
    cdef int face
    while dice:
        face = lowest_bit(dice)
        dice &= dice - 1
        open = open_places(code, direction, tiles, face)
        missing -= open - above_dice(open, code.runs, tiles.decoder[face])
    return missing


cdef inline uint64_t runs_with(uint64_t missing, uint64_t runs, int most) noexcept nogil:
    """The runs where at most so many numbers are missing, as 8 in their digits."""
    return (8 + most) * runs - missing & 8 * runs


cdef inline int fewest(const CardSet* cards, const Code* code, const Tiles* tiles,
                       uint64_t* missing) noexcept nogil:
    cdef uint64_t runs = code.runs
    cdef int least = 0
    missing[0] = missing_numbers(code, 0, tiles)
    missing[1] = missing_numbers(code, 1, tiles) if cards.either_direction else missing[0]
    while not (runs_with(missing[0], runs, least) | runs_with(missing[1], runs, least)):
        least += 1
    return least


cdef void measure_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                        uint8_t* short) noexcept nogil:
    cdef uint64_t hand = state.code_hand[seat]
    cdef uint64_t missing[2]
    cdef int i = 0
    while hand:
        short[i] = fewest(cards, &cards.code[lowest_bit(hand)], tiles, missing)
        hand &= hand - 1
        i += 1


cdef void plan_codes(const CardSet* cards, const State* state, int seat, const Tiles* tiles,
                     CodePlan* plan) noexcept nogil:
    cdef uint64_t hand = state.code_hand[seat]
    cdef const Code* code
    cdef uint64_t missing[2]
    cdef uint64_t best
    cdef int direction, face, short
    plan.codes = 0
    plan.faces = 0
    while hand:
        code = &cards.code[lowest_bit(hand)]
        hand &= hand - 1
        short = fewest(cards, code, tiles, missing)
        plan.short[plan.codes] = short
        plan.codes += 1
        for direction in range(1 + cards.either_direction):
            best = runs_with(missing[direction], code.runs, short)
            best |= best - (best >> 3)                 # 15 in the digits of the best runs
            for face in range(6):
                plan.faces |= (above_dice(open_places(code, direction, tiles, face), code.runs,
                                          tiles.decoder[face]) & best != 0) << face
