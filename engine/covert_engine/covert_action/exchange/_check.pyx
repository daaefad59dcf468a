"""Checks of a view from outside.

Each check assumes that the fields it needs have values. `check_view` lists it with them, and leaves
it out if they have none.
"""

from covert_engine.covert_action.exchange._check_past cimport (
    check_shots, check_statements, check_who_is_in,
)
from covert_engine.covert_action.exchange._numbers cimport (
    CARD_ROLE, CHOICE_TEXT, PLAYER_DRAWN, PLAYER_HELD, PLAYER_ROLE, PLAYER_TYPES, VIEW_CENTRE,
    VIEW_CHOICE, VIEW_DECK, VIEW_PHASE, VIEW_PLAYERS, VIEW_SPEAKER, VIEW_TO_DECIDE,
)
from covert_engine.covert_action.exchange._read_view cimport ViewReader
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._actions cimport HOLD, SHOOT, first_of, kind_of
from covert_engine.covert_action.rules._settings cimport (
    MAX_SEATS, MOLE, NONE, OF_A_TYPE, PLAN_CARDS, PLAN_TYPES, VOID, Rules,
)
from covert_engine.covert_action.rules._state cimport (
    DEADLINE, HOLD_CHOICE, LAST_ROUND, OVER, TALK, TEAM_OUT, WINDOW, PublicState,
)
from covert_engine.input._reader cimport Message
from covert_engine.covert_action.exchange.hands import can_lack_a_type
from covert_engine.covert_action.exchange.names import NO_ROLE, NOBODY, NOTHING, named
from covert_engine.covert_action.rules.names import PHASES, ROLES, TEAMS
from covert_engine.input.errors import ViewError
from covert_engine.input.shown import shown
from covert_engine.input.spelling import EnumName, enum_names


cdef int check_view(ViewReader reader) except -1:
    if reader.has_values(("shots", "t", "beat", "phase", "players.team")):
        check_shots(reader)
    if reader.has_values(("shots", "phase", "players.team", "players.is_in")):
        check_who_is_in(reader)
    if reader.has_values(
            ("phase", "seat", "players.team", "players.role", "players.is_in", "centre")):
        check_cards(reader)
    if reader.has_values(
            ("phase", "seat", reader.actor, "choice", "speaker", "beat", "players.role",
             "players.is_in")):
        check_actor(reader)
    if reader.has_values(
            ("statements", "t", "opener", "speaker", "phase", "shots", "players.team")):
        check_statements(reader)
    if reader.has_values(("deck", "round", "phase", "seat", "shots", "players")):
        check_plans(reader)
    if reader.has_values(("players.team", "centre")):
        check_teams(reader)
    if reader.mistakes or reader.unread:
        raise ViewError(reader.mistakes)
    return 0


# Spy cards.

cdef object name_of(int role):
    return None if role == NONE else ROLES[role]


cdef int check_cards(ViewReader reader) except -1:
    """Check that the right cards show (4.1, 4.2). The tables of rows check if they agree."""
    cdef const View* view = reader.view
    cdef const Rules* rules = reader.rules
    cdef bint over = view.public.phase == OVER
    cdef bint is_open
    cdef int before = len(reader.mistakes)
    cdef int seat, place, team
    for seat in range(rules.players):
        is_open = over or seat == view.seat or not view.public.seats_in >> seat & 1
        if is_open != (view.role[seat] != NONE):
            expected = "a role" if is_open else f"{NO_ROLE}, as it is hidden"
            reader.remark(&reader.player[seat], PLAYER_ROLE,
                          f"{named('ROLE', name_of(view.role[seat]))}; expected {expected} "
                          "(4.1, 4.2)")
    for place in range(rules.centre):
        if over != (view.centre_role[place] != NONE):
            expected = "a role, as the game is over" if over else f"{NO_ROLE}, as it is hidden"
            reader.remark(&reader.card[place], CARD_ROLE,
                          f"{named('ROLE', name_of(view.centre_role[place]))}; expected {expected} "
                          "(4.3)")
    if not over or len(reader.mistakes) > before:
        return 0
    used = sorted([ROLES[role] for role in reader.settings.team_cards])
    for team in range(rules.teams):
        roles = [view.role[seat] for seat in range(rules.players) if view.public.team[seat] == team]
        roles += [view.centre_role[place] for place in range(rules.centre)
                  if view.public.centre_team[place] == team]
        roles = sorted([ROLES[role] for role in roles])
        if roles != used:
            held, expected = [", ".join(enum_names("ROLE", names)) for names in (roles, used)]
            reader.remark(&reader.root, VIEW_PLAYERS,
                          f"{EnumName('TEAM', TEAMS[team])} has {held}; expected {expected}")
    return 0


cdef int check_teams(ViewReader reader) except -1:
    """Check that a team's seats and its card in the centre, at most one, are its cards in use
    (2.1)."""
    cdef const PublicState* public = &reader.view.public
    cdef const Rules* rules = reader.rules
    cdef int team, i
    centre = [public.centre_team[i] for i in range(rules.centre)]
    if sorted(set(centre)) != centre:
        reader.remark(&reader.root, VIEW_CENTRE,
                      "expected different teams, red before blue before green")
    for team in range(rules.teams):
        cards = centre.count(team) + sum([public.team[i] == team for i in range(rules.players)])
        if cards != rules.size:
            reader.remark(&reader.root, VIEW_PLAYERS,
                          f"{cards} cards of {EnumName('TEAM', TEAMS[team])}, with the centre; "
                          f"expected {rules.size}")
    return 0


# The seat to decide.

cdef int check_actor(ViewReader reader) except -1:
    """Check the seat to decide, as far as the seat knows, and its own choice (3.5, 3.7, 4.2)."""
    cdef const View* view = reader.view
    cdef const PublicState* public = &view.public
    cdef const Message* root = &reader.root
    cdef int phase = public.phase, seat
    cdef bint asked = public.seats_in >> view.seat & 1 and view.role[view.seat] != MOLE
    cdef bint chosen = reader.has(root, VIEW_CHOICE)
    speaker, actor = [None if seat == NONE else seat for seat in (public.speaker, view.actor)]
    if (phase == TALK) != (speaker is not None):
        reader.remark(root, VIEW_SPEAKER,
                      f"{shown(speaker)} in the phase {named('PHASE', PHASES[phase])}")
    if phase == TALK and not reader.rules.talk:
        reader.remark(root, VIEW_PHASE, f"{named('PHASE', 'talk')}, where talk is off")
    if phase == DEADLINE:
        left = sum([public.seats_in >> seat & 1 for seat in range(reader.rules.players)])
        if reader.rules.deadline == VOID or public.beat != reader.rules.beats or left <= 2:
            reader.remark(root, VIEW_PHASE, f"{named('PHASE', 'deadline')}, where nobody can be "
                          "choosing whom to shoot (3.7)")
    may_be = (None,)
    if phase == TALK:
        may_be = (speaker,)
        if speaker is not None and not public.seats_in >> public.speaker & 1:
            reader.remark(root, VIEW_SPEAKER, f"{speaker} is out")
    elif phase == WINDOW and asked:
        may_be = (None,) if chosen else (view.seat,)
    elif phase == DEADLINE and asked:
        may_be = (None, view.seat)
    if actor not in may_be:
        expected = " or ".join([NOBODY if seats is None else repr(seats) for seats in may_be])
        reader.remark(root, VIEW_TO_DECIDE, f"{shown(actor)}; expected {expected} here (4.2)")
    if chosen:
        check_choice(reader, phase == WINDOW and asked)
    return 0


cdef int check_choice(ViewReader reader, bint allowed) except -1:
    """Check the seat's own choice in a window (3.5), and fill it in."""
    cdef View* view = reader.view
    cdef Message choice
    cdef long long action
    cdef int target
    reader.enter(&reader.root, VIEW_CHOICE, &choice)
    action = reader.action(&choice, CHOICE_TEXT, "shoot 3")
    if not action:
        return 0
    target = first_of(action)
    wrong = None
    if not allowed:
        wrong = f"expected {NOTHING}, as the seat is not asked"
    elif kind_of(action) != HOLD and kind_of(action) != SHOOT:
        wrong = "expected 'hold' or such as 'shoot 3'"
    elif kind_of(action) == SHOOT and (
            target == view.seat or not view.public.seats_in >> target & 1):
        wrong = "expected another seat that is in"
    if wrong is None:
        view.choice = HOLD_CHOICE if kind_of(action) == HOLD else target
        return 0
    text = shown(reader.text(&choice, CHOICE_TEXT))
    return reader.remark(&choice, CHOICE_TEXT, f"{text}; {wrong}")


# Plan cards (4.5 e, f).

cdef int total(const View* view, int seat) noexcept:
    """Return the Plan cards of a seat whose types show."""
    cdef int kind, cards = 0
    for kind in range(PLAN_TYPES):
        cards += view.plan[seat][kind]
    return cards


cdef int fewest(const View* view, int seat) noexcept:
    cdef int kind, cards = PLAN_CARDS
    for kind in range(PLAN_TYPES):
        cards = min(cards, view.plan[seat][kind])
    return cards


cdef int check_plans(ViewReader reader) except -1:
    """Check the number of Plan cards, the visible types, and that a game could lead there."""
    cdef const View* view = reader.view
    cdef const PublicState* public = &view.public
    cdef const Message* root = &reader.root
    cdef int players = reader.rules.players
    cdef int mistakes_before = len(reader.mistakes)
    cdef bint over = public.phase == OVER
    cdef int cards = public.deck
    cdef int fresh = public.deck
    cdef int own = view.seat
    cdef int seat, kind, before
    for seat in range(players):
        cards += public.held[seat]
        fresh += public.drawn[seat]
    if cards != PLAN_CARDS:
        reader.remark(root, VIEW_DECK,
                      f"{cards} Plan cards with those in hands; expected {PLAN_CARDS}")
    for seat in range(players):
        check_types(reader, seat, over or seat == own)
        before = public.held[seat] - public.drawn[seat]
        if before > public.round - 1:
            reader.remark(&reader.player[seat], PLAYER_HELD,
                          f"{before} before round {public.round}; expected one a round at most")
    if len(reader.mistakes) > mistakes_before:
        return 0
    if over:
        return check_end(reader)
    check_drawn(reader)
    if fresh == 0:
        reader.remark(root, VIEW_DECK,
                      "empty when the round began: the game would have ended (5.2)")
    if fewest(view, own) >= 1 + (public.drawn[own] > 0):
        reader.remark(root, VIEW_PLAYERS, "the seat had all four types when the round began (4.5)")
    left = [OF_A_TYPE - view.plan[own][kind] for kind in range(PLAN_TYPES)]
    hands = [public.held[seat] - public.drawn[seat] for seat in range(players) if seat != own]
    if len(reader.mistakes) == mistakes_before and not can_lack_a_type(left, hands):
        reader.remark(root, VIEW_PLAYERS, "some seat had all four types when the round began (4.5)")
    return 0


cdef int check_types(ViewReader reader, int seat, bint is_open) except -1:
    cdef const Message* player = &reader.player[seat]
    cdef bint told = reader.has(player, PLAYER_TYPES)
    cdef int held = reader.view.public.held[seat], cards = total(reader.view, seat)
    if is_open != told:
        expected = "a list of 4" if is_open else f"{NOTHING}, as they are hidden"
        types = reader.value(player, PLAYER_TYPES) if told else None
        reader.remark(player, PLAYER_TYPES, f"{shown(types)}; expected {expected} (4.2)")
    elif is_open and cards != held:
        reader.remark(player, PLAYER_TYPES, f"{cards} in all; expected {held}, as held")
    return 0


cdef int check_end(ViewReader reader) except -1:
    """Check the Plan cards of a game that is over (5.1, 5.2)."""
    cdef const View* view = reader.view
    cdef int players = reader.rules.players
    cdef int seat, kind
    for kind in range(PLAN_TYPES):
        if sum([view.plan[seat][kind] for seat in range(players)]) > OF_A_TYPE:
            return reader.remark(&reader.root, VIEW_PLAYERS,
                                 f"more than {OF_A_TYPE} Plan cards of one type")
    complete = any([fewest(view, seat) > 0 for seat in range(players)])
    if not (complete or view.public.deck == 0 or view.public.round == LAST_ROUND):
        reader.remark(&reader.root, VIEW_PHASE,
                      "'over', but nobody has all four types (5.1, 5.2)")
    return 0


cdef int check_drawn(ViewReader reader) except -1:
    """Check that in mid-round only the Mole of a team that is out has drawn (3.10)."""
    cdef const PublicState* public = &reader.view.public
    cdef int seat, i, most
    teams = [public.team[public.shot[i].shooter] for i in range(public.shots)
             if public.shot[i].outcome == TEAM_OUT and public.shot[i].shooter < MAX_SEATS]
    for seat in range(reader.rules.players):
        most = public.team[seat] in teams and reader.view.role[seat] == MOLE
        if public.drawn[seat] > most:
            reader.remark(&reader.player[seat], PLAYER_DRAWN,
                          f"{public.drawn[seat]}; expected at most {most}")
    return 0
