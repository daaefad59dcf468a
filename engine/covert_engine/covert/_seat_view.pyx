"""The view of one seat, for Python."""

from collections.abc import Mapping

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.covert.cards._compiled cimport NONE, CompiledSet
from covert_engine.covert._belief cimport Belief
from covert_engine.covert.evaluation._hand_odds cimport HandOdds, deal_by_odds, weigh_hands
from covert_engine.covert.exchange._check cimport check_view
from covert_engine.covert._game cimport State, new_state
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.exchange._read_view cimport read_fields, read_message
from covert_engine.input._reader cimport Reader
from covert_engine.covert.rules._state cimport MAX_LEGAL, NO_USE, State as StateMemory
from covert_engine.covert._adapter cimport game_table
from covert_engine.covert.knowledge._view cimport View as ViewMemory, observe, sort_hands
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.covert.exchange._write_view cimport write_situation, write_view
from covert_engine.covert.exchange.fields import VERSION
from covert_engine.input.errors import ViewError
from covert_engine.input.sealed import seal, unseal
from covert_engine.input.spelling import Said
from covert_engine.covert.cards.stages import DECISIONS, PHASES
from covert_engine.search._game cimport NOBODY, GameTable, SearchView, checked_key


cdef object MAKING = object()    # what makes a view, and which no program in Python has


cdef class View(SearchView):
    """Everything one seat may know and remember (rules 10).

    The seat cannot tell positions with equal views apart. A view comes from `State.view(seat)` or,
    from outside, from `View.from_fields(cards, fields)` or `View.from_bytes(cards, data)`. It is
    immutable; it can be compared, hashed and pickled, and its copy is itself.

    >>> from covert_engine.covert import State, View, compile, house_set
    >>> view = State.deal(compile(house_set()), players=3, seed=2026).view(0)
    >>> [place["card"] for place in view.fields()["players"][0]["missions"]]
    [18, 20, 32]
    >>> [place["card"] for place in view.fields()["players"][1]["missions"]]
    [0, 0, 0]
    >>> first, second = view.sample(key=1), view.sample(key=2)
    >>> first == second, first.view(0) == second.view(0) == view
    (False, True)
    >>> View.from_bytes(view.cards, view.to_bytes()) == view
    True
    """

    def __cinit__(self, *given, **named):
        if given != (MAKING,):
            raise TypeError("use State.view(seat) or View.from_fields(cards, fields)")

    @staticmethod
    def from_fields(CompiledSet cards not None, fields) -> View:
        """Return the view that `fields` describes. ViewError lists everything that no game could
        show.

        `fields` mirrors the message `CovertView` of covertbots/v1/covert_view.proto: a missing
        field has its default there. Lists without an order of their own may come in any order. The
        seat's memory may be empty: the card in another hand or a deck, the seats that know it, its
        lot, and the lists of unseen cards.
        """
        return playable(read(cards, fields))

    @staticmethod
    def from_message(CompiledSet cards not None, bytes data not None) -> View:
        """Return the view in the bytes of a message `CovertView`; ViewError as in `from_fields`.

        The bytes must be as Protobuf writes the message. This takes a third of the time of
        `from_fields`.
        """
        cdef View view = new_view(cards)
        return playable(checked(view, read_message(cards, data, &view.seen)))

    @staticmethod
    def mistakes(CompiledSet cards not None, bytes data not None, unread=()) -> list:
        """List the mistakes that `from_message` would report in a message of which some fields
        could not be read.

        Those are absent; `unread` has their paths. Nothing that depends on them is checked.
        """
        cdef ViewMemory seen
        mistakes = check_view(&cards.tables, &seen, read_message(cards, data, &seen, unread))
        return [(field, Said(wrong)) for field, wrong in mistakes]

    @staticmethod
    def from_bytes(CompiledSet cards not None, data) -> View:
        """Read the bytes of `to_bytes`.

        ViewError if they are of another version, of another card set or other options, truncated or
        changed. They are checked like any fields, so untrusted bytes are safe to read.
        """
        return read(cards, unseal("covert-view", VERSION, data, ViewError))

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self.seen.seat

    @property
    def players(self) -> int:
        """Seats of the game, 2 to 4; seats are numbered from 0."""
        return self.seen.public.players

    @property
    def round(self) -> int:
        """The round being played, 1 to 60 (8.4); 0 during setup."""
        return self.seen.public.round

    @property
    def phase(self) -> str:
        """Stage of the round: one of `PhaseName`, `over` at the end."""
        return PHASES[self.seen.public.phase]

    @property
    def decision(self) -> str:
        """Kind of choice before the seat to decide, as far as this seat knows: one of
        `DecisionName`."""
        return DECISIONS[self.seen.public.decision]

    @property
    def actor(self) -> int | None:
        """The seat to decide, as far as this seat knows; None also when the game is over."""
        return None if self.seen.actor == NONE else self.seen.actor

    @property
    def on_turn(self) -> int | None:
        """The seat on turn; None between turns."""
        return None if self.seen.public.turn == NONE else self.seen.public.turn

    @property
    def in_use(self) -> bool:
        """True if an ability, a flight or a mission is being used or paid for."""
        return self.seen.public.use.kind != NO_USE

    @property
    def hand(self) -> dict[str, list[int]]:
        """The seat's own agency_cards, missions and codes, by their numbers from 1."""
        cdef ViewMemory* seen = &self.seen
        cdef int seat = seen.seat, i
        return {
            "agency_cards": [seen.agency[seat][i].card + 1 for i in range(seen.agency_size[seat])],
            "missions": [seen.mission[seat][i].card + 1 for i in range(seen.mission_size[seat])],
            "codes": [seen.code[seat][i].card + 1 for i in range(seen.code_size[seat])],
        }

    def legal_actions(self, *, bint canonical=False) -> list[int]:
        """Return the legal actions if this seat is to decide, at most 256, in a fixed order; else
        none.

        With `canonical`, only those that a search expands, one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md lists them.
        """
        cdef uint32_t acts[MAX_LEGAL]
        cdef StateMemory world
        cdef int32_t count, i
        if self.seen.actor != self.seen.seat:
            return []
        sample(&self.cards.tables, &self.seen, 0, &world)
        count = legal(&self.cards.tables, &world, acts, canonical)
        return [acts[i] for i in range(count)]

    def sample(self, key, Belief belief=None):
        """Deal a world that agrees with the view, a function of the view and `key` (0..2^64-1)
        only.

        Over all keys, every way to deal the unseen cards and tokens that agrees with the view is
        equally likely (10.8); a belief replaces the odds of the others' hands. The world's own
        chance follows from `key` too. ValueError for a key out of range.
        """
        cdef uint64_t number = checked_key(key)
        cdef HandOdds odds
        cdef State world = new_state(self.cards)
        with nogil:
            if belief is None:
                sample(&self.cards.tables, &self.seen, number, &world.memory)
            else:
                weigh_hands(&belief.memory, &self.cards.tables, &self.seen, &odds)
                deal_by_odds(&self.cards.tables, &odds, &self.seen, number, &world.memory)
        return world

    def fields(self) -> dict[str, object]:
        """Return the view as plain data, field by field as in covertbots/v1/covert_view.proto.

        It fits JSON; `ViewFields` lists the fields. Enum values are their names in lower case
        without prefix; absent messages are left out.
        """
        return write_view(self.cards, &self.seen)

    def situation(self) -> Mapping[str, object]:
        """Return those of the same fields that describe the choices of the seat to decide.

        The mapping is shared by all calls: do not change it.
        """
        if self.kept_situation is None:
            self.kept_situation = write_situation(self.cards, &self.seen)
        return self.kept_situation

    def to_bytes(self) -> bytes:
        """Return the view as bytes to keep, without its cards; `from_bytes` reads them.

        Equal views give equal bytes: they hold nothing that the seat may not know.
        """
        return seal("covert-view", VERSION, self.fields())

    cdef const void* address(self) noexcept:
        return &self.seen

    cdef size_t size(self) noexcept:
        return sizeof(ViewMemory)

    cdef bytes setting(self):
        if self.cards is None:           # made without a constructor
            raise TypeError("cards: None; expected a CompiledSet")
        return self.cards.name

    cdef tuple origin(self):
        return (self.cards,)

    cdef int32_t own_seat(self) noexcept:
        return self.seen.seat

    cdef int32_t seat_to_move(self) noexcept:
        if self.seen.actor == NONE:
            return NOBODY
        return self.seen.actor

    cpdef GameTable table(self):
        return game_table(self.cards, self.seen.public.players)


cdef View new_view(CompiledSet cards):
    """Return a view whose memory is yet to be filled."""
    cdef View view = View.__new__(View, MAKING)
    view.cards = cards
    return view


cdef View read(CompiledSet cards, object fields):
    """Return a view that a game or a world could show: in a world a seat may have named a mission
    that it cannot pay for (10.8)."""
    cdef View view = new_view(cards)
    return checked(view, read_fields(cards, fields, &view.seen))


cdef View checked(View view, Reader reader):
    """Return the view; ViewError if no game could show it."""
    mistakes = check_view(&view.cards.tables, &view.seen, reader)
    if mistakes:
        raise ViewError(mistakes)
    sort_hands(&view.seen)
    return view


cdef View playable(View view):
    """Return a view whose seat can act if it is to decide; else ViewError."""
    if view.actor == view.seat and not view.legal_actions():
        raise ViewError([("use", "what is left of the mission cannot be paid from the hand")])
    return view


cdef View view_of(CompiledSet cards, const StateMemory* state, int seat):
    cdef View view = new_view(cards)
    observe(&cards.tables, state, seat, &view.seen)
    return view
