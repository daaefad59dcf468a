"""Views and states as plain data: the outside names of each piece of memory."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from covert_engine.covert_action.knowledge._rows cimport KnownRows, know_rows, nth_row, put_row
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.rules._actions cimport (
    HOLD, SHOOT, action_of, action_said, first_of, kind_of, statement_of
)
from covert_engine.covert_action.rules._flow cimport chooser
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, PLAN_CARDS, PLAN_TYPES, Settings
)
from covert_engine.covert_action.rules._shot cimport acts_as_sniper
from covert_engine.covert_action.rules._state cimport (
    DEADLINE, HOLD_CHOICE, OVER, TALK, WINDOW, PublicState, Shot, State
)
from covert_engine.covert_action.rules.notation import format_action, parse_action
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


cdef int read_choice(object text) except -1:
    if text is None:
        return NONE
    action = parse_action(text)
    return HOLD_CHOICE if kind_of(action) == HOLD else first_of(action)


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


cdef int number_of(tuple names, object name) except -1:
    return NONE if name is None else names.index(name)


cdef int read_public(Settings settings, dict checked, PublicState* public) except -1:
    cdef Shot* shot
    cdef int seat, i
    memset(public, 0, sizeof(PublicState))
    memset(public.team, NONE, MAX_SEATS)
    memset(public.centre_team, NONE, MAX_CENTRE)
    public.round = checked["round"]
    public.opener = checked["opener"]
    public.t = checked["t"]
    public.beat = checked["beat"]
    public.phase = PHASES.index(checked["phase"])
    public.speaker = NONE if checked["speaker"] is None else checked["speaker"]
    for seat, player in enumerate(checked["players"]):
        public.team[seat] = TEAMS.index(player["team"])
        public.seats_in |= <int> player["is_in"] << seat
        public.held[seat] = player["held"]
        public.drawn[seat] = player["drawn"]
    for i, card in enumerate(checked["centre"]):
        public.centre_team[i] = TEAMS.index(card["team"])
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


cdef int read_cards(dict checked, uint8_t* roles, uint8_t* centre_roles, uint8_t* plans) except -1:
    """Read the cards that show; `plans` has PLAN_TYPES figures a seat."""
    cdef int seat, i
    memset(roles, NONE, MAX_SEATS)
    memset(centre_roles, NONE, MAX_CENTRE)
    for seat, player in enumerate(checked["players"]):
        roles[seat] = number_of(ROLES, player["role"])
        for i, held in enumerate(player["types"] or ()):
            plans[PLAN_TYPES * seat + i] = held
    for i, card in enumerate(checked["centre"]):
        centre_roles[i] = number_of(ROLES, card["role"])
    return 0


cdef int read_view(Settings settings, dict checked, View* view) except -1:
    memset(view, 0, sizeof(View))
    read_public(settings, checked, &view.public)
    read_cards(checked, view.role, view.centre_role, view.plan[0])
    view.seat = checked["seat"]
    view.actor = NONE if checked["actor"] is None else checked["actor"]
    view.choice = read_choice(checked["choice"])
    view.public.deck = checked["deck"]
    return 0


cdef list read_state(Settings settings, dict checked, State* state):
    cdef View all_seen
    cdef KnownRows known
    cdef int seat, i
    memset(state, 0, sizeof(State))
    read_public(settings, checked, &state.public)
    read_cards(checked, state.role, state.centre_role, state.plan[0])
    state.seed = checked["seed"]
    memset(state.choice, NONE, MAX_SEATS)
    for seat, text in enumerate(checked["choices"]):
        state.choice[seat] = read_choice(text)
    memset(state.plan_deck, NONE, PLAN_CARDS)
    deck = checked["deck"]
    state.public.deck = len(deck)
    for i, letter in enumerate(deck):
        state.plan_deck[PLAN_CARDS - len(deck) + i] = TYPE_LETTERS.index(letter)
    state.first = NONE if checked["first"] is None else checked["first"]
    state.actor = NONE
    if state.public.phase == TALK:
        state.actor = state.public.speaker
    elif state.public.phase == WINDOW:
        state.actor = chooser(&settings.rules, state)
    elif state.public.phase == DEADLINE:
        state.actor = checked["ordered"]
        if not acts_as_sniper(&settings.rules, state, state.actor):
            return [("ordered", f"{state.actor} does not act as Sniper (3.7)")]
    if state.public.phase == OVER:
        return []
    observe(&settings.rules, state, 0, &all_seen)
    memcpy(all_seen.role, state.role, MAX_SEATS)
    all_seen.public.phase = WINDOW               # the ordered seat has been checked
    know_rows(&settings.rules, &all_seen, &known)
    if known.count != 1 or not centre_agrees(settings, &known, state):
        return [("players", "the Spy cards do not allow what has happened (2.1, 3.8)")]
    return []


cdef bint centre_agrees(Settings settings, const KnownRows* known, const State* state):
    """Return True if the cards in the centre are those that the seats leave."""
    cdef State other = state[0]
    cdef int team, i
    for team in range(settings.rules.teams):
        put_row(&settings.rules, &known.team[team], nth_row(known.team[team].agreeing, 0), &other)
    for i in range(settings.rules.centre):
        if other.centre_role[i] != state.centre_role[i]:
            return False
    return True
