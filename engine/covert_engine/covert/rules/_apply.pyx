"""Playing an action, and the forced steps after it."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from covert_engine.covert.rules._actions cimport (
    AGENCY_CIRCLE, AGENT, BOTTOM, BY_TOKEN, CLAIM, COMPLETE, COMPLETE_CIRCLE, DECODER, DIE, DISCARD,
    DISCARD_MISSION, DRAW_CODE, END, FLY, FOLDER, FORFEIT, KEEP, MISSION_CIRCLE, MOVE,
    MOVEMENT_CIRCLE, PASS, PAY, PLACE, REFUSE, REROLL, RETURN_CODE, RETURN_MISSION, REWARD, ROLL,
    SPY, STEP, STOP, SWAP, TAKE_AGENCY, TAKE_MISSION, TILE, USE, action_t, first_of, kind_of,
    second_of, third_of,
)
from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport NONE, REGIONS, CardSet, Code
from covert_engine.covert.rules._chance cimport REROLL_DIE, event
from covert_engine.covert.rules._deal cimport finish_setup
from covert_engine.covert.rules._flow cimport ask_next_first, decide, draw_codes, end_turn, resume
from covert_engine.covert.rules._legal cimport legal, may_spy
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_BOTTOM, CHOOSE_BREAK, CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_PLACE,
    CHOOSE_REROLL, CHOOSE_STEP, CHOOSE_TILE, LAST_MISSION, NO_DECISION, PLACING, PublicState, State,
)
from covert_engine.covert.rules._uses cimport (
    ask_next_espionage, finish_search, fly_or_step, name_ability, name_flight, name_mission,
    open_window, pay_symbol, return_code, spy,
)
from covert_engine.covert.rules._zones cimport (
    draw_agency, draw_code, draw_mission, draw_token, gain_agency, gain_mission, mission_to_bottom,
    refill_agency, refill_mission, show_agency, show_mission,
)
from covert_engine.random._splitmix cimport below


cdef int32_t settle(const CardSet* cards, State* state, action_t* acts,
                    bint canonical) noexcept nogil:
    cdef int32_t count
    while True:
        pass_espionage(cards, state)
        count = legal(cards, state, acts, canonical)
        if count > 1 or state.public.decision == NO_DECISION:
            return count
        if count == 0 and state.actor != NONE:     # a world where another seat cannot pay for
            return 0                               # its mission; views omit either-ors (10.8)
        step_forced(cards, state, acts, count)


cdef void pass_espionage(const CardSet* cards, State* state) noexcept nogil:
    while state.public.decision == CHOOSE_ESPIONAGE and not may_spy(cards, state):
        ask_next_espionage(cards, state)


cdef void step_forced(const CardSet* cards, State* state, const action_t* acts,
                      int32_t count) noexcept nogil:
    if count == 1:
        apply(cards, state, acts[0])
    elif state.public.decision == CHOOSE_FIRST:
        ask_next_first(cards, state)
    elif state.public.decision == CHOOSE_ESPIONAGE:
        ask_next_espionage(cards, state)


cdef void apply(const CardSet* cards, State* state, action_t action) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef uint8_t kind = kind_of(action)
    cdef uint8_t first = first_of(action)
    cdef uint8_t second = second_of(action)
    cdef int seat = state.actor
    if kind == PLACE:
        place(cards, state, first, second)
    elif kind == PASS:
        public.order[public.ordered] = seat
        public.ordered += 1
        end_turn(cards, state)
    elif kind == STOP:
        stop(cards, state)
    elif kind == END:
        end_turn(cards, state)
    elif kind == STEP:
        step(cards, state, first, second)
    elif kind == SWAP:
        public.tiles[first], public.tiles[second] = public.tiles[second], public.tiles[first]
        public.swaps -= 1
    elif kind == REFUSE:
        if public.decision == CHOOSE_ESPIONAGE:
            ask_next_espionage(cards, state)
        else:
            ask_next_first(cards, state)
    elif kind == USE:
        name_ability(cards, state, first, second, third_of(action))
    elif kind == FLY:
        name_flight(state, first)
    elif kind == AGENT:
        public.use.agent = first
        open_window(cards, state)
    elif kind == SPY:
        spy(cards, state, first, second)
    elif kind == TAKE_AGENCY:
        take_agency(cards, state, first, second)
    elif kind == TAKE_MISSION:
        take_mission(cards, state, first)
    elif kind == MOVE:
        remove_dice(public, MOVEMENT_CIRCLE, seat, first)
        public.acted = 1
        public.moving = 1
        memset(public.steps, first, AGENTS)
        public.step_agent = NONE
        decide(state, CHOOSE_STEP, seat)
    elif kind == COMPLETE:
        if public.phase != LAST_MISSION:
            remove_dice(public, COMPLETE_CIRCLE, seat, 1)
        name_mission(cards, state, first)
    elif kind == PAY:
        pay_symbol(cards, state, first, second)
    elif kind == FORFEIT:
        remove_dice(public, first, seat, 1)
        public.acted = 1
    elif kind == REWARD:
        reward(cards, state, first)
    elif kind == DISCARD:
        state.agency_hand[seat] &= ~bit(first)
        public.agency_discard |= bit(first)
        show_agency(state, first)
        resume(cards, state)
    elif kind == DISCARD_MISSION:
        state.mission_hand[seat] &= ~bit(first)
        public.mission_discard |= bit(first)
        show_mission(state, first)
        resume(cards, state)
    else:
        apply_rest(cards, state, kind, first, second, action)


cdef void apply_rest(const CardSet* cards, State* state, uint8_t kind, uint8_t first,
                     uint8_t second, action_t action) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = state.actor
    if kind == REROLL:
        name_reroll(public, first, second)
    elif kind == ROLL:
        reroll(cards, state)
    elif kind == DIE:
        public.use.face = first
        open_window(cards, state)
    elif kind == CLAIM:
        if cards.options.codes_bend:
            begin_path(cards, state, first, second)
        else:
            claim(cards, state, first, second, third_of(action))
    elif kind == TILE:
        name_tile(cards, state, first)
    elif kind == DRAW_CODE:
        draw_code(state, seat, first)
        draw_codes(cards, state)
    elif kind == RETURN_CODE:
        return_code(cards, state, first)
    elif kind == KEEP:
        state.kept = first
        if public.searched == 3:
            public.decision = CHOOSE_BOTTOM
        else:
            finish_search(cards, state, NONE)
    elif kind == BOTTOM:
        finish_search(cards, state, first)
    elif kind == RETURN_MISSION:
        state.mission_hand[seat] &= ~bit(first)
        mission_to_bottom(state, first)
        if seat + 1 < public.players:
            state.actor = seat + 1
        else:
            finish_setup(cards, state)


cdef void remove_dice(PublicState* public, int circle, int seat, int count) noexcept nogil:
    """Take dice back from a circle, lowest faces first; the choice makes no difference now."""
    cdef int face
    for face in range(6):
        if count and public.circle[circle][face] == seat:
            public.circle[circle][face] = NONE
            count -= 1


cdef void place(const CardSet* cards, State* state, uint8_t face, uint8_t target) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    public.unplaced[seat][face - 1] -= 1
    public.shifted = 0
    public.owed -= 1
    public.placed += 1
    if target == FOLDER:
        public.folder[seat] += 1
        draw_token(state, seat)
    elif target == DECODER:
        public.decoder[seat][face - 1] += 1
    else:
        public.circle[target][face - 1] = seat
    resume(cards, state)


cdef void stop(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    if public.decision == CHOOSE_STEP:
        public.moving = 0
        public.step_pool = 0
        public.step_agent = 0
        memset(public.steps, 0, AGENTS)
        resume(cards, state)
    elif public.decision == CHOOSE_BREAK:
        public.swaps = 0
        memset(public.decoder[public.turn], 0, 6)
        draw_codes(cards, state)
    else:
        end_turn(cards, state)


cdef void step(const CardSet* cards, State* state, uint8_t agent, uint8_t city) noexcept nogil:
    cdef PublicState* public = &state.public
    if public.step_pool:
        public.step_pool -= 1
    else:
        public.steps[agent] -= 1
    public.step_agent = agent
    fly_or_step(cards, state, agent, city, True)
    if public.pairs:
        resume(cards, state)


cdef void name_reroll(PublicState* public, uint8_t face, uint8_t source) noexcept nogil:
    """Name one more die to reroll; the first one spends the token, or a use of the character
    (3.8)."""
    if public.decision != CHOOSE_REROLL:
        public.plays += 1
        if source == BY_TOKEN:
            public.rerolls &= ~(1 << public.turn)
        else:
            public.character_uses[public.turn] += 1
    public.picked[face - 1] += 1
    public.reroll_source = source
    public.decision = CHOOSE_REROLL


cdef void reroll(const CardSet* cards, State* state) noexcept nogil:
    """Reroll unplaced dice, or in Break Codes those on the Decoder."""
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    cdef bint placing = public.phase == PLACING
    cdef uint8_t* dice = &public.decoder[seat][0]
    cdef int die = 0
    cdef int face
    if placing:
        dice = &public.unplaced[seat][0]
    for face in range(6):
        dice[face] -= public.picked[face]
    for face in range(6):
        while public.picked[face]:
            public.picked[face] -= 1
            dice[below(event(state.seed, REROLL_DIE, public.reroll_count[seat], seat, die), 6)] += 1
            die += 1
    public.reroll_count[seat] += 1
    public.reroll_source = 0
    decide(state, CHOOSE_PLACE if placing else CHOOSE_BREAK, seat)


cdef void claim(const CardSet* cards, State* state, uint8_t number, uint8_t start,
                bint reversed) noexcept nogil:
    """Claim a code: spend the covering dice and show the numbers to all (4.7)."""
    cdef PublicState* public = &state.public
    cdef const Code* code = &cards.code[number]
    cdef int seat = public.turn
    cdef int i, face
    for i in range(code.length):
        face = code.numbers[code.length - 1 - i if reversed else i]
        if public.tiles[start + i] != face:
            public.decoder[seat][face - 1] -= 1
    break_code(state, seat, number)


cdef void break_code(State* state, int seat, uint8_t number) noexcept nogil:
    state.code_hand[seat] &= ~bit(number)
    state.code_shown &= ~bit(number)
    state.public.broken[seat] |= bit(number)
    state.public.claimed = 1


cdef void begin_path(const CardSet* cards, State* state, uint8_t number,
                     uint8_t tile) noexcept nogil:
    """Begin a bent claim: it names the first tile, then the next ones one by one (4.7)."""
    break_code(state, state.public.turn, number)
    state.public.bent_code = number
    name_tile(cards, state, tile)


cdef void name_tile(const CardSet* cards, State* state, uint8_t tile) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef const Code* code = &cards.code[public.bent_code]
    cdef uint8_t number = code.numbers[public.bending]
    if public.tiles[tile] != number:
        public.decoder[public.turn][number - 1] -= 1
    public.path[public.bending] = tile
    public.bending += 1
    if public.bending < code.length:
        decide(state, CHOOSE_TILE, public.turn)
        return
    public.bending = 0
    public.bent_code = 0
    memset(public.path, 0, sizeof(public.path))
    decide(state, CHOOSE_BREAK, public.turn)


cdef void take_mission(const CardSet* cards, State* state, int place) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    remove_dice(public, MISSION_CIRCLE, seat, 1)
    public.acted = 1
    if place < 3:
        gain_mission(state, seat, public.mission_up[place])
        refill_mission(state, place)
    else:
        gain_mission(state, seat, draw_mission(state))
    resume(cards, state)


cdef void take_agency(const CardSet* cards, State* state, int space, int dice) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    remove_dice(public, AGENCY_CIRCLE, seat, dice)
    public.acted = 1
    if space < REGIONS:
        gain_agency(state, seat, public.agency_up[space])
        refill_agency(state, space)
    else:
        gain_agency(state, seat, draw_agency(state))
    resume(cards, state)


cdef void reward(const CardSet* cards, State* state, int source) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    public.pairs &= public.pairs - 1
    if source == 0:
        gain_agency(state, seat, public.agency_up[public.pair_region])
        refill_agency(state, public.pair_region)
    else:
        gain_agency(state, seat, draw_agency(state))
    if not public.pairs:
        public.pair_region = 0
    resume(cards, state)
