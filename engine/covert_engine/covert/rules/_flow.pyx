"""Who is on turn, and which decision comes next.

Turns follow each other in `end_turn`; within a turn `resume` finds the innermost thing that is
still open (rules 11.2): a limit, a card laid aside, a window, a pair's reward, steps, the turn.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit, bit_count
from covert_engine.covert.cards._compiled cimport (
    EXTRA_SWAP, MAX_SEATS, NONE, PER_ROUND, PER_TURN, CardSet,
)
from covert_engine.covert.rules._chance cimport ROLL_DICE, event
from covert_engine.covert.rules._dice cimport has_die
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, BREAKING, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_DISCARD, CHOOSE_ESPIONAGE,
    CHOOSE_FIRST, CHOOSE_LAST, CHOOSE_MISSION_DISCARD, CHOOSE_PLACE, CHOOSE_RESOLVE, CHOOSE_REWARD,
    CHOOSE_STEP, CODE_LIMIT, DICE, FIRST_A, FIRST_B, LAST_MISSION, LAST_ROUND, MISSION_LIMIT,
    NO_DECISION, OVER, PLACING, RESOLVING, USE_ABILITY, State, Table, Use,
)
from covert_engine.covert.rules._zones cimport agency_to_draw, draw_agency, draw_code, gain_agency
from covert_engine.random._splitmix cimport below


cdef void decide(State* state, int decision, int actor) noexcept nogil:
    state.table.decision = decision
    state.actor = actor


# Rounds.

cdef void begin_round(const CardSet* cards, State* state, int starter) noexcept nogil:
    cdef Table* table = &state.table
    cdef int seat, die, face
    table.round += 1
    table.phase = PLACING
    table.starter = starter
    table.ordered = 0
    table.had_turn = 0
    memset(table.order, NONE, MAX_SEATS)
    memset(table.folder, 0, MAX_SEATS)
    memset(table.token_draws, 0, MAX_SEATS)
    for seat in range(table.players):
        if cards.character[table.character[seat]].period == PER_ROUND:
            table.character_uses[seat] = 0
        memset(table.unplaced[seat], 0, 6)
        for die in range(DICE):
            face = below(event(state.seed, ROLL_DICE, table.round, seat, die), 6)
            table.unplaced[seat][face] += 1
    begin_turn(state, starter)
    decide(state, CHOOSE_PLACE, starter)


cdef void end_round(const CardSet* cards, State* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int starter = table.order[table.players - 1]
    memset(table.folder, 0, MAX_SEATS)
    if table.final_round:
        table.phase = LAST_MISSION
        begin_turn(state, table.order[0])
        decide(state, CHOOSE_LAST, table.turn)
    elif table.round == LAST_ROUND:
        end_game(state)
    else:
        begin_round(cards, state, starter)


cdef void end_game(State* state) noexcept nogil:
    state.table.phase = OVER
    state.table.turn = NONE
    decide(state, NO_DECISION, NONE)


# Turns.

cdef void clear_turn(State* state) noexcept nogil:
    cdef Table* table = &state.table
    table.plays = 0
    table.owed = 0
    table.placed = 0
    table.shifted = 0
    table.drawn = 0
    table.swaps = 0
    table.claimed = 0
    table.acted = 0
    memset(state.fresh, 0, 8)


cdef void begin_turn(State* state, int seat) noexcept nogil:
    cdef Table* table = &state.table
    clear_turn(state)
    table.turn = seat
    if table.phase == PLACING:
        table.owed = 1


cdef void begin_break_turn(const CardSet* cards, State* state, int seat) noexcept nogil:
    begin_turn(state, seat)
    state.table.swaps = 1
    if cards.character[state.table.character[seat]].effect == EXTRA_SWAP:
        state.table.swaps += cards.character[state.table.character[seat]].amount
    decide(state, CHOOSE_BREAK, seat)


cdef void begin_resolving_turn(const CardSet* cards, State* state, int seat) noexcept nogil:
    begin_turn(state, seat)
    decide(state, CHOOSE_RESOLVE, seat)


cdef void begin_first_window(State* state, int phase) noexcept nogil:
    """6.15: the window opens; `ask_next_first` asks from #1 on."""
    clear_turn(state)
    state.table.phase = phase
    state.table.turn = NONE
    decide(state, CHOOSE_FIRST, NONE)


cdef void ask_next_first(const CardSet* cards, State* state) noexcept nogil:
    """The seat after `actor` in turn order, or the end of the window once all have refused."""
    cdef Table* table = &state.table
    cdef int place = 0
    if state.actor != NONE:
        while table.order[place] != state.actor:
            place += 1
        place += 1
    if place < table.players:
        state.actor = table.order[place]
    elif table.phase == FIRST_A:
        table.phase = BREAKING
        next_break_turn(cards, state)
    else:
        table.phase = RESOLVING
        next_resolving_turn(cards, state, 0)


cdef void next_break_turn(const CardSet* cards, State* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int place
    for place in range(table.players):
        if not table.had_turn >> table.order[place] & 1:
            begin_break_turn(cards, state, table.order[place])
            return
    begin_first_window(state, FIRST_B)


cdef void next_resolving_turn(const CardSet* cards, State* state, int place) noexcept nogil:
    """The first seat from `place` on in turn order, round and round, with a die on a circle."""
    cdef Table* table = &state.table
    cdef int seat, i
    for i in range(table.players):
        seat = table.order[(place + i) % table.players]
        if has_die(&state.table, seat):
            begin_resolving_turn(cards, state, seat)
            return
    clear_turn(state)
    end_round(cards, state)


cdef int place_of(const Table* table, int seat) noexcept nogil:
    """Place in turn order, from 0; the number of players if the seat has no token yet."""
    cdef int place
    for place in range(table.ordered):
        if table.order[place] == seat:
            return place
    return table.players


cdef void end_turn(const CardSet* cards, State* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int seat = table.turn
    if cards.character[table.character[seat]].period == PER_TURN:
        table.character_uses[seat] = 0
    if table.phase == PLACING:
        if table.ordered == table.players:
            begin_first_window(state, FIRST_A)
            return
        seat = (seat + 1) % table.players
        while place_of(table, seat) < table.players:
            seat = (seat + 1) % table.players
        begin_turn(state, seat)
        decide(state, CHOOSE_PLACE, seat)
    elif table.phase == FIRST_A:
        table.had_turn |= 1 << seat
        begin_first_window(state, FIRST_A)
    elif table.phase == BREAKING:
        table.had_turn |= 1 << seat
        next_break_turn(cards, state)
    elif table.phase == FIRST_B:
        begin_first_window(state, FIRST_B)
    elif table.phase == RESOLVING:
        next_resolving_turn(cards, state, place_of(table, seat) + 1)
    elif place_of(table, seat) + 1 < table.players:              # the last missions
        begin_turn(state, table.order[place_of(table, seat) + 1])
        decide(state, CHOOSE_LAST, table.turn)
    else:
        clear_turn(state)
        end_game(state)


cdef void draw_codes(const CardSet* cards, State* state) noexcept nogil:
    """4.8: draws up to two codes, asking for the deck where there are two; then the turn ends."""
    cdef int seat = state.table.turn
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
    cdef Table* table = &state.table
    cdef int seat
    for seat in range(table.players):
        if bit_count(state.agency_hand[seat]) > AGENCY_LIMIT:
            decide(state, CHOOSE_DISCARD, seat)
            return
        if bit_count(state.mission_hand[seat]) > MISSION_LIMIT:
            decide(state, CHOOSE_MISSION_DISCARD, seat)
            return
    if table.aside != NONE:                     # 6.13: it joins the pool once the limit is met
        table.pool |= bit(table.aside)
        table.aside = NONE
    if table.opener != NONE:
        decide(state, CHOOSE_ESPIONAGE, NONE)
        return
    if table.use.kind == USE_ABILITY:           # Agency Cards a character still draws
        if table.use.symbol and agency_to_draw(state):
            table.use.symbol -= 1
            gain_agency(state, table.turn, draw_agency(state))
            resume(cards, state)
            return
        memset(&table.use, 0, sizeof(Use))
    if table.pairs:
        if table.agency_up[table.pair_region] != NONE or agency_to_draw(state):
            decide(state, CHOOSE_REWARD, table.turn)
            return
        table.pairs = 0
        table.pair_region = 0
    if table.moving:
        decide(state, CHOOSE_STEP, table.turn)
    elif table.turn == NONE:
        decide(state, CHOOSE_FIRST, NONE)
    elif table.phase == PLACING:
        if table.placed and (table.owed == 0 or not unplaced_dice(table, table.turn)):
            end_turn(cards, state)
        else:
            decide(state, CHOOSE_PLACE, table.turn)
    elif table.phase == RESOLVING or table.phase == FIRST_B:
        decide(state, CHOOSE_RESOLVE, table.turn)
    elif table.phase == LAST_MISSION:
        if table.acted:
            end_turn(cards, state)
        else:
            decide(state, CHOOSE_LAST, table.turn)
    else:
        decide(state, CHOOSE_BREAK, table.turn)


cdef int unplaced_dice(const Table* table, int seat) noexcept nogil:
    cdef int face
    cdef int count = 0
    for face in range(6):
        count += table.unplaced[seat][face]
    return count
