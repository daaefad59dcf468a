"""What a seat is after: how far each of its missions and codes is from done.

A plan counts dice, the currency of the game: an Agency Card costs one if it lies face up where the
seat has an agent and more otherwise, a mission's cities cost as many Movement dice as the farthest
agent has steps, completing costs one.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert._bits cimport bit_count, lowest_bit
from covert_engine.covert._cards cimport (
    NONE, REACH, REGIONS, CardSet, Code, Mission,
)
from covert_engine.covert._state cimport AGENTS, TILES, State

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


cdef struct Means:         # what a seat has for its missions, and what the table offers
    uint64_t hand          # Agency Cards
    int cards              # how many
    uint64_t done          # completed missions
    uint64_t broken        # codes
    uint64_t feet          # region feet of completed missions: a byte for each region
    uint32_t at_hand       # bits: kinds of equipment face up where the seat takes it with one die
    uint32_t face_up       # bits: kinds of equipment face up anywhere


cdef void make_plan(const CardSet* cards, const State* state, int seat, Plan* plan) noexcept nogil:
    cdef uint64_t hand = state.mission_hand[seat]
    cdef Means means
    cdef MissionPlan one
    cdef int i
    plan.missions = 0
    plan.ready = 0
    plan.wanted = 0
    plan.asked = 0
    take_stock(cards, state, seat, &means)
    while hand:
        plan_mission(cards, state.table.agent[seat], lowest_bit(hand), &means, &one)
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


cdef inline void take_stock(const CardSet* cards, const State* state, int seat,
                            Means* means) noexcept nogil:
    cdef const uint8_t* agent = state.table.agent[seat]
    cdef uint64_t done = state.table.completed[seat]
    cdef uint32_t near, kind
    cdef int region, card
    means.hand = state.agency_hand[seat]
    means.cards = bit_count(means.hand)
    means.done = done
    means.broken = state.table.broken[seat]
    means.feet = 0
    while done:
        means.feet += cards.mission[lowest_bit(done)].region_foot
        done &= done - 1
    near = (1 << cards.region[agent[0]] | 1 << cards.region[agent[1]]
            | 1 << cards.region[agent[2]])
    if cards.character[state.table.character[seat]].effect == REACH:
        near = 63
    means.at_hand = 0
    means.face_up = 0
    for region in range(REGIONS):
        card = state.table.agency_up[region]
        if card != NONE:
            kind = 1 << cards.agency[card].equipment
            means.face_up |= kind
            if near >> region & 1:
                means.at_hand |= kind


cdef inline float price_of(const Means* means, int kind) noexcept nogil:
    if means.at_hand >> kind & 1:
        return CARD_AT_HAND
    return CARD_FACE_UP if means.face_up >> kind & 1 else CARD_SOMEWHERE


cdef inline void plan_mission(const CardSet* cards, const uint8_t* agent, int number,
                              const Means* means, MissionPlan* plan) noexcept nogil:
    cdef const Mission* mission = &cards.mission[number]
    cdef int spare = means.cards - mission.any_cards
    cdef int i, kind, need, held
    cdef uint64_t had
    plan.mission = number
    plan.cards = 0
    plan.wanted = 0
    plan.any_short = 0
    for i in range(mission.kinds):
        kind = mission.kind[i]
        need = mission.symbols[i]
        had = means.done & cards.mission_foot_equipment[kind]
        if had:                                    # both seldom are
            need -= bit_count(had)
        had = means.broken & cards.code_of_equipment[kind]
        if had:
            need -= bit_count(had)
        if need <= 0:
            continue
        had = means.hand & cards.agency_of_equipment[kind]
        held = bit_count(had) if had else 0
        if held < need:
            plan.wanted |= 1 << kind
            plan.cards += price_of(means, kind) + (need - held - 1) * CARD_SOMEWHERE
            need = held
        spare -= need
    if spare < 0:
        plan.any_short = -spare
        plan.cards += -spare * CARD_AT_HAND
    plan.moves = assign_agents(cards, agent, mission, means.feet, plan.target)
    plan.need = 1 + plan.cards + plan.moves


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
    for i in range(6):
        cost = trouble(steps[0][TAKES[i][0]], steps[1][TAKES[i][1]], steps[2][TAKES[i][2]])
        if cost < best:
            best = cost
            order = i
    if order < 0:
        return FAR
    for i in range(count):
        j = TAKES[order][i]
        target[j] = goal[i][agent[j]]
    return best // FAR_COUNTS


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
