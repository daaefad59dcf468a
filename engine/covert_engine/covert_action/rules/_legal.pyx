"""The legal actions (rules 3.4, 3.5, 3.7)."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.rules._actions cimport (
    AM, HOLD, IS, PASS, SHOOT, URGE, action_of, action_t
)
from covert_engine.covert_action.rules._settings cimport MOLE, NONE, ROLES, SABOTEUR, SNIPER, Rules
from covert_engine.covert_action.rules._state cimport TALK, WINDOW, State


cdef int32_t legal(const Rules* rules, const State* state, action_t* actions) noexcept nogil:
    cdef int32_t count = 0
    cdef int others, seat, role
    if state.actor == NONE:
        return 0
    others = state.public.seats_in & ~(1 << state.actor)
    if state.public.phase != TALK:
        if state.public.phase == WINDOW:
            actions[0] = action_of(HOLD)
            count = 1
        for seat in range(rules.players):
            if others >> seat & 1:
                actions[count] = action_of(SHOOT, seat)
                count += 1
        return count
    actions[0] = action_of(PASS)
    count = 1
    for role in range(<int> ROLES):
        if rules.roles >> role & 1:
            actions[count] = action_of(AM, role)
            count += 1
    for seat in range(rules.players):
        if others >> seat & 1:
            actions[count] = action_of(IS, seat, SNIPER)
            actions[count + 1] = action_of(IS, seat, MOLE)
            count += 2
            if rules.saboteurs:
                actions[count] = action_of(IS, seat, SABOTEUR)
                count += 1
    for seat in range(rules.players):
        if others >> seat & 1:
            actions[count] = action_of(URGE, seat)
            count += 1
    return count
