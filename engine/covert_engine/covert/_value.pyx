"""The hand-made value: expected final points of every seat, and what they are worth.

Points scored, plus each mission's points less the dice it still takes, plus small change:
codes, cards, tokens, dice on the circles. A seat's utility is its margin over the best opponent,
squashed once.
"""

from libc.math cimport sqrtf
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert._actions cimport (
    AGENCY_CIRCLE, COMPLETE_CIRCLE, MISSION_CIRCLE, MOVEMENT_CIRCLE,
)
from covert_engine.covert._bits cimport bit_count, lowest_bit
from covert_engine.covert._cards cimport (
    FOOT_NOTHING, MAX_SEATS, MISSION_DECK, PER_GAME, CardSet, Character,
)
from covert_engine.covert._code_plan cimport Tiles, measure_codes, read_tiles
from covert_engine.covert._dice cimport dice_on
from covert_engine.covert._plan cimport MissionPlan, Plan, update_plan
from covert_engine.covert._score cimport score, winners
from covert_engine.covert._state cimport *

cdef struct Weights:       # all set by hand, in points unless said
    float die              # what a die is worth when it brings a mission nearer
    float pending          # how much of a die's work on a circle counts before it is done (factor)
    float queue            # how far nearer missions delay farther ones (factor on their dice)
    float next_mission     # how much the next nearest mission counts for (factor)
    float rounds_a_mission # rounds the leader takes for a mission
    float foot             # a foot, for each round left
    float card             # an Agency Card in hand
    float use              # a use that the character has left for the whole game
    float token            # a token in hand
    float cube             # a cube on the character
    float reroll           # the reroll token
    float new_mission      # a die on Mission Cards while the hand has room
    float spare_mission    # the same with a full hand
    float spare_agency     # a die on Agency Cards that serves no mission
    float late_code        # share of a held code's worth that stays in the last round (factor)
    float code             # a broken code's use beyond its points, for each round left
    float margin           # points of margin that win three games in four
    float won              # share of the bare result in a finished game's utility (factor)


cdef Weights W
W.die = 1.05
W.pending = 0.85
W.queue = 0.5
W.next_mission = 0.68
W.rounds_a_mission = 1.2
W.foot = 0.15
W.card = 0.45
W.use = 0.4
W.token = 0.4
W.cube = 0.12
W.reroll = 0.5
W.new_mission = 2.2
W.spare_mission = 0.3
W.spare_agency = 0.56
W.late_code = 0.6
W.code = 0.1
W.margin = 12.0
W.won = 0.6

cdef float[5] CODE_WORTH   # of a held code, by numbers still missing
CODE_WORTH[:] = [2.0, 1.3, 0.7, 0.3, 0.1]


cdef float mission_worth(float points, float dice) noexcept nogil:
    """Points less the dice still to pay for them; never quite nothing, so that each die counts."""
    cdef float spent = W.die * dice / points
    if spent < <float> 0.8:
        return points * (1 - spent)
    return points * <float> 0.16 / spent


cdef float rounds_left(const State* state) noexcept nogil:
    """Rounds after this one, from how far the leader is from a sixth mission."""
    cdef int most = 0
    cdef int seat, count
    cdef float left
    for seat in range(state.table.players):
        count = bit_count(state.table.completed[seat])
        most = count if count > most else most
    if state.table.final_round:
        return 0
    left = (MISSIONS_TO_END - most) * W.rounds_a_mission - 0.4
    return left if left > 0 else 0


cdef int cards_held(const State* state, int seat) noexcept nogil:
    """Agency Cards of the hand; one over the limit is as good as gone."""
    cdef int count = bit_count(state.agency_hand[seat])
    return count if count < AGENCY_LIMIT else AGENCY_LIMIT


cdef float held_points(const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil:
    """Points scored, and the small change of what is held."""
    cdef const Table* table = &state.table
    cdef const Character* character = &cards.character[table.character[seat]]
    cdef uint64_t done = table.completed[seat]
    cdef float points = score(cards, state, seat)
    cdef float soon = rounds if rounds < 1 else 1
    cdef int i
    while done:
        if cards.mission[lowest_bit(done)].foot != FOOT_NOTHING:
            points += W.foot * rounds
        done &= done - 1
    points += W.code * rounds * bit_count(table.broken[seat])
    points += soon * (W.card * cards_held(state, seat)
                      + W.cube * bit_count(table.cubes_held[seat]))
    if character.period == PER_GAME:
        points += soon * W.use * (character.times - table.character_uses[seat])
    for i in range(8):
        points += soon * W.token * state.tokens[seat][i]
    if table.rerolls >> seat & 1:
        points += soon * W.reroll
    if table.use.kind == USE_MISSION and table.use.seat == seat:
        points += cards.mission[table.use.mission].points
    if table.searched and table.use.seat == seat:
        points += soon * (W.new_mission if table.use.deck == MISSION_DECK else 2 * W.card)
    return points


cdef float code_points(const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil:
    cdef Tiles tiles
    cdef uint8_t short[CODE_LIMIT]
    cdef float soon = rounds if rounds < 1 else 1
    cdef float points = 0
    cdef int i
    read_tiles(state, seat, &tiles)
    measure_codes(cards, state, seat, &tiles, short)
    for i in range(bit_count(state.code_hand[seat])):
        if short[i] < 5:
            points += CODE_WORTH[short[i]] * (W.late_code + (1 - W.late_code) * soon)
    return points


cdef float mission_points(const CardSet* cards, const State* state, int seat, Plan* plan,
                          float rounds) noexcept nogil:
    """Missions of the hand, the nearest first, with the dice that are at work for them."""
    cdef const Table* table = &state.table
    cdef const MissionPlan* one
    cdef int dice[4]
    cdef int i, face, open, completing
    cdef int unplaced = 0
    cdef float soon = rounds if rounds < 1 else 1
    cdef float points = 0
    cdef float before = 0
    cdef float factor = 1
    cdef float available, need, work, chance
    for i in range(4):
        dice[i] = dice_on(table, i, seat)
    for face in range(6):
        unplaced += table.unplaced[seat][face]
    available = DICE * rounds + unplaced + dice[0] + dice[1] + dice[2] + dice[3] + 1
    completing = dice[<int> COMPLETE_CIRCLE]
    if table.phase == LAST_MISSION and not table.acted:
        completing = 1
    if table.moving and table.turn == seat:
        dice[<int> MOVEMENT_CIRCLE] += steps_to_come(table)

    update_plan(cards, state, seat, plan)
    for i in range(plan.missions):
        one = &plan.mission[i]
        work = one.cards
        if work > dice[<int> AGENCY_CIRCLE]:
            work = dice[<int> AGENCY_CIRCLE]
        dice[<int> AGENCY_CIRCLE] -= <int> (work + <float> 0.99)
        face = one.moves if one.moves < dice[<int> MOVEMENT_CIRCLE] else dice[<int> MOVEMENT_CIRCLE]
        dice[<int> MOVEMENT_CIRCLE] -= face
        work += face
        if completing and one.need - work < <float> 1.3:
            completing -= 1
            work += 1
        need = one.need - W.pending * work
        chance = (available - before - one.need) * <float> 0.25 + 1
        if chance > 1:
            chance = 1
        if chance > 0:
            points += chance * factor * mission_worth(cards.mission[one.mission].points, need)
        before += W.queue * one.need
        factor *= W.next_mission
    open = MISSION_LIMIT - plan.missions
    if table.phase == SETUP:
        return points
    i = dice[<int> MISSION_CIRCLE] if dice[<int> MISSION_CIRCLE] < open else open
    if i > 0:
        points += soon * W.new_mission * i
        dice[<int> MISSION_CIRCLE] -= i
    return points + soon * (W.spare_mission * dice[<int> MISSION_CIRCLE]
                            + W.spare_agency * dice[<int> AGENCY_CIRCLE])


cdef int steps_to_come(const Table* table) noexcept nogil:
    """Movement dice that the steps still to be taken are like."""
    cdef int most = table.step_pool
    cdef int i
    for i in range(AGENTS):
        most = table.steps[i] if table.steps[i] > most else most
    return most


cdef float seat_points(const CardSet* cards, State* state, int seat, Plan* plan,
                       float rounds) noexcept nogil:
    cdef float best = -1000
    cdef float points
    cdef uint8_t here
    cdef int i
    if state.table.decision != CHOOSE_AGENT or state.table.use.seat != seat:
        best = mission_points(cards, state, seat, plan, rounds)
    else:                                   # the best that the flight being named can bring
        for i in range(AGENTS):
            here = state.table.agent[seat][i]
            state.table.agent[seat][i] = cards.agency[state.table.use.source].city
            points = mission_points(cards, state, seat, plan, rounds)
            state.table.agent[seat][i] = here
            best = points if points > best else best
    return best + (held_points(cards, state, seat, rounds)
                   + code_points(cards, state, seat, rounds))


cdef void expected_points(const CardSet* cards, const State* state, Plan* plans,
                          float* points) noexcept nogil:
    cdef float rounds = rounds_left(state)
    cdef int seat
    for seat in range(state.table.players):
        points[seat] = seat_points(cards, <State*> state, seat, &plans[seat], rounds)


cdef float squash(float margin) noexcept nogil:
    """0..1; an algebraic sigmoid, so that it is the same on every machine. 3/4 at W.margin."""
    cdef float x = margin / (W.margin * <float> 1.7320508)
    return <float> 0.5 + <float> 0.5 * x / sqrtf(1 + x * x)


cdef void margins(const State* state, const float* points, float* utilities) noexcept nogil:
    cdef int seat, other
    cdef float best
    for seat in range(state.table.players):
        best = -1000
        for other in range(state.table.players):
            if other != seat and points[other] > best:
                best = points[other]
        utilities[seat] = squash(points[seat] - best)


cdef void value(const CardSet* cards, const State* state, Plan* plans,
                float* utilities) noexcept nogil:
    cdef float points[MAX_SEATS]
    memset(points, 0, sizeof(points))
    expected_points(cards, state, plans, points)
    margins(state, points, utilities)


cdef void result(const CardSet* cards, const State* state, float* utilities) noexcept nogil:
    cdef float points[MAX_SEATS]
    cdef int bits = winners(cards, state)
    cdef int seat
    memset(points, 0, sizeof(points))
    for seat in range(state.table.players):
        points[seat] = score(cards, state, seat)
    margins(state, points, utilities)
    for seat in range(state.table.players):
        utilities[seat] = (1 - W.won) * utilities[seat]
        if bits >> seat & 1:
            utilities[seat] += W.won / bit_count(bits)


cdef void estimate(const CardSet* cards, const State* state, Plan* plans,
                   float* figures) noexcept nogil:
    """Chances to win are shares of each seat's odds against the best of the others."""
    cdef int players = state.table.players
    cdef float* chance = figures + players
    cdef int bits, seat
    cdef float total = 0
    if state.table.decision == NO_DECISION:
        bits = winners(cards, state)
        for seat in range(players):
            figures[seat] = score(cards, state, seat)
            chance[seat] = <float> (bits >> seat & 1) / bit_count(bits)
        return
    expected_points(cards, state, plans, figures)
    margins(state, figures, chance)
    for seat in range(players):
        chance[seat] = chance[seat] / (1 - chance[seat])
        total += chance[seat]
    for seat in range(players):
        chance[seat] /= total
