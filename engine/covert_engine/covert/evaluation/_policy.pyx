"""A cheap policy by hand: the search's prior, and how simulated seats play.

It knows what the seat to decide knows: its hand, the table, the top equipment of code decks. Each
action gets a weight from the seat's plan, not from playing it out. The numbers are set by hand;
only their ratios matter, and a uniform share is mixed in by the search.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from covert_engine.covert.rules._actions cimport (
    AGENCY_CIRCLE, AGENCY_PLAY, AGENT, BOTTOM, CLAIM, COMPLETE, COMPLETE_CIRCLE, DISCARD,
    DISCARD_MISSION, END, FLY, FOLDER, FORFEIT, KEEP, MISSION_CIRCLE, MOVE, MOVEMENT_CIRCLE, PASS,
    PAY, PAY_CARD, PAY_FOOT, PLACE, REFUSE, REROLL, RETURN_MISSION, REWARD, ROLL, SPY, STOP,
    TAKE_AGENCY, TAKE_MISSION, TOKEN_PLAY, USE, first_of, kind_of, second_of, third_of,
)
from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    AGENCY_CARDS, KIND_BITS, MINUS_ONE, MISSION_DECK, MOVE_THREE, NONE, PLUS_ONE, REGIONS, SEARCH,
    SNEAK_ATTACK, CardSet, Mission,
)
from covert_engine.covert.evaluation._code_plan cimport (
    CodePlan, Tiles, measure_codes, plan_codes, read_tiles, swap_tiles,
)
from covert_engine.covert.rules._dice cimport dice_on
from covert_engine.covert.evaluation._plan cimport MissionPlan, Plan, update_plan
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_BOTTOM, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_CODE_ORDER, CHOOSE_DIE, CHOOSE_DISCARD,
    CHOOSE_FIRST, CHOOSE_KEEP, CHOOSE_LAST, CHOOSE_PAYMENT, CHOOSE_PLACE, CHOOSE_REROLL,
    CHOOSE_RESOLVE, CHOOSE_STEP, CODE_LIMIT, MISSION_LIMIT, PLACING, State,
)


cdef enum:
    WITHOUT_PLAN = (         # bits: decisions for which no plan of the missions is needed
        1 << CHOOSE_BREAK | 1 << CHOOSE_CODE | 1 << CHOOSE_CODE_ORDER | 1 << CHOOSE_FIRST
        | 1 << CHOOSE_DIE | 1 << CHOOSE_REROLL | 1 << CHOOSE_PAYMENT | 1 << CHOOSE_DISCARD)


# A step to a city without cubes of others, with some, with one that makes a pair.
cdef float[3] CUBES_OF_OTHERS
CUBES_OF_OTHERS[:] = [0.05, 0.4, 3]


cdef struct Aims:            # what the weights are made from
    const Plan* plan
    Tiles tiles
    CodePlan codes
    int seat
    uint16_t asked           # bits: kinds of equipment that any mission asks for
    int dice[4]              # own dice on each circle
    int open                 # room for missions, less dice already there for them
    int cards_wanted         # Agency Cards the two nearest missions still miss
    int moves                # Movement dice they want
    int completing           # missions that could be done by this round's dice
    uint8_t target[AGENTS]   # where the nearest mission that sends an agent sends it; or NONE
    uint8_t nearest[AGENTS]  # 1 if that is the nearest of all


cdef double weigh(const CardSet* cards, const State* state, Plan* plans, const uint32_t* actions,
                  int32_t count, float* weights) noexcept nogil:
    cdef Aims aims
    cdef uint8_t decision = state.table.decision
    cdef double total = 0
    cdef int32_t i
    aims.seat = state.actor
    aims.plan = &plans[aims.seat]
    # Of what there is to aim at, the few decisions each need a part.
    if decision == CHOOSE_PLACE or decision == CHOOSE_BREAK:
        read_tiles(state, aims.seat, &aims.tiles)
        plan_codes(cards, state, aims.seat, &aims.tiles, &aims.codes)
    if WITHOUT_PLAN >> decision & 1:
        aims.asked = asked_equipment(cards, state.mission_hand[aims.seat])
    elif not chooses_mission(state):
        update_plan(cards, state, aims.seat, &plans[aims.seat])
        aims.asked = aims.plan.asked
    if decision == CHOOSE_PLACE or decision == CHOOSE_RESOLVE or decision == CHOOSE_LAST:
        count_dice(state, &aims)

    if decision == CHOOSE_PLACE:
        for i in range(count):
            total += squared(placing(cards, state, &aims, actions[i]), &weights[i])
    elif decision == CHOOSE_RESOLVE or decision == CHOOSE_LAST:
        for i in range(count):
            total += squared(resolving(cards, state, &aims, actions[i]), &weights[i])
    elif decision == CHOOSE_STEP:
        find_ways(&aims)
        for i in range(count):
            total += squared(stepping(cards, state, &aims, actions[i]), &weights[i])
    elif decision == CHOOSE_BREAK:
        for i in range(count):
            total += squared(breaking(cards, state, &aims, actions[i]), &weights[i])
    else:
        for i in range(count):
            total += squared(choosing(cards, state, &aims, actions[i]), &weights[i])
    return total


cdef inline uint16_t asked_equipment(const CardSet* cards, uint64_t missions) noexcept nogil:
    """Bits: the kinds that any of the missions asks for."""
    cdef uint16_t asked = 0
    while missions:
        asked |= cards.mission[lowest_bit(missions)].asked
        missions &= missions - 1
    return asked


cdef inline bint chooses_mission(const State* state) noexcept nogil:
    """Whether a Search looks at missions, each weighed for itself."""
    return ((state.table.decision == CHOOSE_KEEP or state.table.decision == CHOOSE_BOTTOM)
            and state.table.use.deck == MISSION_DECK)


cdef inline float squared(float weight, float* square) noexcept nogil:
    """Squared, the policy wins 79 % of games against itself plain."""
    square[0] = weight * weight
    return square[0]


cdef void count_dice(const State* state, Aims* aims) noexcept nogil:
    cdef int circle, i
    cdef int agency, moves
    cdef const MissionPlan* one
    for circle in range(4):
        aims.dice[circle] = dice_on(&state.table, circle, aims.seat)
    aims.open = MISSION_LIMIT - aims.plan.missions - aims.dice[<int> MISSION_CIRCLE]
    aims.cards_wanted = 0
    aims.moves = 0
    aims.completing = 0
    agency = aims.dice[<int> AGENCY_CIRCLE]
    moves = aims.dice[<int> MOVEMENT_CIRCLE]
    for i in range(aims.plan.missions):
        one = &aims.plan.mission[i]
        aims.completing += (one.moves <= moves) & (<int> (one.cards + 0.5) <= agency)
        if i < 2:
            aims.cards_wanted += bit_count(one.wanted) + one.any_short
            if one.moves > aims.moves:
                aims.moves = one.moves


# Placing.

cdef float placing(const CardSet* cards, const State* state, const Aims* aims,
                   uint32_t action) noexcept nogil:
    cdef int kind = kind_of(action)
    cdef int first = first_of(action)
    cdef int target
    if kind == PLACE:
        target = second_of(action)
        if target == COMPLETE_CIRCLE:
            if aims.dice[<int> COMPLETE_CIRCLE] < aims.completing:
                return 12
            if aims.dice[<int> COMPLETE_CIRCLE] == 0:
                return 1.5
            return 0.05
        if target == MISSION_CIRCLE:
            return 6 if aims.open > 0 else 0.2
        if target == AGENCY_CIRCLE:
            return 5 if aims.dice[<int> AGENCY_CIRCLE] < aims.cards_wanted else 0.7
        if target == MOVEMENT_CIRCLE:
            return 5 if aims.dice[<int> MOVEMENT_CIRCLE] < aims.moves else 0.1
        if target == FOLDER:
            return 0.8
        return 2.5 if aims.codes.faces >> (first - 1) & 1 else 0.02
    if kind == PASS:
        return 0.1 if dice_left(state, aims.seat) else 5
    if kind == STOP:
        return 0.2
    if kind == REROLL:
        return 0.03
    return playing(cards, state, aims, action)


cdef int dice_left(const State* state, int seat) noexcept nogil:
    cdef int face
    cdef int count = 0
    for face in range(6):
        count += state.table.unplaced[seat][face]
    return count


# Free plays in any turn.

cdef float playing(const CardSet* cards, const State* state, const Aims* aims,
                   uint32_t action) noexcept nogil:
    cdef int kind = kind_of(action)
    cdef int first = first_of(action)
    cdef int source = second_of(action)
    cdef float cost
    if kind == FLY:
        cost = 0.3 if serves(cards, aims, first) else 1
        return cost * flight_gain(cards, state, aims, cards.agency[first].city)
    cost = 1
    if source < AGENCY_CARDS:
        cost = 0.3 if serves(cards, aims, source) else 0.8
    if first == MOVE_THREE:
        return cost * (3 if aims.moves and state.table.phase != PLACING else 0.05)
    if first == SEARCH:
        if third_of(action) == MISSION_DECK:
            return cost * (2 if aims.open > 0 else 0.3)
        return cost * (1.5 if aims.cards_wanted else 0.2)
    if first == SNEAK_ATTACK:
        return cost * 0.2
    if first == PLUS_ONE or first == MINUS_ONE:
        return cost * 0.15
    if first == TOKEN_PLAY or first == AGENCY_PLAY:
        return 20
    return cost * 0.2


cdef inline bint serves(const CardSet* cards, const Aims* aims, int card) noexcept nogil:
    """Whether a card of the hand shows equipment that some mission of the hand asks for."""
    return aims.asked >> cards.agency[card].equipment & 1


cdef float flight_gain(const CardSet* cards, const State* state, const Aims* aims,
                       int city) noexcept nogil:
    """More if an agent of the nearest mission is far from a target that is this city."""
    cdef int i, j
    cdef const MissionPlan* one
    if not aims.plan.sought >> city & 1:
        return 0.02
    for i in range(aims.plan.missions):
        one = &aims.plan.mission[i]
        for j in range(AGENTS):
            if (one.target[j] == city and cards.distance[state.table.agent[aims.seat][j]][city]
                    > aims.dice[<int> MOVEMENT_CIRCLE]):
                return 3 if i == 0 else 1
    return 0.02


# Resolving.

cdef float resolving(const CardSet* cards, const State* state, const Aims* aims,
                     uint32_t action) noexcept nogil:
    cdef int kind = kind_of(action)
    cdef int first = first_of(action)
    cdef int card
    cdef float appeal
    if kind == COMPLETE:
        return 20 + 4 * cards.mission[first].points
    if kind == TAKE_MISSION:
        if first == 3:
            return 3
        appeal = mission_appeal(cards, state, aims, state.table.mission_up[first])
        return 0.5 * appeal if aims.plan.missions >= MISSION_LIMIT else appeal
    if kind == TAKE_AGENCY:
        if first == REGIONS:
            return 0.8
        card = state.table.agency_up[first]
        return card_appeal(cards, aims, card) * (1 if second_of(action) == 1 else 0.5)
    if kind == MOVE:
        if aims.moves == 0:
            return 0.3 if first == 1 else 0.05
        return 6 if first == aims.moves else (2 if first < aims.moves else 0.3)
    if kind == FORFEIT:
        return 0.02
    if kind == END:
        return 1 if state.table.decision == CHOOSE_RESOLVE else 0.3
    return playing(cards, state, aims, action)


cdef float card_appeal(const CardSet* cards, const Aims* aims, int card) noexcept nogil:
    cdef uint64_t kind = bit(KIND_BITS * cards.agency[card].equipment)
    if aims.plan.missions and aims.plan.mission[0].wanted & kind:
        return 10
    if aims.plan.wanted & kind:
        return 5
    return 0.8


cdef float mission_appeal(const CardSet* cards, const State* state, const Aims* aims,
                          int number) noexcept nogil:
    """Points against a rough count of what it asks for beyond what is at hand."""
    cdef const Mission* mission = &cards.mission[number]
    cdef float cost = 1
    cdef int i, j, near, steps, kind
    for i in range(mission.equipments):
        kind = mission.equipment[i]
        if not (state.agency_hand[aims.seat] & cards.agency_of_equipment[kind]
                or state.table.completed[aims.seat] & cards.mission_foot_equipment[kind]
                or state.table.broken[aims.seat] & cards.code_of_equipment[kind]):
            cost += 1.5
    for i in range(mission.cities):
        near = 9
        for j in range(AGENTS):
            steps = cards.distance[state.table.agent[aims.seat][j]][mission.city[i]]
            near = steps if steps < near else near
        cost += 0.7 * near
    cost += 0.5 * mission.regions + mission.any_cards
    return 2 * mission.points / cost


cdef void find_ways(Aims* aims) noexcept nogil:
    """Which mission sends each agent, and where to."""
    cdef int agent, i
    for agent in range(AGENTS):
        aims.target[agent] = NONE
        for i in range(aims.plan.missions):
            if aims.plan.mission[i].target[agent] != NONE:
                aims.target[agent] = aims.plan.mission[i].target[agent]
                aims.nearest[agent] = i == 0
                break


cdef float stepping(const CardSet* cards, const State* state, const Aims* aims,
                    uint32_t action) noexcept nogil:
    cdef int agent, city, here, target
    cdef uint8_t others
    cdef float weight
    if kind_of(action) == STOP:
        return 0.5
    agent = first_of(action)
    city = second_of(action)
    others = state.table.cubes[city] & ~(1 << aims.seat)
    weight = CUBES_OF_OTHERS[(others != 0)
                             + ((others & state.table.cubes_held[aims.seat]) != 0)]
    target = aims.target[agent]
    if target == NONE:
        return weight
    here = state.table.agent[aims.seat][agent]
    if cards.distance[city][target] < cards.distance[here][target]:
        return weight + (8 if aims.nearest[agent] else 3)
    return weight * (0.05 if aims.nearest[agent] else 0.3)


# Breaking codes.

cdef float breaking(const CardSet* cards, const State* state, const Aims* aims,
                    uint32_t action) noexcept nogil:
    cdef int kind = kind_of(action)
    cdef int first = first_of(action)
    cdef int second = second_of(action)
    cdef Tiles tiles
    cdef uint8_t short[CODE_LIMIT]
    cdef int i
    cdef float gain = 0
    if kind == CLAIM:
        return 50
    if kind == STOP:
        return 1
    if kind == USE:
        return 0.1
    tiles = aims.tiles
    swap_tiles(&tiles, first, second, state.table.tiles[first], state.table.tiles[second])
    measure_codes(cards, state, aims.seat, &tiles, short)
    for i in range(aims.codes.codes):
        gain += shortness(short[i]) - shortness(aims.codes.short[i])
    # A swap that helps no code of one's own may spoil one of another seat's.
    return 8 * gain if gain > 0 else 0.3


cdef float shortness(int missing) noexcept nogil:
    if missing == 0:
        return 4
    return 1.5 if missing == 1 else (0.5 if missing == 2 else 0)


# The small choices.

cdef float choosing(const CardSet* cards, const State* state, const Aims* aims,
                    uint32_t action) noexcept nogil:
    cdef int kind = kind_of(action)
    cdef int first = first_of(action)
    if kind == DISCARD:
        return 0.2 if serves(cards, aims, first) else 2
    if kind == DISCARD_MISSION or kind == RETURN_MISSION:
        return discard_appeal(cards, aims, first)
    if kind == KEEP or kind == BOTTOM:
        if third_of(action) == MISSION_DECK:
            return mission_appeal(cards, state, aims, first)
        return card_appeal(cards, aims, first)
    if kind == REWARD:
        if first == 0:
            return card_appeal(cards, aims, state.table.agency_up[state.table.pair_region])
        return 1
    if kind == PAY:
        if first == PAY_CARD:
            return 0.3 if serves(cards, aims, second_of(action)) else 1
        return 3 if first == PAY_FOOT else 0.6
    if kind == SPY:
        return card_appeal(cards, aims, second_of(action)) * 0.3
    if kind == REFUSE:
        return 1
    if kind == USE:                                    # First, in its window
        return 0.1
    if kind == AGENT:
        return agent_appeal(cards, state, aims, first)
    if kind == ROLL:
        return 1
    return 1


cdef float discard_appeal(const CardSet* cards, const Aims* aims, int number) noexcept nogil:
    """The farther for its points, the sooner it goes."""
    cdef int i
    for i in range(aims.plan.missions):
        if aims.plan.mission[i].mission == number:
            return (0.05 + aims.plan.mission[i].need * aims.plan.mission[i].need
                    / cards.mission[number].points)
    return 1


cdef float agent_appeal(const CardSet* cards, const State* state, const Aims* aims,
                        int agent) noexcept nogil:
    """The agent that some mission sends to the city flown to, or else one that none needs."""
    cdef int city = cards.agency[state.table.use.source].city
    cdef int i
    cdef float weight = 1
    for i in range(aims.plan.missions):
        if aims.plan.mission[i].target[agent] == city:
            return 10
        if aims.plan.mission[i].target[agent] != NONE:
            weight = 0.3
    return weight
