"""The order of turns and decisions.

Turns follow each other in `end_turn`; within a turn `resume` finds the innermost open item (rules
11.2): a limit, a card laid aside, a window, a pair's reward, steps, the turn.
"""

from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit, bit_count
from covert_engine.covert.cards._compiled cimport (
    EXTRA_SWAP, MAX_SEATS, NONE, PER_ROUND, PER_TURN, PER_TWO_ROUNDS, CardSet,
)
from covert_engine.covert.rules._chance cimport ROLL_DICE, event
from covert_engine.covert.rules._dice cimport has_die
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, BREAKING, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_DISCARD, CHOOSE_ESPIONAGE,
    CHOOSE_FIRST, CHOOSE_LAST, CHOOSE_MISSION_DISCARD, CHOOSE_PLACE, CHOOSE_RESOLVE, CHOOSE_REWARD,
    CHOOSE_STEP, CODE_LIMIT, DICE, FIRST_A, FIRST_B, LAST_MISSION, LAST_ROUND, MISSION_LIMIT,
    NO_DECISION, OVER, PLACING, RESOLVING, USE_ABILITY, State, PublicState, Use,
)
from covert_engine.covert.rules._zones cimport agency_to_draw, draw_agency, draw_code, gain_agency
from covert_engine.random._splitmix cimport below


cdef void decide(State* state, int decision, int actor) noexcept nogil:
    state.public.decision = decision
    state.actor = actor


# Rounds.

cdef void begin_round(const CardSet* cards, State* state, int starter) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat, period
    public.round += 1
    public.phase = PLACING
    public.starter = starter
    public.ordered = 0
    public.had_turn = 0
    memset(public.order, NONE, MAX_SEATS)
    memset(public.folder, 0, MAX_SEATS)
    memset(public.token_draws, 0, MAX_SEATS)
    for seat in range(public.players):
        period = cards.character[public.character[seat]].period
        if period == PER_ROUND or (period == PER_TWO_ROUNDS and public.round & 1):
            public.character_uses[seat] = 0
        roll_dice(state, seat)
    begin_turn(state, starter)
    decide(state, CHOOSE_PLACE, starter)


cdef void roll_dice(State* state, int seat) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int die, face
    memset(public.unplaced[seat], 0, 6)
    for die in range(DICE):
        face = below(event(state.seed, ROLL_DICE, public.round, seat, die), 6)
        public.unplaced[seat][face] += 1


cdef void end_round(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int starter = public.order[public.players - 1]
    memset(public.folder, 0, MAX_SEATS)
    if public.final_round:
        public.phase = LAST_MISSION
        begin_turn(state, public.order[0])
        decide(state, CHOOSE_LAST, public.turn)
    elif public.round == LAST_ROUND:
        end_game(state)
    else:
        begin_round(cards, state, starter)


cdef void end_game(State* state) noexcept nogil:
    state.public.phase = OVER
    state.public.turn = NONE
    decide(state, NO_DECISION, NONE)


# Turns.

cdef void clear_turn(State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    public.plays = 0
    public.owed = 0
    public.placed = 0
    public.shifted = 0
    public.drawn = 0
    public.swaps = 0
    public.claimed = 0
    public.acted = 0
    memset(state.fresh, 0, 8)


cdef void begin_turn(State* state, int seat) noexcept nogil:
    cdef PublicState* public = &state.public
    clear_turn(state)
    public.turn = seat
    if public.phase == PLACING:
        public.owed = 1


cdef void begin_break_turn(const CardSet* cards, State* state, int seat) noexcept nogil:
    begin_turn(state, seat)
    state.public.swaps = 1
    if cards.character[state.public.character[seat]].effect == EXTRA_SWAP:
        state.public.swaps += cards.character[state.public.character[seat]].amount
    decide(state, CHOOSE_BREAK, seat)


cdef void begin_resolving_turn(const CardSet* cards, State* state, int seat) noexcept nogil:
    begin_turn(state, seat)
    decide(state, CHOOSE_RESOLVE, seat)


cdef void begin_first_window(State* state, int phase, int place) noexcept nogil:
    """Open a First window, or open it again; seats are asked from `place` in turn order on
    (6.15)."""
    clear_turn(state)
    state.public.phase = phase
    state.public.turn = NONE
    state.public.asked_from = place
    decide(state, CHOOSE_FIRST, NONE)


cdef void ask_next_first(const CardSet* cards, State* state) noexcept nogil:
    """Ask the seat after `actor` in turn order, or close the window once all have refused."""
    cdef PublicState* public = &state.public
    cdef int place = public.asked_from
    if state.actor != NONE:
        place = place_after(public, state.actor)
    if state.actor == NONE or place != public.asked_from:
        state.actor = public.order[place]
        return
    public.asked_from = 0
    if public.phase == FIRST_A:
        public.phase = BREAKING
        next_break_turn(cards, state)
    else:
        public.phase = RESOLVING
        next_resolving_turn(cards, state, 0)


cdef void next_break_turn(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int place
    for place in range(public.players):
        if not public.had_turn >> public.order[place] & 1:
            begin_break_turn(cards, state, public.order[place])
            return
    begin_first_window(state, FIRST_B, 0)


cdef void next_resolving_turn(const CardSet* cards, State* state, int place) noexcept nogil:
    """Begin the turn of the first seat from `place` on, round and round, with a die on a circle."""
    cdef PublicState* public = &state.public
    cdef int seat, i
    for i in range(public.players):
        seat = public.order[(place + i) % public.players]
        if has_die(&state.public, seat):
            begin_resolving_turn(cards, state, seat)
            return
    clear_turn(state)
    end_round(cards, state)


cdef int place_of(const PublicState* public, int seat) noexcept nogil:
    """Return the place in turn order, from 0; the number of players if the seat has no token
    yet."""
    cdef int place
    for place in range(public.ordered):
        if public.order[place] == seat:
            return place
    return public.players


cdef inline int place_after(const PublicState* public, int seat) noexcept nogil:
    return (place_of(public, seat) + 1) % public.players


cdef void end_turn(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    if cards.character[public.character[seat]].period == PER_TURN:
        public.character_uses[seat] = 0
    if public.phase == PLACING:
        if public.ordered == public.players:
            begin_first_window(state, FIRST_A, 0)
            return
        seat = (seat + 1) % public.players
        while place_of(public, seat) < public.players:
            seat = (seat + 1) % public.players
        begin_turn(state, seat)
        decide(state, CHOOSE_PLACE, seat)
    elif public.phase == FIRST_A:
        public.had_turn |= 1 << seat
        begin_first_window(state, FIRST_A, place_after(public, seat))
    elif public.phase == BREAKING:
        public.had_turn |= 1 << seat
        next_break_turn(cards, state)
    elif public.phase == FIRST_B:
        begin_first_window(state, FIRST_B, place_after(public, seat))
    elif public.phase == RESOLVING:
        next_resolving_turn(cards, state, place_of(public, seat) + 1)
    elif place_of(public, seat) + 1 < public.players:              # the last missions
        begin_turn(state, public.order[place_of(public, seat) + 1])
        decide(state, CHOOSE_LAST, public.turn)
    else:
        clear_turn(state)
        end_game(state)


cdef void draw_codes(const CardSet* cards, State* state) noexcept nogil:
    """Draw up to two codes, ask for the deck if both have any, then end the turn (4.8)."""
    cdef int seat = state.public.turn
    while bit_count(state.code_hand[seat]) < CODE_LIMIT:
        if state.code_size[0] and state.code_size[1]:
            decide(state, CHOOSE_CODE, seat)
            return
        if state.code_size[0]:
            draw_code(state, seat, 0)
        elif state.code_size[1]:
            draw_code(state, seat, 1)
        else:
            break
    end_turn(cards, state)


# Within a turn.

cdef void resume(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat
    for seat in range(public.players):
        if bit_count(state.agency_hand[seat]) > AGENCY_LIMIT:
            decide(state, CHOOSE_DISCARD, seat)
            return
        if bit_count(state.mission_hand[seat]) > MISSION_LIMIT:
            decide(state, CHOOSE_MISSION_DISCARD, seat)
            return
    if public.aside != NONE:                     # 6.13: it joins the pool once the limit is met
        public.pool |= bit(public.aside)
        public.aside = NONE
    if public.opener != NONE:
        decide(state, CHOOSE_ESPIONAGE, NONE)
        return
    if public.use.kind == USE_ABILITY:           # Agency Cards that a character still draws
        if public.use.symbol and agency_to_draw(state):
            public.use.symbol -= 1
            gain_agency(state, public.turn, draw_agency(state))
            resume(cards, state)
            return
        memset(&public.use, 0, sizeof(Use))
    if public.pairs:
        if public.agency_up[public.pair_region] != NONE or agency_to_draw(state):
            decide(state, CHOOSE_REWARD, public.turn)
            return
        public.pairs = 0
        public.pair_region = 0
    if public.moving:
        decide(state, CHOOSE_STEP, public.turn)
    elif public.turn == NONE:
        decide(state, CHOOSE_FIRST, NONE)
    elif public.phase == PLACING:
        if public.placed and (public.owed == 0 or not unplaced_dice(public, public.turn)):
            end_turn(cards, state)
        else:
            decide(state, CHOOSE_PLACE, public.turn)
    elif public.phase == RESOLVING or public.phase == FIRST_B:
        decide(state, CHOOSE_RESOLVE, public.turn)
    elif public.phase == LAST_MISSION:
        if public.acted:
            end_turn(cards, state)
        else:
            decide(state, CHOOSE_LAST, public.turn)
    else:
        decide(state, CHOOSE_BREAK, public.turn)


cdef int unplaced_dice(const PublicState* public, int seat) noexcept nogil:
    cdef int face
    cdef int count = 0
    for face in range(6):
        count += public.unplaced[seat][face]
    return count
