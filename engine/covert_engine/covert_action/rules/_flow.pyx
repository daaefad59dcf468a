"""The order of play: beats, windows, deadlines, rounds (rules 3, 5)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert_action.rules._chance cimport FIRES, ORDERED, Stream, event
from covert_engine.covert_action.rules._deal cimport deal_round
from covert_engine.covert_action.rules._events cimport (
    DEADLINE_COMES, DEALT, DRAW, GAME_ENDS, OUT, ROUND_ENDS, SHOT, WINDOW_CLOSES, WINDOW_OPENS,
    Events, note
)
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, MOLE, NONE, ORDER, PLAN_CARDS, Rules
)
from covert_engine.covert_action.rules._shot cimport (
    acts_as_sniper, drawers, outcome_of, put_out
)
from covert_engine.covert_action.rules._state cimport (
    DEADLINE, HOLD_CHOICE, LAST_ROUND, MISFIRE, OVER, TALK, TEAM_OUT, WINDOW, Outcome, PublicState,
    Shot, State
)
from covert_engine.covert_action.rules._winners cimport has_all_types


# Beats.

cdef void begin_beat(const Rules* rules, State* state, Events* events) noexcept nogil:
    """Begin a beat; talk begins t - 1 places clockwise from the opener (3.2, 3.3)."""
    if rules.talk:
        state.public.phase = TALK
        pass_word(rules, state, 0)
    else:
        open_window(rules, state, events)


cdef bint pass_word(const Rules* rules, State* state, int place) noexcept nogil:
    """Give the word to the first seat that is in, from `place` in the order of this beat on; return
    False if there is none."""
    cdef int seat
    while place < rules.players:
        seat = (state.public.opener + state.public.t - 1 + place) % rules.players
        if state.public.seats_in >> seat & 1:
            state.public.speaker = seat
            state.actor = seat
            return True
        place += 1
    return False


cdef void next_speaker(const Rules* rules, State* state, Events* events) noexcept nogil:
    cdef int begins = (state.public.opener + state.public.t - 1) % rules.players
    cdef int place = (state.public.speaker - begins + rules.players) % rules.players
    if not pass_word(rules, state, place + 1):
        state.public.speaker = NONE
        open_window(rules, state, events)


# Windows.

cdef void open_window(const Rules* rules, State* state, Events* events) noexcept nogil:
    """Open the window of a beat (3.5)."""
    state.public.phase = WINDOW
    note(events, WINDOW_OPENS, 0, state.public.t)
    next_chooser(rules, state, events)


cdef bint may_choose(const State* state, int seat) noexcept nogil:
    """Return True if a seat has yet to choose; only while a window is open (3.5)."""
    return (state.public.seats_in >> seat & 1 and state.role[seat] != MOLE
            and state.choice[seat] == NONE)


cdef int chooser(const Rules* rules, const State* state) noexcept nogil:
    """Return the next seat to choose: the lowest, but in a world dealt from a seat's view that seat
    first (3.5)."""
    cdef int seat
    if state.first != NONE and may_choose(state, state.first):
        return state.first
    for seat in range(rules.players):
        if may_choose(state, seat):
            return seat
    return NONE


cdef void next_chooser(const Rules* rules, State* state, Events* events) noexcept nogil:
    state.actor = chooser(rules, state)
    if state.actor == NONE:
        close_window(rules, state, events)


cdef int highest_lot(const Rules* rules, const State* state, Stream stream,
                     uint16_t seats) noexcept nogil:
    """Return the seat with the highest lot, the lower one of equals (2.4); NONE if there is no
    seat."""
    cdef uint64_t lot, highest = 0
    cdef int seat, winner = NONE
    if not seats & (seats - 1):                  # no seat, or a single one
        for seat in range(rules.players):
            if seats >> seat & 1:
                winner = seat
        return winner
    for seat in range(rules.players):
        if seats >> seat & 1:
            lot = event(state.seed, stream, state.public.round, state.public.t, seat)
            if winner == NONE or lot > highest:
                highest = lot
                winner = seat
    return winner


cdef void close_window(const Rules* rules, State* state, Events* events) noexcept nogil:
    """Fire the fastest shot, if any; all other choices lapse without trace (3.6)."""
    cdef uint16_t shooting = 0
    cdef int seat, shooter, target
    for seat in range(rules.players):
        if state.choice[seat] < HOLD_CHOICE:
            shooting |= 1 << seat
    shooter = highest_lot(rules, state, FIRES, shooting)
    target = state.choice[shooter] if shooter != NONE else NONE
    memset(state.choice, NONE, MAX_SEATS)
    state.first = NONE
    if shooter != NONE:
        shoot(rules, state, shooter, target, False, events)
        return
    note(events, WINDOW_CLOSES)
    if state.public.beat < rules.beats:
        state.public.beat += 1
        state.public.t += 1
        begin_beat(rules, state, events)
    else:
        come_to_deadline(rules, state, events)


cdef void come_to_deadline(const Rules* rules, State* state, Events* events) noexcept nogil:
    """Order a seat to shoot, if the deadline orders (3.7). With two seats in, it has a single
    action, which is taken (3.13)."""
    cdef uint16_t acting = 0
    cdef uint16_t others
    cdef int seat, other
    state.public.phase = DEADLINE
    note(events, DEADLINE_COMES)
    if rules.deadline == ORDER:
        for seat in range(rules.players):
            acting |= <uint16_t> acts_as_sniper(rules, state, seat) << seat
    if not acting:
        end_round(rules, state, 0, 0, True, events)
        return
    seat = highest_lot(rules, state, ORDERED, acting)
    state.actor = seat
    others = state.public.seats_in & ~(1 << seat)
    if not others & (others - 1):
        for other in range(rules.players):
            if others >> other & 1:
                shoot(rules, state, seat, other, True, events)
                return


# Shots.

cdef void shoot(const Rules* rules, State* state, int shooter, int target, bint ordered,
                Events* events) noexcept nogil:
    """Fire a shot (3.8 to 3.10). Seats that are in when it ends the round draw at its end
    (3.11)."""
    cdef PublicState* public = &state.public
    cdef Outcome outcome = outcome_of(rules, state, shooter, target)
    cdef uint16_t drawing = drawers(rules, state, shooter, target, outcome)
    cdef uint16_t leaving
    cdef int seat
    public.shot[public.shots] = Shot(public.t, shooter, target, outcome, ordered)
    public.shots += 1
    note(events, SHOT, shooter, target, outcome, ordered)
    if outcome != MISFIRE and outcome != TEAM_OUT:
        end_round(rules, state, shooter, drawing, False, events)
        return
    leaving = put_out(rules, state, shooter, target, outcome)
    public.seats_in &= ~leaving
    for seat in range(rules.players):
        if leaving >> seat & 1:
            note(events, OUT, seat, state.role[seat])
        if drawing >> seat & 1:
            public.drawn[seat] += draw_plan(state, seat, events)
    if not public.seats_in & (public.seats_in - 1):
        end_round(rules, state, 0, 0, True, events)
        return
    public.beat = 1
    public.t += 1
    begin_beat(rules, state, events)


cdef int draw_plan(State* state, int seat, Events* events) noexcept nogil:
    """Draw the top card of the deck, if there is one (R14); return the number of cards drawn."""
    cdef int top = PLAN_CARDS - state.public.deck
    cdef uint8_t card
    if state.public.deck == 0:
        return 0
    card = state.plan_deck[top]
    state.plan_deck[top] = NONE
    state.public.deck -= 1
    state.plan[seat][card] += 1
    state.public.held[seat] += 1
    note(events, DRAW, seat, card)
    return 1


# Rounds.

cdef void show_cards(const State* state, Events* events) noexcept nogil:
    """Show all cards (3.11)."""
    if events == NULL:
        return
    memcpy(events.shown.team, state.public.team, MAX_SEATS)
    memcpy(events.shown.role, state.role, MAX_SEATS)
    memcpy(events.shown.centre_team, state.public.centre_team, MAX_CENTRE)
    memcpy(events.shown.centre_role, state.centre_role, MAX_CENTRE)


cdef void end_round(const Rules* rules, State* state, int shooter, uint16_t drawing, bint is_void,
                    Events* events) noexcept nogil:
    """Show the cards, then let the seats in `drawing` draw clockwise from the shooter (3.11,
    3.12)."""
    cdef int place, seat
    show_cards(state, events)
    note(events, ROUND_ENDS, 0, is_void)
    for place in range(rules.players):
        seat = (shooter + place) % rules.players
        if drawing >> seat & 1:
            state.public.drawn[seat] += draw_plan(state, seat, events)
    if (state.public.deck == 0 or state.public.round == LAST_ROUND
            or has_all_types(rules, state)):
        end_game(state, events)
    else:
        begin_round(rules, state, events)


cdef void end_game(State* state, Events* events) noexcept nogil:
    state.public.phase = OVER
    state.public.speaker = NONE
    state.actor = NONE
    note(events, GAME_ENDS)


cdef void begin_round(const Rules* rules, State* state, Events* events) noexcept nogil:
    cdef PublicState* public = &state.public
    memset(public.said, 0, public.t * MAX_SEATS)
    memset(public.drawn, 0, MAX_SEATS)
    memset(public.shot, 0, sizeof(public.shot))
    public.shots = 0
    public.round += 1
    public.t = 1
    public.beat = 1
    deal_round(rules, state)
    note(events, DEALT, 0, public.round)
    begin_beat(rules, state, events)
