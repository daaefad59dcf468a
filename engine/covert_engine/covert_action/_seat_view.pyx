"""The view of one seat, for Python."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert_action._adapter cimport game_table
from covert_engine.covert_action._game cimport State, new_state
from covert_engine.covert_action.evaluation._posterior cimport Belief, Weights
from covert_engine.covert_action.exchange._check cimport check_view
from covert_engine.covert_action.exchange._read_view cimport ViewReader, read_fields, read_message
from covert_engine.covert_action.exchange._write_view cimport write_view
from covert_engine.covert_action.knowledge._rows cimport KnownRows, know_rows
from covert_engine.covert_action.knowledge._view cimport View as ViewMemory, observe
from covert_engine.covert_action.knowledge._worlds cimport sample
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport NONE, Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, OVER, State as StateMemory
from covert_engine.covert_action.exchange.fields import VERSION
from covert_engine.covert_action.rules.names import PHASES
from covert_engine.input.errors import ViewError
from covert_engine.input.sealed import seal, unseal
from covert_engine.search._game cimport NOBODY, GameTable, SearchView, checked_key


cdef object MAKING = object()    # what makes a view, and which no program in Python has


cdef class View(SearchView):
    """Everything one seat may know (rules 4), with perfect memory.

    The seat cannot tell positions with equal views apart. A view comes from `State.view(seat)` or,
    from outside, from `View.from_fields(fields)` or `View.from_bytes(data)`. It is immutable; it
    can be compared, hashed and pickled, and its copy is itself.

    >>> from covert_engine.covert_action import Settings, State, View
    >>> view = State.deal(Settings(6), seed=1).view(0)
    >>> [player["role"] for player in view.fields()["players"]]
    ['mole', None, None, None, None, None]
    >>> view.arrangements()
    144
    >>> view.sample(key=1).view(0) == view
    True
    >>> View.from_bytes(view.to_bytes()) == view
    True
    """

    def __cinit__(self, *given, **named):
        if given != (MAKING,):
            raise TypeError("use State.view(seat) or View.from_fields(fields)")

    @staticmethod
    def from_fields(fields):
        """Return the view that `fields` describes, as written by `fields()`.

        ViewError lists everything that no game could show, except that the number of Plan cards
        drawn in the round is only checked against bounds. Missing statements count as passes (9.7).
        """
        cdef View view = View.__new__(View, MAKING)
        return checked(view, read_fields(fields, &view.seen))

    @staticmethod
    def from_message(Settings settings not None, bytes data not None):
        """Return the view in the bytes of a message `CovertActionView`; ViewError as in
        `from_fields`, with the paths of the message.

        The bytes must be as Protobuf writes the message. Its settings are not read: they are
        `settings`.
        """
        cdef View view = View.__new__(View, MAKING)
        return checked(view, read_message(settings, data, &view.seen))

    @staticmethod
    def mistakes(Settings settings not None, bytes data not None, unread=()):
        """List the mistakes in a message of which some fields could not be read.

        Those are absent; `unread` has their paths. Nothing that depends on them is checked.
        """
        cdef ViewMemory seen
        try:
            check_view(read_message(settings, data, &seen, unread))
        except ViewError as error:
            return error.violations
        return []

    @staticmethod
    def from_bytes(data):
        """Read the bytes of `to_bytes`.

        ViewError if they are of another version, truncated or changed. They are checked like any
        fields, so untrusted bytes are safe to read.
        """
        return View.from_fields(unseal("covert-action-view", VERSION, data, ViewError))

    @property
    def seat(self):
        """The seat whose view this is."""
        return self.seen.seat

    @property
    def players(self):
        """Seats of the game, 4 to 14; seats are numbered from 0."""
        return self.settings.rules.players

    @property
    def round(self):
        """The round being played, 1 to 60."""
        return self.seen.public.round

    @property
    def phase(self):
        """Stage of the beat, `over` at the end."""
        return PHASES[self.seen.public.phase]

    @property
    def actor(self):
        """The seat to decide, as far as this seat knows; None also when the game is over. In a
        window and at the deadline it is None or the view's own seat."""
        return None if self.seen.actor == NONE else self.seen.actor

    def legal_actions(self, *, canonical=False):
        """Return the legal actions if this seat is to decide, at most 58, in a fixed order; else
        none. All are canonical."""
        cdef uint32_t acts[MAX_LEGAL]
        cdef StateMemory standing
        cdef int32_t count, i
        if self.seen.actor != self.seen.seat:
            return []
        memset(&standing, 0, sizeof(StateMemory))
        standing.public = self.seen.public
        standing.actor = self.seen.seat
        count = legal(&self.settings.rules, &standing, acts)
        return [acts[i] for i in range(count)]

    def sample(self, key, Belief belief=None):
        """Deal a world that agrees with the view, a function of the view and `key` (0..2^64-1)
        only.

        Over all keys, every arrangement of the Spy cards and every deal of the Plan cards that
        agrees with the view is equally likely (4.5); a belief replaces the odds of the
        arrangements. The world's own chance follows from `key` too. ValueError for a key out of
        range.
        """
        cdef uint64_t number = checked_key(key)
        cdef Weights weights
        cdef State world = new_state(self.settings)
        cdef const void* rules = &self.settings.rules
        if belief is None:
            sample(&self.settings.rules, &self.seen, number, &world.memory)
        else:
            belief.belief.prepare(rules, belief.belief.model, &self.seen, &weights)
            belief.belief.sample(rules, belief.belief.model, &weights, &self.seen, number,
                                 &world.memory)
        return world

    def arrangements(self):
        """Count the arrangements of the Spy cards, with the centre, that agree with the view; two
        Bodyguards of a team are alike."""
        cdef KnownRows known
        if self.seen.public.phase == OVER:
            return 1
        know_rows(&self.settings.rules, &self.seen, &known)
        return known.count

    def fields(self):
        """Return the view as plain data, fit for JSON."""
        return write_view(self.settings, &self.seen)

    def to_bytes(self):
        """Return the view as bytes to keep; `from_bytes` reads them. Equal views give equal
        bytes."""
        return seal("covert-action-view", VERSION, self.fields())

    cdef const void* address(self) noexcept:
        return &self.seen

    cdef size_t size(self) noexcept:
        return sizeof(ViewMemory)

    cdef bytes setting(self):
        return self.settings.digest()

    cdef int32_t own_seat(self) noexcept:
        return self.seen.seat

    cdef int32_t seat_to_move(self) noexcept:
        if self.seen.actor == NONE:
            return NOBODY
        return self.seen.actor

    cpdef GameTable table(self):
        return game_table(self.settings)


cdef View checked(View view, ViewReader reader):
    """Return the view; ViewError if no game could show it."""
    cdef KnownRows known
    check_view(reader)
    view.settings = reader.settings
    if view.seen.public.phase != OVER:
        know_rows(&view.settings.rules, &view.seen, &known)
        if known.count == 0:
            raise ViewError([("players", "no deal of the Spy cards agrees with what is seen of them "
                                         "(4.5)")])
    return view


cdef View view_of(Settings settings, const StateMemory* state, int seat):
    cdef View view = View.__new__(View, MAKING)
    view.settings = settings
    observe(&settings.rules, state, seat, &view.seen)
    return view
