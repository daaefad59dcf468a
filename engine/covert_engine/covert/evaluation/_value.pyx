"""The hand-made value: the final points that each seat can expect.

Points scored, plus each mission's points less the dice it still takes, plus small change:
codes, cards, tokens, dice on the circles.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.rules._actions cimport (
    AGENCY_CIRCLE, COMPLETE_CIRCLE, MISSION_CIRCLE, MOVEMENT_CIRCLE,
)
from covert_engine.covert.cards._bits cimport bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    FOOT_NOTHING, MISSION_DECK, PER_GAME, CardSet, Character,
)
from covert_engine.covert.evaluation._code_plan cimport Tiles, measure_codes, read_tiles
from covert_engine.covert.rules._dice cimport dice_on
from covert_engine.covert.evaluation._plan cimport MissionPlan, Plan, update_plan
from covert_engine.covert.rules._score cimport score
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, AGENTS, CHOOSE_AGENT, CODE_LIMIT, DICE, LAST_MISSION, MISSIONS_TO_END,
    MISSION_LIMIT, SETUP, USE_MISSION, State, PublicState,
)


cdef float mission_worth(const ValueWeights* w, float points, float dice) noexcept nogil:
    """Return the points less the dice still to pay for them; never quite 0, so that each die
    counts."""
    cdef float spent = w.die * dice / points
    if spent < <float> 0.8:
        return points * (1 - spent)
    return points * <float> 0.16 / spent


cdef float rounds_left(const ValueWeights* w, const State* state) noexcept nogil:
    """Estimate the rounds after this one, from the leader's distance to a sixth mission."""
    cdef int most = 0
    cdef int seat, count
    cdef float left
    for seat in range(state.public.players):
        count = bit_count(state.public.completed[seat])
        most = count if count > most else most
    if state.public.final_round:
        return 0
    left = (MISSIONS_TO_END - most) * w.rounds_a_mission - 0.4
    return left if left > 0 else 0


cdef int cards_held(const State* state, int seat) noexcept nogil:
    """Count the Agency Cards of the hand, without one over the limit."""
    cdef int count = bit_count(state.agency_hand[seat])
    return count if count < AGENCY_LIMIT else AGENCY_LIMIT


cdef float held_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil:
    """Return the points scored, and the small change in hand."""
    cdef const PublicState* public = &state.public
    cdef const Character* character = &cards.character[public.character[seat]]
    cdef uint64_t done = public.completed[seat]
    cdef float points = score(cards, state, seat)
    cdef float soon = rounds if rounds < 1 else 1
    cdef int i
    while done:
        if cards.mission[lowest_bit(done)].foot != FOOT_NOTHING:
            points += w.foot * rounds
        done &= done - 1
    points += w.broken_code * rounds * bit_count(public.broken[seat])
    points += soon * (w.card * cards_held(state, seat)
                      + w.cube * bit_count(public.cubes_held[seat]))
    if character.period == PER_GAME:
        points += soon * w.use * (character.times - public.character_uses[seat])
    for i in range(8):
        points += soon * w.token * state.tokens[seat][i]
    if public.rerolls >> seat & 1:
        points += soon * w.reroll
    if public.use.kind == USE_MISSION and public.use.seat == seat:
        points += cards.mission[public.use.mission].points
    if public.searched and public.use.seat == seat:
        points += soon * (w.new_mission if public.use.deck == MISSION_DECK else 2 * w.card)
    return points


cdef float code_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
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
            points += w.held_code[short[i]] * (w.late_code + (1 - w.late_code) * soon)
    return points


cdef float points_as_it_stands(const ValueWeights* w, const CardSet* cards, const State* state,
                               int seat, Plan* plan, float rounds) noexcept nogil:
    """Value the missions of the hand, nearest first, with the dice at work for them."""
    cdef const PublicState* public = &state.public
    cdef const MissionPlan* entry
    cdef int dice[4]
    cdef int i, face, open, completing
    cdef int unplaced = 0
    cdef float soon = rounds if rounds < 1 else 1
    cdef float points = 0
    cdef float before = 0
    cdef float factor = 1
    cdef float available, need, work, chance
    for i in range(4):
        dice[i] = dice_on(public, i, seat)
    for face in range(6):
        unplaced += public.unplaced[seat][face]
    available = DICE * rounds + unplaced + dice[0] + dice[1] + dice[2] + dice[3] + 1
    completing = dice[<int> COMPLETE_CIRCLE]
    if public.phase == LAST_MISSION and not public.acted:
        completing = 1
    if public.moving and public.turn == seat:
        dice[<int> MOVEMENT_CIRCLE] += steps_to_come(public)

    update_plan(cards, state, seat, plan)
    for i in range(plan.missions):
        entry = &plan.mission[i]
        work = entry.cards
        if work > dice[<int> AGENCY_CIRCLE]:
            work = dice[<int> AGENCY_CIRCLE]
        dice[<int> AGENCY_CIRCLE] -= <int> (work + <float> 0.99)
        face = (entry.moves if entry.moves < dice[<int> MOVEMENT_CIRCLE]
                else dice[<int> MOVEMENT_CIRCLE])
        dice[<int> MOVEMENT_CIRCLE] -= face
        work += face
        if completing and entry.need - work < <float> 1.3:
            completing -= 1
            work += 1
        need = entry.need - w.pending * work
        chance = (available - before - entry.need) * w.lacking_die + 1
        if chance > 1:
            chance = 1
        if chance > 0:
            points += (w.mission * chance * factor
                       * mission_worth(w, cards.mission[entry.mission].points, need))
        before += w.queue * entry.need
        factor *= w.next_mission
    open = MISSION_LIMIT - plan.missions
    if public.phase == SETUP:
        return points
    i = dice[<int> MISSION_CIRCLE] if dice[<int> MISSION_CIRCLE] < open else open
    if i > 0:
        points += soon * w.new_mission * i
        dice[<int> MISSION_CIRCLE] -= i
    return points + soon * (w.spare_mission * dice[<int> MISSION_CIRCLE]
                            + w.spare_agency * dice[<int> AGENCY_CIRCLE])


cdef int steps_to_come(const PublicState* public) noexcept nogil:
    """Return the Movement dice that the remaining steps are worth."""
    cdef int most = public.step_pool
    cdef int i
    for i in range(AGENTS):
        most = public.steps[i] if public.steps[i] > most else most
    return most


cdef float best_flight(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       Plan* plan, float rounds) noexcept nogil:
    """Value the missions of the hand after the best choice for the flight being named."""
    cdef State flown = state[0]
    cdef float best = -1000
    cdef float points
    cdef int i
    for i in range(AGENTS):
        flown.public.agent[seat][i] = cards.agency[state.public.use.source].city
        points = points_as_it_stands(w, cards, &flown, seat, plan, rounds)
        flown.public.agent[seat][i] = state.public.agent[seat][i]
        best = points if points > best else best
    return best


cdef float mission_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                          Plan* plan, float rounds) noexcept nogil:
    if state.public.decision == CHOOSE_AGENT and state.public.use.seat == seat:
        return best_flight(w, cards, state, seat, plan, rounds)
    return points_as_it_stands(w, cards, state, seat, plan, rounds)


cdef void expected_points(const ValueWeights* w, const CardSet* cards, const State* state,
                          Plan* plans, float rounds, float* points) noexcept nogil:
    cdef int seat
    for seat in range(state.public.players):
        points[seat] = mission_points(w, cards, state, seat, &plans[seat], rounds) + (
            held_points(w, cards, state, seat, rounds) + code_points(w, cards, state, seat, rounds))


cdef float margin_scale(const ValueWeights* w, int players, float rounds) noexcept nogil:
    return w.margin + w.margin_a_round[players - 2] * rounds


cdef float even_margin(const ValueWeights* w, int players, float rounds) noexcept nogil:
    if players == 2:
        return 0
    return (w.behind[players - 3] + w.behind_a_round[players - 3] * rounds) * margin_scale(
        w, players, rounds)


cdef float final_score(const ValueWeights* w, float points, float rounds) noexcept nogil:
    return points + w.score_a_round * rounds - w.score_late
