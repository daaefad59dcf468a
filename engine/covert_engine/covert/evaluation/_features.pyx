"""Inputs of the learned value: figures of each seat, by what things are and do.

No card, city or character is known by its number: a mission is described by its distance from
completion, an Agency Card by its ability, a character by its effect. So any card set can be judged.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, ANY_EQUIPMENT, FOOT_EQUIPMENT, FOOT_REGION, MAX_SEATS, NONE, PER_GAME, CardSet,
    Character,
)
from covert_engine.covert.evaluation._code_plan cimport Tiles, measure_codes, read_tiles
from covert_engine.covert.evaluation._plan cimport MissionPlan, Plan, update_plan
from covert_engine.covert.evaluation._utility cimport lead
from covert_engine.covert.evaluation._value cimport (
    ValueWeights, code_points, even_margin, final_score, held_points, margin_scale, mission_points,
    rounds_left,
)
from covert_engine.covert.rules._dice cimport dice_on
from covert_engine.covert.rules._score cimport score
from covert_engine.covert.rules._state cimport (
    AGENTS, BREAKING, CODE_LIMIT, FIRST_A, FIRST_B, LAST_MISSION, PLACING, RESOLVING, PublicState,
    State,
)

cdef enum:
    SHOWN_MISSIONS = 4       # of the hand, the nearest first
    OF_A_MISSION = 7         # figures of each
    NEARLY_FULL = 6          # Agency Cards
    LACK = 5                 # numbers a code can lack, that many or more

cdef enum:                   # places of the figures
    AT_HAND = AT_POINTS + 9
    AT_DICE = AT_HAND + 2 + 2 * ABILITIES + 4
    AT_CODES = AT_DICE + 7
    AT_MISSIONS = AT_CODES + LACK + 2
    AT_CHARACTER = AT_MISSIONS + 1 + SHOWN_MISSIONS * OF_A_MISSION
    AT_END = AT_CHARACTER + ANY_EQUIPMENT + 3
    AT_TURN = AT_END + 8
    AT_CUBES = AT_TURN + 7


cdef void points_so_far(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                        Plan* plan, float rounds, float* x) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef float held = held_points(w, cards, state, seat, rounds)
    cdef float missions = mission_points(w, cards, state, seat, plan, rounds)
    cdef float codes = code_points(w, cards, state, seat, rounds)
    cdef uint64_t rest = public.completed[seat]
    cdef int foot
    x[0] = (held + missions + codes) * <float> 0.02
    x[1] = held * <float> 0.02
    x[2] = missions * <float> 0.04
    x[3] = codes * <float> 0.1
    x[4] = score(cards, state, seat) * <float> 0.02
    x[5] = bit_count(public.completed[seat]) * <float> 0.2
    x[6] = bit_count(public.broken[seat]) * <float> 0.25
    while rest:
        foot = cards.mission[lowest_bit(rest)].foot
        if foot == FOOT_EQUIPMENT:
            x[7] += <float> 0.25
        elif foot == FOOT_REGION:
            x[8] += <float> 0.25
        rest &= rest - 1


cdef void hand(const CardSet* cards, const State* state, int seat, float* x) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int count = bit_count(state.agency_hand[seat])
    cdef int i
    x[0] = count * <float> 0.2
    x[1] = count >= NEARLY_FULL
    x += 2
    for i in range(ABILITIES):
        x[i] = bit_count(state.agency_hand[seat] & cards.agency_of_ability[i]) * <float> 0.5
        x[ABILITIES + i] = state.tokens[seat][i] * <float> 0.5
        x[2 * ABILITIES] += state.tokens[seat][i] * <float> 0.25
    x += 2 * ABILITIES
    x[1] = bit_count(public.cubes_held[seat]) * <float> 0.5
    x[2] = public.rerolls >> seat & 1
    x[3] = public.supply[seat] * <float> 0.1


cdef void dice(const State* state, int seat, float* x) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int i
    for i in range(6):
        x[0] += public.unplaced[seat][i] * <float> 0.2
        x[1] += public.decoder[seat][i] * <float> 0.5
    for i in range(4):
        x[2 + i] = dice_on(public, i, seat) * <float> 0.5
    x[6] = public.folder[seat] * <float> 0.5


cdef void codes_held(const CardSet* cards, const State* state, int seat, float* x) noexcept nogil:
    cdef Tiles tiles
    cdef uint8_t short[CODE_LIMIT]
    cdef uint64_t rest = state.code_hand[seat]
    cdef int i
    read_tiles(state, seat, &tiles)
    measure_codes(cards, state, seat, &tiles, short)
    for i in range(bit_count(state.code_hand[seat])):
        x[short[i] if short[i] < LACK else LACK] += <float> 0.5
        x[LACK + 1] += cards.code[lowest_bit(rest)].length * <float> 0.1
        rest &= rest - 1


cdef void missions_held(const CardSet* cards, const Plan* plan, float* x) noexcept nogil:
    cdef const MissionPlan* entry
    cdef int i
    x[0] = plan.missions * <float> 0.33
    x += 1
    for i in range(plan.missions if plan.missions < SHOWN_MISSIONS else SHOWN_MISSIONS):
        entry = &plan.mission[i]
        x[0] = 1
        x[1] = cards.mission[entry.mission].points * <float> 0.1
        x[2] = entry.need * <float> 0.2
        x[3] = entry.cards * <float> 0.25
        x[4] = entry.moves * <float> 0.33
        x[5] = entry.any_short * <float> 0.5
        x[6] = entry.need < <float> 1.3
        x += OF_A_MISSION


cdef void character(const CardSet* cards, const PublicState* public, int seat,
                    float* x) noexcept nogil:
    cdef const Character* own = &cards.character[public.character[seat]]
    x[own.effect] = 1
    if own.period == PER_GAME:
        x[ANY_EQUIPMENT + 1] = (own.times - public.character_uses[seat]) * <float> 0.5
    x[ANY_EQUIPMENT + 2] = own.amount * <float> 0.3


cdef void end_of_game(const PublicState* public, int seat, float rounds, float* x) noexcept nogil:
    cdef int own = bit_count(public.completed[seat])
    cdef int most = 0
    cdef int other, count
    for other in range(public.players):
        count = bit_count(public.completed[other])
        if other != seat and count > most:
            most = count
    x[0] = most * <float> 0.2
    x[1] = (own - most) * <float> 0.3
    x[2] = rounds * <float> 0.1
    x[3] = public.final_round
    x[4] = own >= 5 or most >= 5
    x[5] = public.round * <float> 0.1
    x[6] = public.players == 3
    x[7] = public.players == 4


cdef void turn(const PublicState* public, int seat, float* x) noexcept nogil:
    cdef int i
    x[0] = public.phase == PLACING
    x[1] = public.phase == BREAKING or public.phase == FIRST_A
    x[2] = public.phase == RESOLVING or public.phase == FIRST_B
    x[3] = public.phase == LAST_MISSION
    for i in range(public.ordered):
        if public.order[i] == seat:
            x[4] = 1
            x[5] = i * <float> 0.3
    x[6] = public.starter == seat


cdef float cubes_near(const CardSet* cards, const PublicState* public, int seat) noexcept nogil:
    """Count the cubes of other colours in the cities next to the seat's agents."""
    cdef uint64_t near
    cdef int i, city
    cdef int count = 0
    for i in range(AGENTS):
        if public.agent[seat][i] == NONE:
            continue
        near = cards.neighbours[public.agent[seat][i]]
        while near:
            city = lowest_bit(near)
            count += bit_count(public.cubes[city] & ~(<uint64_t> 1 << seat))
            near &= near - 1
    return count * <float> 0.1


cdef void seat_features(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                        Plan* plan, float rounds, float* x) noexcept nogil:
    cdef const PublicState* public = &state.public
    memset(x, 0, FEATURES * sizeof(float))
    update_plan(cards, state, seat, plan)
    x[0] = 1
    points_so_far(w, cards, state, seat, plan, rounds, x + AT_POINTS)
    hand(cards, state, seat, x + AT_HAND)
    dice(state, seat, x + AT_DICE)
    codes_held(cards, state, seat, x + AT_CODES)
    missions_held(cards, plan, x + AT_MISSIONS)
    character(cards, public, seat, x + AT_CHARACTER)
    end_of_game(public, seat, rounds, x + AT_END)
    turn(public, seat, x + AT_TURN)
    x[AT_CUBES] = cubes_near(cards, public, seat)


cdef void all_features(const ValueWeights* w, const CardSet* cards, const State* state,
                       Plan* plans, float[FEATURES]* x) noexcept nogil:
    cdef int players = state.public.players
    cdef float rounds = rounds_left(w, state)
    cdef float scale = margin_scale(w, players, rounds)
    cdef float even = even_margin(w, players, rounds)
    cdef float win_scale = w.win_margin + w.win_margin_a_round[players - 2] * rounds
    cdef float points[MAX_SEATS]
    cdef float ahead
    cdef int seat
    memset(points, 0, sizeof(points))
    for seat in range(players):
        seat_features(w, cards, state, seat, &plans[seat], rounds, x[seat])
        points[seat] = 50 * x[seat][AT_POINTS]
    for seat in range(players):
        ahead = lead(points, players, seat)
        x[seat][AT_SCORE] = final_score(w, points[seat], rounds) * <float> 0.02
        x[seat][AT_MARGIN] = (ahead - even) / scale
        x[seat][AT_WIN_MARGIN] = ahead / win_scale
