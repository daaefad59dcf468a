"""Reads a state from plain data: everything that no game could reach is refused.

Each seat's view of it is read and checked as a view; the rest concerns the hidden part.
"""

from libc.string cimport memcpy, memset

from covert_engine.covert_action.exchange._check cimport check_view
from covert_engine.covert_action.exchange._read_view cimport ViewReader, read_fields
from covert_engine.covert_action.knowledge._rows cimport KnownRows, know_rows, nth_row, put_row
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.rules._flow cimport chooser
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, OF_A_TYPE, PLAN_CARDS, PLAN_TYPES, Settings
)
from covert_engine.covert_action.rules._shot cimport acts_as_sniper
from covert_engine.covert_action.rules._state cimport DEADLINE, OVER, TALK, WINDOW, State
from covert_engine.covert_action.exchange.fields import StateFields
from covert_engine.covert_action.exchange.names import named
from covert_engine.covert_action.rules.names import PLAN_TYPES as TYPE_LETTERS, ROLES
from covert_engine.input.errors import StateError, ViewError
from covert_engine.input.shown import shown
from covert_engine.input.spelling import enum_names

OF_VIEWS = ("settings", "round", "opener", "t", "beat", "phase", "speaker", "statements", "shots")
NAMES = tuple(StateFields.__annotations__)


cdef Settings read_state(object fields, State* state):
    cdef HiddenReader hidden = HiddenReader("")
    cdef ViewReader reader
    cdef View view
    cdef int seat
    hidden.check(fields)
    memset(state, 0, sizeof(State))
    memset(state.role, NONE, MAX_SEATS)
    memset(state.choice, NONE, MAX_SEATS)
    for seat in range(len(fields["players"])):
        try:
            reader = read_fields(view_of(fields, seat), &view)
            check_view(reader)
        except ViewError as error:
            raise StateError(error.violations) from error
        state.role[seat] = view.role[seat]
        state.choice[seat] = view.choice
        memcpy(state.plan[seat], view.plan[seat], PLAN_TYPES)
    state.public = view.public
    hidden.check_plans(fields, state)
    hidden.check_actor(fields)
    read_hidden(reader.settings, fields, state)
    return reader.settings


cdef class HiddenReader(ViewReader):

    cdef int check(self, object fields) except -1:
        """Check that the hidden fields are there; StateError lists all that are wrong."""
        if not isinstance(fields, dict):
            raise StateError([("view", f"{shown(fields)}; expected an object")])
        self.check_names(fields, NAMES)
        if not self.mistakes:
            self.check_values(fields)
        if self.mistakes:
            raise StateError(self.mistakes)
        return 0

    cdef int check_values(self, dict fields) except -1:
        players = fields["players"]
        self.check_number(fields["seed"], "seed", (1 << 64) - 1)
        if not self.check_items(players, "players", 4, MAX_SEATS) or not self.check_items(
                fields["choices"], "choices", len(players), len(players)):
            return 0
        for field in ("ordered", "first"):
            if fields[field] is not None:
                self.check_number(fields[field], field, len(players) - 1)
        for seat, player in enumerate(players):
            if not isinstance(player, dict):
                self.complain_at(f"players[{seat}]", "expected an object")
                continue
            self.check_role(player, f"players[{seat}].role")
            self.check_items(player.get("types"), f"players[{seat}].types", PLAN_TYPES, PLAN_TYPES)
        if self.check_items(fields["centre"], "centre", 1, MAX_CENTRE):
            for place, card in enumerate(fields["centre"]):
                self.check_role(card, f"centre[{place}].role")
        deck = fields["deck"]
        if not isinstance(deck, str) or set(deck) - set(TYPE_LETTERS) or len(deck) > PLAN_CARDS:
            self.complain_at(
                "deck", f"{str(deck)[:50]!r}; expected at most 40 of the letters P, L, A, N")
        return 0

    cdef int check_number(self, object value, str path, object most) except -1:
        if type(value) is not int or not 0 <= value <= most:
            self.complain_at(path, f"{shown(value)}; expected a whole number from 0 to {most}")
        return 0

    cdef bint check_items(self, object value, str path, int least, int most) except -1:
        if isinstance(value, list) and least <= len(value) <= most:
            return True
        wrong = f"{len(value)} items" if isinstance(value, list) else shown(value)
        many = str(least) if least == most else f"{least} to {most}"
        self.complain_at(path, f"{wrong}; expected a list of {many}")
        return False

    cdef int check_role(self, object card, str path) except -1:
        role = card.get("role") if isinstance(card, dict) else None
        if not isinstance(role, str) or role not in ROLES:
            expected = ", ".join(enum_names("ROLE", ROLES))
            self.complain_at(path, f"{named('ROLE', role)}; expected one of {expected}")
        return 0

    cdef int check_plans(self, dict fields, const State* state) except -1:
        """Check that there are ten Plan cards of each type, in hands and deck (1.3)."""
        cdef int kind, seat
        for kind, letter in enumerate(TYPE_LETTERS):
            cards = fields["deck"].count(letter)
            cards += sum([state.plan[seat][kind] for seat in range(MAX_SEATS)])
            if cards != OF_A_TYPE:
                self.remark_at(
                    "deck", f"{cards} cards {letter} with those in hands; expected {OF_A_TYPE}")
        return 0

    cdef int check_actor(self, dict fields) except -1:
        """Check the ordered seat (3.7); the rules check that it acts as Sniper."""
        phase, ordered, first = fields["phase"], fields["ordered"], fields["first"]
        if (phase == "deadline") != (ordered is not None):
            self.remark_at("ordered", f"{shown(ordered)} in the phase {phase!r}")
        if first is not None and phase != "window":
            self.remark_at("first", f"{shown(first)} in the phase {phase!r}; expected null")
        if self.mistakes:
            raise StateError(self.mistakes)
        return 0


cdef dict view_of(dict state, int seat):
    """Return the fields of the view of a seat."""
    over = state["phase"] == "over"
    players = [dict(player) for player in state["players"]]
    for other, player in enumerate(players):
        if not over and other != seat:
            player["types"] = None
            player["role"] = None if player.get("is_in") is True else player["role"]
    choice = state["choices"][seat]
    actor = state["ordered"] if state["ordered"] == seat else None
    if state["phase"] == "talk":
        actor = state["speaker"]
    elif state["phase"] == "window" and choice is None:
        asked = players[seat].get("is_in") is True and players[seat]["role"] != "mole"
        actor = seat if asked else None
    return {
        **{name: state[name] for name in OF_VIEWS},
        "seat": seat,
        "actor": actor,
        "choice": choice,
        "players": players,
        "centre": [{**card, "role": card["role"] if over else None} for card in state["centre"]],
        "deck": len(state["deck"]),
    }


cdef int read_hidden(Settings settings, dict fields, State* state) except -1:
    """Read the rest; StateError for cards that do not allow the past events, or nobody to ask."""
    cdef View all_seen
    cdef KnownRows known
    cdef int i
    memset(state.centre_role, NONE, MAX_CENTRE)
    for i, card in enumerate(fields["centre"]):
        state.centre_role[i] = ROLES.index(card["role"])
    state.seed = fields["seed"]
    memset(state.plan_deck, NONE, PLAN_CARDS)
    for i, letter in enumerate(fields["deck"], PLAN_CARDS - state.public.deck):
        state.plan_deck[i] = TYPE_LETTERS.index(letter)
    state.first = NONE if fields["first"] is None else fields["first"]
    state.actor = NONE
    if state.public.phase == TALK:
        state.actor = state.public.speaker
    elif state.public.phase == WINDOW:
        state.actor = chooser(&settings.rules, state)
    elif state.public.phase == DEADLINE:
        state.actor = fields["ordered"]
        if not acts_as_sniper(&settings.rules, state, state.actor):
            raise StateError([("ordered", f"{state.actor} does not act as Sniper (3.7)")])
    if state.public.phase == OVER:
        return 0
    observe(&settings.rules, state, 0, &all_seen)
    memcpy(all_seen.role, state.role, MAX_SEATS)
    all_seen.public.phase = WINDOW               # the ordered seat has been checked
    know_rows(&settings.rules, &all_seen, &known)
    if known.count != 1 or not centre_agrees(settings, &known, state):
        raise StateError([("players", "the Spy cards do not allow what has happened (2.1, 3.8)")])
    return 0


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
