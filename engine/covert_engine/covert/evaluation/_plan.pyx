"""The aims of a seat: the distance of each of its missions from completion.

A plan counts dice, the currency of the game: an Agency Card costs one if it lies face up where the
seat has an agent, and more otherwise; a mission's cities cost as many Movement dice as the farthest
agent has steps; completing costs one.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    KIND_BITS, MAX_EQUIPMENT, NONE, ANYWHERE, REACH, REGIONS, CardSet, Mission,
)
from covert_engine.covert.rules._state cimport AGENTS, State, PublicState

cdef enum:
    FAR = 30               # limit of steps in a plan; few maps have as many
    FAR_COUNTS = 100       # weight of a step of the farthest agent, in steps of the others
    NO_WAY = 6             # above the numbers of the six ways in TAKES

cdef extern from *:
    """
    #include <assert.h>
    #ifdef NDEBUG
    #define CHECK_PLANS 0
    #else
    #define CHECK_PLANS 1
    #endif
    """
    const int CHECK_PLANS         # 1 if kept parts of plans are compared with new plans
    void check "assert"(bint holds) nogil

cdef extern from *:
    """
    #define EACH_KIND 0x0084210842108421ULL
    """
    const uint64_t EACH_KIND      # the lowest of the KIND_BITS of every kind

# Agents for locations 0, 1 and 2.
cdef uint8_t[6][3] TAKES
TAKES[0][:] = [0, 1, 2]
TAKES[1][:] = [0, 2, 1]
TAKES[2][:] = [1, 0, 2]
TAKES[3][:] = [1, 2, 0]
TAKES[4][:] = [2, 0, 1]
TAKES[5][:] = [2, 1, 0]

# Dice for a missing Agency Card, by its place. Set by hand.
cdef float CARD_AT_HAND = 1.0
cdef float CARD_FACE_UP = 1.5
cdef float CARD_SOMEWHERE = 2.2

# The same, by the number of sets (`face_up`, `at_hand`) with its kind.
cdef float[3] PRICES
PRICES[:] = [CARD_SOMEWHERE, CARD_FACE_UP, CARD_AT_HAND]


cdef void remake_plan(const CardSet* cards, const State* state, int seat,
                      Plan* plan) noexcept nogil:
    cdef Plan anew
    bring_up_to_date(cards, state, seat, plan)
    if CHECK_PLANS:
        memset(&anew, 0, sizeof(Plan))
        bring_up_to_date(cards, state, seat, &anew)
        check(same_plans(plan, &anew))


cdef inline bint same_plans(const Plan* plan, const Plan* other) noexcept nogil:
    cdef const MissionPlan* entry
    cdef const MissionPlan* twin
    cdef int i
    if (plan.missions != other.missions or plan.wanted != other.wanted
            or plan.asked != other.asked or plan.sought != other.sought):
        return False
    for i in range(plan.missions):
        entry = &plan.mission[i]
        twin = &other.mission[i]
        if (entry.mission != twin.mission or entry.need != twin.need or entry.cards != twin.cards
                or entry.moves != twin.moves or entry.any_short != twin.any_short
                or entry.wanted != twin.wanted or memcmp(entry.target, twin.target, AGENTS) != 0):
            return False
    return True


cdef inline void bring_up_to_date(const CardSet* cards, const State* state, int seat,
                                  Plan* plan) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef Grounds* grounds = &plan.grounds
    cdef bint same_cards = (grounds.cards == state.agency_hand[seat]
                            and grounds.done == public.completed[seat]
                            and grounds.broken == public.broken[seat])
    cdef bint same_places = (grounds.done == public.completed[seat]
                             and same_agents(grounds, public, seat))
    cdef bint same_prices = same_places and same_market(grounds, public)
    cdef int known = plan.missions             # plans of these are kept
    if grounds.missions != state.mission_hand[seat]:
        known = list_missions(state.mission_hand[seat], plan)
    grounds.missions = state.mission_hand[seat]
    grounds.cards = state.agency_hand[seat]
    grounds.done = public.completed[seat]
    grounds.broken = public.broken[seat]
    memcpy(grounds.agent, public.agent[seat], AGENTS)
    memcpy(grounds.agency_up, public.agency_up, REGIONS)
    if not same_prices:
        same_cards &= not price_cards(cards, public, seat, plan)
    if known < plan.missions or not same_cards:
        plan_cards(cards, plan, known if same_cards else 0)
    if known < plan.missions or not same_places:
        plan_places(cards, plan, known if same_places else 0)
    sort_missions(cards, plan)


cdef inline int list_missions(uint64_t hand, Plan* plan) noexcept nogil:
    """List the missions still in hand, then new ones; return the number of the former."""
    cdef int i, known
    cdef int count = 0
    for i in range(plan.missions):
        if hand >> plan.mission[i].mission & 1:
            hand &= ~bit(plan.mission[i].mission)
            plan.mission[count] = plan.mission[i]
            count += 1
    known = count
    while hand:
        plan.mission[count].mission = lowest_bit(hand)
        count += 1
        hand &= hand - 1
    plan.missions = count
    return known


cdef inline bint comes_before(const MissionPlan* first, const MissionPlan* second) noexcept nogil:
    return first.need < second.need or (
        first.need == second.need and first.mission < second.mission)


cdef inline void sort_missions(const CardSet* cards, Plan* plan) noexcept nogil:
    """Sort by need, then by number, and collect their wants."""
    cdef MissionPlan* mission = plan.mission
    cdef MissionPlan nearer
    cdef int i, j
    plan.wanted = 0
    plan.asked = 0
    plan.sought = 0
    for i in range(plan.missions):
        mission[i].need = 1 + mission[i].cards + mission[i].moves
        plan.wanted |= mission[i].wanted
        plan.asked |= cards.mission[mission[i].mission].asked
        plan.sought |= mission[i].sought
    for i in range(1, plan.missions):
        j = i
        while j > 0 and comes_before(&mission[j], &mission[j - 1]):
            nearer = mission[j]
            mission[j] = mission[j - 1]
            mission[j - 1] = nearer
            j -= 1


cdef inline uint64_t kind_bit(int kind) noexcept nogil:
    return <uint64_t> 1 << KIND_BITS * kind


cdef inline bint price_cards(const CardSet* cards, const PublicState* public, int seat,
                             Plan* plan) noexcept nogil:
    """Price the cards; return True if a price has changed."""
    cdef const uint8_t* agent = public.agent[seat]
    cdef uint64_t near = (1 << cards.region[agent[0]] | 1 << cards.region[agent[1]]
                          | 1 << cards.region[agent[2]])
    cdef uint64_t kind
    cdef uint64_t at_hand = 0
    cdef uint64_t face_up = 0
    cdef int region, card
    cdef bint changed
    if cards.character[public.character[seat]].effect == REACH:
        near = 63
    for region in range(REGIONS):
        card = public.agency_up[region]
        if card != NONE:
            kind = kind_bit(cards.agency[card].equipment)
            face_up |= kind
            at_hand |= kind * (near >> region & 1)
    changed = plan.at_hand != at_hand or plan.face_up != face_up
    plan.at_hand = at_hand
    plan.face_up = face_up
    return changed


# Equipment. A word counts each kind in KIND_BITS.

cdef inline uint64_t with_one(uint64_t kinds, int kind) noexcept nogil:
    """Add one of a kind, up to 8; no mission asks for more."""
    return kinds + (kind_bit(kind) & ~(kinds >> 3))


cdef inline uint64_t less(uint64_t needed, uint64_t held) noexcept nogil:
    """Return `needed - held` for each kind, at least 0."""
    cdef uint64_t left = (needed | 16 * EACH_KIND) - held
    cdef uint64_t enough = left & 16 * EACH_KIND
    return left & (enough - (enough >> 4))


cdef inline int total(uint64_t kinds) noexcept nogil:
    """Add up all kinds, where the sum is below 32."""
    return kinds * EACH_KIND >> KIND_BITS * (MAX_EQUIPMENT - 1) & 31


cdef void plan_cards(const CardSet* cards, Plan* plan, int first) noexcept nogil:
    """Plan the cards for the missions from `first` on."""
    cdef uint64_t hand = 0                     # Agency Cards
    cdef uint64_t lasting = 0                  # feet and codes
    cdef uint64_t left = plan.grounds.cards
    cdef uint64_t needed, missing
    cdef int cards_held = bit_count(left)
    cdef int i, kind, spare
    cdef const Mission* mission
    cdef MissionPlan* entry
    while left:
        hand = with_one(hand, cards.agency[lowest_bit(left)].equipment)
        left &= left - 1
    left = plan.grounds.done
    while left:
        lasting += cards.mission[lowest_bit(left)].equipment_foot & ~(lasting >> 3)
        left &= left - 1
    left = plan.grounds.broken
    while left:
        lasting = with_one(lasting, cards.code[lowest_bit(left)].equipment)
        left &= left - 1
    for i in range(first, plan.missions):
        entry = &plan.mission[i]
        mission = &cards.mission[entry.mission]
        needed = less(mission.symbols, lasting)
        missing = less(needed, hand)
        entry.wanted = (missing | missing >> 1 | missing >> 2) & EACH_KIND
        entry.cards = 0
        left = entry.wanted
        while left:
            kind = lowest_bit(left)
            left &= left - 1
            entry.cards += (PRICES[(plan.face_up >> kind & 1) + (plan.at_hand >> kind & 1)]
                            + (<int> (missing >> kind & 15) - 1) * CARD_SOMEWHERE)
        spare = cards_held - total(needed - missing) - mission.any_cards
        entry.any_short = 0
        if spare < 0:
            entry.any_short = -spare
            entry.cards += -spare * CARD_AT_HAND


cdef float price_of_card(const Plan* plan, int kind, int number) noexcept nogil:
    cdef int shift = KIND_BITS * kind
    if number:
        return CARD_SOMEWHERE
    return PRICES[(plan.face_up >> shift & 1) + (plan.at_hand >> shift & 1)]


cdef float price_of_any_card() noexcept nogil:
    return CARD_AT_HAND


# Locations.

cdef void plan_places(const CardSet* cards, Plan* plan, int first) noexcept nogil:
    """Plan the ways to the missions from `first` on."""
    cdef uint64_t feet = region_feet(cards, plan.grounds.done)
    cdef uint8_t others[AGENTS]
    cdef const uint8_t* locations
    cdef int i
    cdef const Mission* mission
    cdef MissionPlan* entry
    for i in range(first, plan.missions):
        entry = &plan.mission[i]
        mission = &cards.mission[entry.mission]
        locations = &mission.location[0]
        if feet:
            use_feet(cards, mission, feet, others)
            locations = others
        assign_agents(cards, plan.grounds.agent, locations, entry)


cdef inline uint64_t region_feet(const CardSet* cards, uint64_t done) noexcept nogil:
    """Count the feet of completed missions by region, a byte each."""
    cdef uint64_t feet = 0
    while done:
        feet += cards.mission[lowest_bit(done)].region_foot
        done &= done - 1
    return feet


cdef void open_locations(const CardSet* cards, const Plan* plan, int mission,
                         uint8_t* others) noexcept nogil:
    use_feet(cards, &cards.mission[mission], region_feet(cards, plan.grounds.done), others)


cdef inline void use_feet(const CardSet* cards, const Mission* mission, uint64_t feet,
                          uint8_t* others) noexcept nogil:
    """Find three locations of a mission that feet do not meet."""
    cdef int symbol, shift
    cdef int count = 0
    for symbol in range(mission.locations):
        shift = 8 * cards.location_region[mission.location[symbol]]
        if feet >> shift & 255:
            feet -= <uint64_t> cards.options.distinct_agents << shift
        elif count < AGENTS:
            others[count] = mission.location[symbol]
            count += 1
    while count < AGENTS:
        others[count] = ANYWHERE
        count += 1


cdef inline int trouble(int first, int second, int third) noexcept nogil:
    """Return the cost of the steps of three agents: the farthest counts first, then the sum."""
    cdef int far = first if first > second else second
    far = third if third > far else far
    return far * FAR_COUNTS + first + second + third


cdef inline void assign_agents(const CardSet* cards, const uint8_t* agent,
                               const uint8_t* location, MissionPlan* plan) noexcept nogil:
    """Send agents to the locations of a mission so that the farthest has the fewest steps, then the
    sum is least. Only three locations count; feet are assumed to meet the others."""
    cdef const uint8_t* first = cards.away[location[0]]
    cdef const uint8_t* second = cards.away[location[1]]
    cdef const uint8_t* third = cards.away[location[2]]
    cdef int best = FAR * FAR_COUNTS
    cdef int order = NO_WAY
    cdef int i, city, cost
    cdef const uint8_t* takes
    # Written out, the six ways need no table.
    cost = trouble(first[agent[0]], second[agent[1]], third[agent[2]])
    if cost < best:
        best = cost
        order = 0
    cost = trouble(first[agent[0]], second[agent[2]], third[agent[1]])
    if cost < best:
        best = cost
        order = 1
    cost = trouble(first[agent[1]], second[agent[0]], third[agent[2]])
    if cost < best:
        best = cost
        order = 2
    cost = trouble(first[agent[1]], second[agent[2]], third[agent[0]])
    if cost < best:
        best = cost
        order = 3
    cost = trouble(first[agent[2]], second[agent[0]], third[agent[1]])
    if cost < best:
        best = cost
        order = 4
    cost = trouble(first[agent[2]], second[agent[1]], third[agent[0]])
    if cost < best:
        best = cost
        order = 5
    plan.moves = best // FAR_COUNTS
    plan.sought = 0
    if order == NO_WAY:
        memset(plan.target, NONE, AGENTS)
        return
    takes = TAKES[order]
    for i in range(AGENTS):
        city = cards.nearest[location[i]][agent[takes[i]]]
        plan.target[takes[i]] = city
        plan.sought |= <uint32_t> (<uint64_t> 1 << (city & 63))     # NONE & 63 is above all cities
