"""The settings of a game, checked, and the tables derived from them (rules 1.5, 2.1, 2.2)."""

from hashlib import sha256

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.input.errors import CovertError
from covert_engine.input.hints import did_you_mean
from covert_engine.input.shown import shown

NAMES = (
    "players", "teams", "saboteurs", "alternate", "cleaner_inherits", "talk", "beats", "deadline")
DEADLINES = ("order", "void")
FEWEST_OF_THREE = 9          # players of three teams; for two teams the most


class SettingsError(CovertError):
    """A setting has a value that the rules do not have."""

    def __init__(self, field, value, expected):
        super().__init__(field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self):
        return f"{self.field}: {shown(self.value)}; expected {self.expected}"


cdef class Settings:
    """The settings of a game (1.5), and the cards they bring into use (2.1, 2.2).

    They are immutable; they can be compared, hashed, copied and pickled.

    >>> from covert_engine.covert_action import Settings
    >>> settings = Settings(6, saboteurs=True)
    >>> settings.teams, settings.set_aside
    (2, 2)
    """

    def __cinit__(self, players, *, teams=None, saboteurs=False, alternate=False,
                  cleaner_inherits=True, talk=True, beats=4, deadline="order"):
        """Take the settings of 4 to 14 players; without `teams` two teams up to 9 players, three
        beyond. SettingsError names a value that the rules do not have."""
        cdef Rules* rules = &self.rules
        memset(rules, 0, sizeof(Rules))
        rules.players = whole("players", players, 4, MAX_SEATS)
        if teams is None:
            teams = 2 if players <= FEWEST_OF_THREE else 3
        rules.teams = whole("teams", teams, 2, MAX_TEAMS)
        if (teams == 2 and players > FEWEST_OF_THREE) or (teams == 3 and players < FEWEST_OF_THREE):
            raise SettingsError("teams", teams, f"{5 - teams} with {players} players: two teams are"
                                " 4 to 9 players, three are 9 to 14 (rules 1.5)")
        rules.saboteurs = switch("saboteurs", saboteurs)
        if saboteurs and players < 6:
            raise SettingsError("saboteurs", saboteurs,
                                f"False with {players} players: they replace a Bodyguard, which "
                                "takes 6 players or more (rules 1.5)")
        rules.alternate = switch("alternate", alternate)
        if alternate and teams == 2:
            raise SettingsError("alternate", alternate, "False with two teams (rules 1.5)")
        rules.cleaner_inherits = switch("cleaner_inherits", cleaner_inherits)
        rules.talk = switch("talk", talk)
        rules.beats = whole("beats", beats, 1, MAX_BEATS)
        if deadline not in DEADLINES:
            raise SettingsError("deadline", deadline, "'order' or 'void' (rules 1.5)")
        rules.deadline = DEADLINES.index(deadline)
        fill_cards(rules)
        fill_rows(rules)

    @staticmethod
    def from_fields(fields):
        """Return the settings with these names and values; `players` must be among them."""
        if not isinstance(fields, dict):
            raise SettingsError("settings", fields, "an object with the settings of a game")
        for name in fields:
            if name not in NAMES:
                hint = did_you_mean(str(name), NAMES)
                raise CovertError(f"settings: {shown(name)} is not known{hint}")
        if "players" not in fields:
            raise CovertError("players: missing; expected how many play, 4 to 14")
        return Settings(**fields)

    @property
    def players(self):
        """Number of players, 4 to 14."""
        return self.rules.players

    @property
    def teams(self):
        """Number of teams: 2 with 4 to 9 players, 3 with 9 to 14."""
        return self.rules.teams

    @property
    def saboteurs(self):
        """True if a Saboteur replaces a Bodyguard of every team."""
        return self.rules.saboteurs != 0

    @property
    def alternate(self):
        """True if the first fail of a round puts a team out instead (3.10)."""
        return self.rules.alternate != 0

    @property
    def cleaner_inherits(self):
        """True if a Cleaner acts as Sniper once its Sniper is out (2.6)."""
        return self.rules.cleaner_inherits != 0

    @property
    def talk(self):
        """True if there are statements."""
        return self.rules.talk != 0

    @property
    def beats(self):
        """Beats of a stretch, 1 to 6."""
        return self.rules.beats

    @property
    def deadline(self):
        """Result of a deadline (3.7)."""
        return DEADLINES[self.rules.deadline]

    @property
    def team_cards(self):
        """The cards of each team in use, as numbers of `Role`."""
        return [self.rules.card[i] for i in range(self.rules.size)]

    @property
    def set_aside(self):
        """Number of Spy cards in the centre."""
        return self.rules.centre

    def fields(self):
        """Return all settings by name; `from_fields` reads them."""
        return {name: getattr(self, name) for name in NAMES}

    def digest(self):
        """Return 32 bytes that identify the settings."""
        if self.name is None:
            self.name = sha256(repr(self).encode()).digest()
        return self.name

    def __reduce__(self):
        return Settings.from_fields, (self.fields(),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        return isinstance(other, Settings) and self.fields() == other.fields()

    def __hash__(self):
        return hash(tuple(self.fields().values()))

    def __repr__(self):
        rest = [f"{name}={value!r}" for name, value in self.fields().items() if name != "players"]
        return f"Settings({self.players}, {', '.join(rest)})"


cdef int whole(str field, object value, int lowest, int highest) except -1:
    """Return a number; SettingsError unless it is within its bounds."""
    if type(value) is not int or not lowest <= value <= highest:
        raise SettingsError(field, value, f"a whole number from {lowest} to {highest} (rules 1.5)")
    return value


cdef int switch(str field, object value) except -1:
    """Return a switch; SettingsError unless it is True or False."""
    if type(value) is not bool:
        raise SettingsError(field, value, "True or False (rules 1.5)")
    return value


cdef void fill_cards(Rules* rules) noexcept:
    """Fill in the cards of each team: the fewest that are together more than the players, all teams
    alike (2.1, 2.2)."""
    cdef int i
    rules.card[0] = SNIPER
    rules.card[1] = CLEANER
    rules.card[2] = MOLE
    rules.card[3] = BODYGUARD
    rules.card[4] = BODYGUARD
    rules.size = 3
    while rules.size * rules.teams <= rules.players:
        rules.size += 1
    rules.centre = rules.size * rules.teams - rules.players
    if rules.saboteurs:
        rules.card[rules.size - 1] = SABOTEUR
    for i in range(rules.size):
        rules.roles |= 1 << rules.card[i]


cdef void fill_rows(Rules* rules) noexcept:
    """Fill in all arrangements of a team's cards (9.2). Two Bodyguards are alike, so exchanging
    them makes no other row. All rows stand for the same number of arrangements of single cards."""
    cdef uint8_t left[ROLES]
    cdef uint8_t row[MAX_SIZE]
    cdef int i
    memset(left, 0, sizeof(left))
    for i in range(rules.size):
        left[rules.card[i]] += 1
    add_rows(rules, left, row, 0)


cdef void add_rows(Rules* rules, uint8_t* left, uint8_t* row, int place) noexcept:
    """Add all rows that begin with the first `place` roles of `row`."""
    cdef int role
    if place == rules.size:
        for place in range(rules.size):
            rules.row[rules.rows][place] = row[place]
            add_row(&rules.with_role[place][row[place]], rules.rows)
        add_row(&rules.all_rows, rules.rows)
        rules.rows += 1
        return
    for role in range(<int> ROLES):
        if left[role]:
            left[role] -= 1
            row[place] = role
            add_rows(rules, left, row, place + 1)
            left[role] += 1


cdef void add_row(Rows* rows, int row) noexcept:
    if row < 64:
        rows.low |= <uint64_t> 1 << row
    else:
        rows.high |= <uint64_t> 1 << (row - 64)
