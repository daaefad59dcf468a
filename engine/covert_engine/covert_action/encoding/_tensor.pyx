"""The tensor of a view, written field by field in the order of `tensor_fields.py`."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._actions cimport (
    AM, IS, PASS, URGE, action_said, action_t, first_of, kind_of, second_of,
)
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, MAX_TEAMS, NONE, PLAN_CARDS, PLAN_TYPES, ROLES, Rules,
)
from covert_engine.covert_action.rules._state cimport (
    HOLD_CHOICE, LAST_ROUND, MAX_SHOTS, MAX_T, PublicState, Shot,
)

cdef enum:
    PHASES = 4
    OUTCOMES = 6
    SORTS = 4                # of statements
    MOST_HELD = 10           # Plan cards
    MOST_BEATS = 6


cdef struct Pen:
    float* x                 # the next field
    int seat                 # of the view
    int players
    int team                 # of that seat
    int teams


cdef inline int clockwise(const Pen* pen, int seat) noexcept nogil:
    """Return the places from the view's seat to another, clockwise."""
    return seat - pen.seat if seat >= pen.seat else seat - pen.seat + pen.players


cdef inline int seat_at(const Pen* pen, int place) noexcept nogil:
    cdef int seat = pen.seat + place
    return seat - pen.players if seat >= pen.players else seat


cdef inline int team_of(const Pen* pen, int team) noexcept nogil:
    return (team - pen.team + pen.teams) % pen.teams


cdef inline void share(Pen* pen, int amount, int most) noexcept nogil:
    pen.x[0] = <float> 1.0 if amount >= most else <float> amount / <float> most
    pen.x += 1


cdef inline void seat_of(Pen* pen, int seat) noexcept nogil:
    if seat < pen.players:
        pen.x[clockwise(pen, seat)] = 1
    pen.x += pen.players


cdef void turn_fields(const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    pen.x[public.phase] = 1
    pen.x += PHASES
    seat_of(pen, view.actor)
    seat_of(pen, public.opener)
    seat_of(pen, public.speaker)
    share(pen, public.round, LAST_ROUND)
    share(pen, public.t, MAX_T)
    share(pen, public.beat, MOST_BEATS)
    share(pen, public.deck, PLAN_CARDS)


cdef void card_fields(const Rules* rules, const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef int aside[MAX_TEAMS]
    cdef int i, kind, seat
    for i in range(pen.players):
        pen.x[i] = public.seats_in >> seat_at(pen, i) & 1
    pen.x += pen.players
    for i in range(pen.players):
        pen.x[team_of(pen, public.team[seat_at(pen, i)])] = 1
        pen.x += pen.teams
    memset(aside, 0, sizeof(aside))
    for i in range(rules.centre):
        aside[team_of(pen, public.centre_team[i])] += 1
    for i in range(pen.teams):
        share(pen, aside[i], MAX_CENTRE)
    for i in range(pen.players):
        seat = seat_at(pen, i)
        if view.role[seat] != NONE:
            pen.x[view.role[seat]] = 1
        pen.x += ROLES
    for i in range(pen.players):
        share(pen, public.held[seat_at(pen, i)], MOST_HELD)
    for i in range(pen.players):
        share(pen, public.drawn[seat_at(pen, i)], MAX_SHOTS)
    for i in range(pen.players):
        for kind in range(PLAN_TYPES):
            share(pen, view.plan[seat_at(pen, i)][kind], MOST_HELD)


cdef void shot_fields(const View* view, Pen* pen) noexcept nogil:
    cdef const Shot* shot
    cdef float* end
    cdef int i
    pen.x[0] = view.choice == HOLD_CHOICE
    pen.x += 1
    seat_of(pen, view.choice)
    end = pen.x + <int> MAX_SHOTS * (2 * pen.players + <int> OUTCOMES + 2)
    for i in range(view.public.shots):
        shot = &view.public.shot[i]
        seat_of(pen, shot.shooter)
        seat_of(pen, shot.target)
        pen.x[shot.outcome] = 1
        pen.x += OUTCOMES
        pen.x[0] = shot.ordered
        pen.x += 1
        share(pen, shot.t, MAX_T)
    pen.x = end


cdef void said_fields(const Rules* rules, const View* view, Pen* pen) noexcept nogil:
    """Write the statements; beats to come are zeros."""
    cdef int width = <int> SORTS + <int> ROLES + pen.players
    cdef int beats = rules.beats * <int> MAX_SHOTS if rules.talk else 0
    cdef float* x
    cdef action_t action
    cdef uint8_t statement
    cdef int t, i, kind
    for t in range(view.public.t if rules.talk else 0):
        for i in range(pen.players):
            statement = view.public.said[t][seat_at(pen, i)]
            if not statement:
                continue
            x = pen.x + (t * pen.players + i) * width
            action = action_said(statement)
            kind = kind_of(action)
            x[kind - <int> PASS] = 1
            if kind == AM:
                x[<int> SORTS + first_of(action)] = 1
            elif kind == IS:
                x[<int> SORTS + second_of(action)] = 1
            if kind == IS or kind == URGE:
                x[<int> SORTS + <int> ROLES + clockwise(pen, first_of(action))] = 1
    pen.x += beats * pen.players * width


cdef int32_t write_tensor(const Rules* rules, const View* view, float* tensor,
                          int32_t floats) noexcept nogil:
    cdef Pen pen
    memset(tensor, 0, floats * sizeof(float))
    pen.x = tensor
    pen.seat = view.seat
    pen.players = rules.players
    pen.team = view.public.team[view.seat]
    pen.teams = rules.teams
    turn_fields(view, &pen)
    card_fields(rules, view, &pen)
    shot_fields(view, &pen)
    said_fields(rules, view, &pen)
    return pen.x - tensor
