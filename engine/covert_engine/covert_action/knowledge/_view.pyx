"""The knowledge of one seat (rules 4), written piece by piece."""

from libc.string cimport memcpy, memset

from covert_engine.covert_action.rules._flow cimport may_choose
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, PLAN_TYPES, Rules
)
from covert_engine.covert_action.rules._state cimport OVER, TALK, WINDOW, PublicState, State


cdef void observe(const Rules* rules, const State* state, int seat, View* view) noexcept nogil:
    memset(view, 0, sizeof(View))
    view.seat = seat
    memcpy(&view.public, &state.public, sizeof(PublicState))      # 4.1
    view.choice = state.choice[seat]                              # 4.2
    see_actor(state, view)
    see_cards(rules, state, view)
    see_plans(rules, state, view)


cdef void see_actor(const State* state, View* view) noexcept nogil:
    """Write the seat to decide. The speaker is public; otherwise a seat knows only if it is to
    decide itself, and in a window that does not depend on the choices of others (4.2)."""
    view.actor = NONE
    if state.public.phase == TALK:
        view.actor = state.public.speaker
    elif state.public.phase == WINDOW:
        if may_choose(state, view.seat):
            view.actor = view.seat
    elif state.actor == view.seat:               # ordered
        view.actor = view.seat


cdef void see_cards(const Rules* rules, const State* state, View* view) noexcept nogil:
    """Write the seat's own card, those of seats that are out, and all once the game is over (4.1,
    4.2)."""
    cdef bint over = state.public.phase == OVER
    cdef int seat
    memset(view.role, NONE, MAX_SEATS)
    memset(view.centre_role, NONE, MAX_CENTRE)
    for seat in range(rules.players):
        if over or seat == view.seat or not state.public.seats_in >> seat & 1:
            view.role[seat] = state.role[seat]
    if over:
        memcpy(view.centre_role, state.centre_role, MAX_CENTRE)


cdef void see_plans(const Rules* rules, const State* state, View* view) noexcept nogil:
    """Write the number of Plan cards, which is public, and the types, which only the holder knows
    until the game is over (4.1, 4.2)."""
    cdef int seat
    for seat in range(rules.players):
        if seat == view.seat or state.public.phase == OVER:
            memcpy(view.plan[seat], state.plan[seat], PLAN_TYPES)
