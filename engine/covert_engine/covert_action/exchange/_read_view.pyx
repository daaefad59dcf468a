"""Reads a view from the bytes of its message (covert_action.proto), each value by itself.

`_check.pyx` checks that the values fit together.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from covert_engine.covert_action.exchange._numbers cimport (
    CARD_ROLE, CARD_TEAM, CHOICE_TEXT, PLAYER_DRAWN, PLAYER_HELD, PLAYER_IS_IN, PLAYER_ROLE,
    PLAYER_TEAM, PLAYER_TYPES, SHOT_ORDERED, SHOT_OUTCOME, SHOT_SHOOTER, SHOT_T, SHOT_TARGET, VIEW_BEAT,
    VIEW_CENTRE, VIEW_CHOICE, VIEW_DECK, VIEW_OPENER, VIEW_PHASE, VIEW_PLAYERS, VIEW_ROUND,
    VIEW_SEAT, VIEW_SHOTS, VIEW_SPEAKER, VIEW_STATEMENTS, VIEW_T, VIEW_TO_DECIDE,
)
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_SEATS, NONE, OF_A_TYPE, PLAN_CARDS, PLAN_TYPES, Settings,
)
from covert_engine.covert_action.rules._state cimport (
    LAST_ROUND, MAX_SHOTS, MAX_T, OVER, TEAM_OUT, PublicState, Shot,
)
from covert_engine.input._layout cimport Field, Layout
from covert_engine.input._reader cimport (
    ITSELF, NO_INDEX, List, Message, Reader, could_read, layout_of, path_of, without_indexes,
)
from covert_engine.covert_action.exchange.layouts import ENUMS, MESSAGES
from covert_engine.covert_action.exchange.names import FIELD_ENUMS, FIELDS, named
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.input.errors import CovertError, NotationError, ViewError
from covert_engine.input.hints import did_you_mean
from covert_engine.input.shown import name_shown, shown
from covert_engine.input.spelling import EnumName, enum_names

cdef Layout MESSAGE = Layout(MESSAGES["View"], MESSAGES, ENUMS)
cdef Layout OF_FIELDS = Layout(FIELDS["View"], FIELDS, FIELD_ENUMS, complete=True)
cdef dict ACTIONS = {}       # those met so far, by their text; there are 94


cdef ViewReader read_message(Settings settings, bytes data, View* view, object unread=()):
    cdef ViewReader reader = ViewReader("to_decide")
    reader.settings = settings
    reader.leave_out(unread)
    reader.open_bytes(MESSAGE, data, &reader.root)
    reader.read(view)
    return reader


cdef ViewReader read_fields(object fields, View* view):
    cdef ViewReader reader = ViewReader("actor")
    if not isinstance(fields, dict):
        raise ViewError([("view", f"{shown(fields)}; expected an object")])
    reader.open_bytes(OF_FIELDS, reader.bytes_of(OF_FIELDS, fields), &reader.root)
    if reader.mistakes:
        raise ViewError(reader.mistakes)
    try:
        reader.settings = Settings.from_fields(fields["settings"])
    except CovertError as error:
        raise ViewError([("settings", str(error))]) from error
    reader.read(view)
    return reader


cdef class ViewReader(Reader):

    def __init__(self, str actor):
        self.actor = actor

    cdef bint has_values(self, tuple fields) except -1:
        return not self.unread or could_read(self.unread, fields)

    cdef int read(self, View* view) except -1:
        cdef List players, centre
        cdef int i, before
        cdef int teams = (1 << self.settings.rules.teams) - 1
        self.rules = &self.settings.rules
        self.view = view
        memset(view, 0, sizeof(View))
        memset(view.public.team, NONE, MAX_SEATS)
        memset(view.public.centre_team, NONE, MAX_CENTRE)
        memset(view.role, NONE, MAX_SEATS)
        memset(view.centre_role, NONE, MAX_CENTRE)
        view.choice = NONE
        self.read_numbers(&players, &centre)
        for i in range(players.size):
            before = len(self.mistakes)
            self.enter_item(&self.root, &players, &self.player[i])
            self.quiet = len(self.mistakes) > before     # what is there is used, and not checked
            self.read_player(&self.player[i], i)
            self.quiet = False
        for i in range(centre.size):
            before = len(self.mistakes)
            self.enter_item(&self.root, &centre, &self.card[i])
            if len(self.mistakes) == before:
                view.public.centre_team[i] = self.member(&self.card[i], CARD_TEAM, teams, False)
                view.centre_role[i] = self.member(&self.card[i], CARD_ROLE, self.rules.roles, True)
        self.read_shots()
        return 0

    cdef int read_numbers(self, List* players, List* centre) except -1:
        cdef const Message* root = &self.root
        cdef PublicState* public = &self.view.public
        cdef Message choice
        cdef int seats = self.rules.players
        self.view.seat = self.number(root, VIEW_SEAT, 0, seats - 1)
        public.round = self.number(root, VIEW_ROUND, 1, LAST_ROUND)
        public.opener = self.number(root, VIEW_OPENER, 0, seats - 1)
        public.t = self.number(root, VIEW_T, 1, MAX_T)
        public.beat = self.number(root, VIEW_BEAT, 1, self.rules.beats)
        public.deck = self.number(root, VIEW_DECK, 0, PLAN_CARDS)
        public.phase = self.member(root, VIEW_PHASE, (1 << (OVER + 1)) - 1, False)
        public.speaker = self.seat_or_none(root, VIEW_SPEAKER, seats)
        self.view.actor = self.seat_or_none(root, VIEW_TO_DECIDE, seats)
        if self.has(root, VIEW_CHOICE):
            self.enter(root, VIEW_CHOICE, &choice)
            text = self.text(&choice, CHOICE_TEXT)
            if not isinstance(text, str):
                self.complain(&choice, CHOICE_TEXT, NO_INDEX,
                              f"{shown(text)}; expected a text such as 'shoot 3'")
        self.items(root, VIEW_PLAYERS, seats, seats, players)
        self.items(root, VIEW_CENTRE, self.rules.centre, self.rules.centre, centre)
        self.items(root, VIEW_SHOTS, 0, MAX_SHOTS, &self.shots)
        self.items(root, VIEW_STATEMENTS, 0, MAX_T * seats, &self.statements)
        return 0

    cdef int read_player(self, const Message* player, int seat) except -1:
        cdef PublicState* public = &self.view.public
        cdef List types
        cdef int i
        public.team[seat] = self.member(player, PLAYER_TEAM, (1 << self.rules.teams) - 1, False)
        public.seats_in |= <int> self.flag(player, PLAYER_IS_IN) << seat
        self.view.role[seat] = self.member(player, PLAYER_ROLE, self.rules.roles, True)
        public.held[seat] = self.number(player, PLAYER_HELD, 0, PLAN_CARDS)
        if self.raw(player, PLAYER_HELD) <= <uint64_t> PLAN_CARDS:
            public.drawn[seat] = self.number(player, PLAYER_DRAWN, 0, public.held[seat])
        if self.has(player, PLAYER_TYPES):
            self.items(player, PLAYER_TYPES, PLAN_TYPES, PLAN_TYPES, &types)
            for i in range(types.size):
                self.view.plan[seat][i] = self.next_number(player, &types, 0, OF_A_TYPE)
        return 0

    cdef int read_shots(self) except -1:
        """Read the shots as they stand there; `check_shots` notes their mistakes."""
        cdef List shots = self.shots
        cdef Message message
        cdef Shot* shot
        cdef int i
        self.quiet = True
        for i in range(shots.size):
            self.enter_item(&self.root, &shots, &message)
            shot = &self.view.public.shot[i]
            shot.t = min(self.raw(&message, SHOT_T), <uint64_t> NONE)
            shot.shooter = min(self.raw(&message, SHOT_SHOOTER), <uint64_t> NONE)
            shot.target = min(self.raw(&message, SHOT_TARGET), <uint64_t> NONE)
            shot.outcome = NONE
            if 0 < self.raw(&message, SHOT_OUTCOME) <= <uint64_t> TEAM_OUT + 1:
                shot.outcome = self.raw(&message, SHOT_OUTCOME) - 1
            shot.ordered = self.raw(&message, SHOT_ORDERED) == 1
        self.quiet = False
        self.view.public.shots = shots.size
        return 0

    # Values, and mistakes in the words of this game.

    cdef int complain_at(self, str path, str description) except -1:
        self.remark_at(path, description)
        if not self.quiet:
            self.unread.add(without_indexes(path))
        return 0

    cdef int remark_at(self, str path, str description) except -1:
        if not self.quiet and not self.is_known(path):
            self.mistakes.append((path, description))
        return 0

    cdef int remark(self, const Message* message, int field, str description) except -1:
        return self.remark_at(path_of(message, field, NO_INDEX), description)

    cdef int member(self, const Message* message, int field, int allowed, bint or_none) except -1:
        cdef uint64_t value = self.raw(message, field)
        cdef Field known
        if 0 < value < 32 and allowed >> (value - 1) & 1:
            return value - 1
        if value == 0 and or_none:
            return NONE
        known = layout_of(message).field(field)
        enum = known.name.upper()
        names = [name for place, name in enumerate(known.choices[1:]) if allowed >> place & 1]
        expected = ", ".join(enum_names(enum, names))
        if or_none:
            expected += f" or {EnumName(enum, 'null')}"
        self.complain(message, field, NO_INDEX,
                      f"{named(enum, self.value(message, field))}; expected one of {expected}")
        return 0

    cdef long long action(self, const Message* message, int field, str example) except -1:
        text = self.text(message, field)
        if not isinstance(text, str):
            self.remark(message, field, f"{shown(text)}; expected a text such as {example!r}")
            return 0
        action = ACTIONS.get(text)
        if action is not None:
            return action
        try:
            action = parse_action(text)
        except NotationError as error:
            self.remark(message, field, str(error))
            return 0
        if format_action(action) == text:
            ACTIONS[text] = action
        return action

    cdef int no_number(self, const Message* message, int field, int index, uint64_t value, int low,
                       int high) except -1:
        wrong = shown(self.number_or_foreign(value))
        self.complain(message, field, index,
                      f"{wrong}; expected a whole number from {low} to {high}")
        return low

    cdef bint no_flag(self, const Message* message, int field, uint64_t value) except -1:
        wrong = shown(self.number_or_foreign(value))
        self.complain(message, field, NO_INDEX, f"{wrong}; expected true or false")
        return False

    cdef int no_list(self, const Message* message, int field, object value, int least,
                     int most) except -1:
        many = str(least) if least == most else f"{least} to {most}"
        return self.complain(message, field, NO_INDEX,
                             f"{shown(value)}; expected a list of {many}")

    cdef int no_size(self, const Message* message, int field, int size, int least,
                     int most) except -1:
        many = str(least) if least == most else f"{least} to {most}"
        return self.complain(message, field, NO_INDEX,
                             f"{size} items; expected a list of {many}")

    cdef int note_no_message(self, const Message* message, object value) except -1:
        return self.complain(message, ITSELF, NO_INDEX, f"{shown(value)}; expected an object")

    cdef int note_wrong_fields(self, const Message* message, dict fields) except -1:
        cdef Field field
        path = path_of(message, ITSELF, NO_INDEX)
        names = tuple([field.name for field in layout_of(message).fields])
        return self.check_names(fields, names, f"{path}." if path else "")

    cdef int check_names(self, dict fields, tuple names, str prefix="") except -1:
        for name in fields:
            if name not in names:
                self.complain_at(f"{prefix}{name_shown(name)}",
                                 f"not known{did_you_mean(str(name), names)}")
        for name in names:
            if name not in fields:
                self.complain_at(f"{prefix}{name}", "missing")
        return 0
