"""Effects of an action."""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.rules._actions cimport (
    HOLD, SHOOT, action_t, first_of, kind_of, statement_of
)
from covert_engine.covert_action.rules._events cimport SAID, Events, note
from covert_engine.covert_action.rules._flow cimport next_chooser, next_speaker, shoot
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport HOLD_CHOICE, WINDOW, State


cdef void apply(const Rules* rules, State* state, action_t action, Events* events) noexcept nogil:
    cdef uint8_t kind = kind_of(action)
    cdef int seat = state.actor
    cdef uint8_t statement
    if kind == HOLD or kind == SHOOT:
        if state.public.phase == WINDOW:
            state.choice[seat] = first_of(action) if kind == SHOOT else HOLD_CHOICE
            next_chooser(rules, state, events)
        else:
            shoot(rules, state, seat, first_of(action), True, events)
        return
    statement = statement_of(action)
    state.public.said[state.public.t - 1][seat] = statement
    note(events, SAID, seat, statement)
    next_speaker(rules, state, events)
