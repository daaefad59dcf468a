"""Writes views and states as plain data: the outside names of each piece of memory."""

from libc.stdint cimport uint8_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._actions cimport HOLD, SHOOT, action_of, action_said
from covert_engine.covert_action.rules._settings cimport NONE, PLAN_CARDS, PLAN_TYPES, Settings
from covert_engine.covert_action.rules._state cimport (
    DEADLINE, HOLD_CHOICE, OVER, PublicState, Shot, State
)
from covert_engine.covert_action.rules.notation import format_action
from covert_engine.covert_action.rules.names import (
    OUTCOMES, PHASES, PLAN_TYPES as TYPE_LETTERS, ROLES, TEAMS
)


cdef object name_of(tuple names, int value):
    return None if value == NONE else names[value]


cdef object seat_or_none(int seat):
    return None if seat == NONE else seat


cdef list write_statements(Settings settings, const PublicState* public):
    """Write the statements in the order in which they were made (3.3)."""
    cdef int t, place, seat
    statements = []
    for t in range(public.t):
        for place in range(settings.rules.players):
            seat = (public.opener + t + place) % settings.rules.players
            if public.said[t][seat]:
                text = format_action(action_said(public.said[t][seat]))
                statements.append({"t": t + 1, "seat": seat, "text": text})
    return statements


cdef list write_shots(const PublicState* public):
    cdef const Shot* shot
    cdef int i
    shots = []
    for i in range(public.shots):
        shot = &public.shot[i]
        shots.append({
            "t": shot.t, "shooter": shot.shooter, "target": shot.target,
            "outcome": OUTCOMES[shot.outcome], "ordered": shot.ordered != 0,
        })
    return shots


cdef object write_choice(int choice):
    if choice == NONE:
        return None
    return format_action(action_of(HOLD) if choice == HOLD_CHOICE else action_of(SHOOT, choice))


cdef dict write_player(const PublicState* public, int seat, int role, const uint8_t* plan):
    """Write a seat; `plan` is NULL where its Plan cards are hidden."""
    return {
        "team": TEAMS[public.team[seat]],
        "is_in": (public.seats_in >> seat & 1) != 0,
        "role": name_of(ROLES, role),
        "held": public.held[seat],
        "drawn": public.drawn[seat],
        "types": None if plan == NULL else [plan[i] for i in range(PLAN_TYPES)],
    }


cdef list write_centre(Settings settings, const PublicState* public, const uint8_t* roles):
    return [{"team": TEAMS[public.centre_team[i]], "role": name_of(ROLES, roles[i])}
            for i in range(settings.rules.centre)]


cdef dict write_public(Settings settings, const PublicState* public):
    return {
        "settings": settings.fields(),
        "round": public.round,
        "opener": public.opener,
        "t": public.t,
        "beat": public.beat,
        "phase": PHASES[public.phase],
        "speaker": seat_or_none(public.speaker),
        "statements": write_statements(settings, public),
        "shots": write_shots(public),
    }


cdef dict write_view(Settings settings, const View* view):
    cdef const PublicState* public = &view.public
    cdef const uint8_t* plan
    cdef int seat
    players = []
    for seat in range(settings.rules.players):
        plan = NULL
        if seat == view.seat or public.phase == OVER:
            plan = view.plan[seat]
        players.append(write_player(public, seat, view.role[seat], plan))
    return {
        **write_public(settings, public),
        "seat": view.seat,
        "actor": seat_or_none(view.actor),
        "choice": write_choice(view.choice),
        "players": players,
        "centre": write_centre(settings, public, view.centre_role),
        "deck": public.deck,
    }


cdef dict write_state(Settings settings, const State* state):
    cdef const PublicState* public = &state.public
    cdef int players = settings.rules.players
    cdef int seat, i
    return {
        **write_public(settings, public),
        "seed": state.seed,
        "ordered": state.actor if public.phase == DEADLINE else None,
        "first": seat_or_none(state.first),
        "choices": [write_choice(state.choice[seat]) for seat in range(players)],
        "players": [write_player(public, seat, state.role[seat], state.plan[seat])
                    for seat in range(players)],
        "centre": write_centre(settings, public, state.centre_role),
        "deck": "".join([TYPE_LETTERS[state.plan_deck[i]]
                         for i in range(PLAN_CARDS - public.deck, PLAN_CARDS)]),
    }
