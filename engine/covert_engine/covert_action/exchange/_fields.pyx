"""Views as plain data: what each piece of memory is called outside."""

from libc.string cimport memset

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._actions cimport (
    HOLD, SHOOT, action_of, action_said, first_of, kind_of, statement_of
)
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, PLAN_TYPES, Settings
)
from covert_engine.covert_action.rules._state cimport HOLD_CHOICE, OVER, PublicState, Shot
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.covert_action.rules.names import OUTCOMES, PHASES, ROLES, TEAMS


cdef object name_of(tuple names, int value):
    return None if value == NONE else names[value]


cdef object seat_or_none(int seat):
    return None if seat == NONE else seat


cdef list write_statements(Settings settings, const PublicState* public):
    """In the order in which they were made (3.3)."""
    cdef int t, place, seat
    found = []
    for t in range(public.t):
        for place in range(settings.rules.players):
            seat = (public.opener + t + place) % settings.rules.players
            if public.said[t][seat]:
                text = format_action(action_said(public.said[t][seat]))
                found.append({"t": t + 1, "seat": seat, "text": text})
    return found


cdef list write_shots(const PublicState* public):
    cdef const Shot* shot
    cdef int i
    found = []
    for i in range(public.shots):
        shot = &public.shot[i]
        found.append({
            "t": shot.t, "shooter": shot.shooter, "target": shot.target,
            "outcome": OUTCOMES[shot.outcome], "ordered": shot.ordered != 0,
        })
    return found


cdef object write_choice(const View* view):
    if view.choice == NONE:
        return None
    if view.choice == HOLD_CHOICE:
        return format_action(action_of(HOLD))
    return format_action(action_of(SHOOT, view.choice))


cdef dict write_view(Settings settings, const View* view):
    cdef const PublicState* public = &view.public
    cdef int seat, i
    players = []
    for seat in range(settings.rules.players):
        shown = seat == view.seat or public.phase == OVER
        players.append({
            "team": TEAMS[public.team[seat]],
            "in": (public.seats_in >> seat & 1) != 0,
            "role": name_of(ROLES, view.role[seat]),
            "held": public.held[seat],
            "drawn": public.drawn[seat],
            "types": [view.plan[seat][i] for i in range(PLAN_TYPES)] if shown else None,
        })
    return {
        "settings": settings.fields(),
        "seat": view.seat,
        "round": public.round,
        "opener": public.opener,
        "t": public.t,
        "beat": public.beat,
        "phase": PHASES[public.phase],
        "speaker": seat_or_none(public.speaker),
        "actor": seat_or_none(view.actor),
        "choice": write_choice(view),
        "players": players,
        "centre": [{"team": TEAMS[public.centre_team[i]], "role": name_of(ROLES, view.centre_role[i])}
                   for i in range(settings.rules.centre)],
        "deck": public.deck,
        "statements": write_statements(settings, public),
        "shots": write_shots(public),
    }


cdef int number_of(tuple names, object name) except -1:
    return NONE if name is None else names.index(name)


cdef int read_view(Settings settings, dict checked, View* view) except -1:
    cdef PublicState* public = &view.public
    cdef Shot* shot
    cdef int seat, i
    memset(view, 0, sizeof(View))
    memset(public.team, NONE, MAX_SEATS)
    memset(public.centre_team, NONE, MAX_CENTRE)
    memset(view.role, NONE, MAX_SEATS)
    memset(view.centre_role, NONE, MAX_CENTRE)
    view.seat = checked["seat"]
    view.actor = NONE if checked["actor"] is None else checked["actor"]
    view.choice = NONE
    if checked["choice"] is not None:
        action = parse_action(checked["choice"])
        view.choice = HOLD_CHOICE if kind_of(action) == HOLD else first_of(action)
    public.round = checked["round"]
    public.opener = checked["opener"]
    public.t = checked["t"]
    public.beat = checked["beat"]
    public.phase = PHASES.index(checked["phase"])
    public.speaker = NONE if checked["speaker"] is None else checked["speaker"]
    public.deck = checked["deck"]
    for seat, player in enumerate(checked["players"]):
        public.team[seat] = TEAMS.index(player["team"])
        public.seats_in |= <int> player["in"] << seat
        view.role[seat] = number_of(ROLES, player["role"])
        public.held[seat] = player["held"]
        public.drawn[seat] = player["drawn"]
        for i, held in enumerate(player["types"] or ()):
            view.plan[seat][i] = held
    for i, card in enumerate(checked["centre"]):
        public.centre_team[i] = TEAMS.index(card["team"])
        view.centre_role[i] = number_of(ROLES, card["role"])
    for said in checked["statements"]:
        action = parse_action(said["text"])
        public.said[<int> said["t"] - 1][<int> said["seat"]] = statement_of(action)
    for i, shown in enumerate(checked["shots"]):
        shot = &public.shot[i]
        shot.t = shown["t"]
        shot.shooter = shown["shooter"]
        shot.target = shown["target"]
        shot.outcome = OUTCOMES.index(shown["outcome"])
        shot.ordered = shown["ordered"]
    public.shots = len(checked["shots"])
    return 0
