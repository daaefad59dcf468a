"""The state of a game, for Python."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.covert_action._adapter cimport game_table
from covert_engine.covert_action._seat_view cimport View, view_of
from covert_engine.covert_action.exchange._read_state cimport read_state
from covert_engine.covert_action.exchange._write_view cimport write_state
from covert_engine.covert_action.rules._actions cimport action_said
from covert_engine.covert_action.rules._apply cimport apply
from covert_engine.covert_action.rules._deal cimport new_game
from covert_engine.covert_action.rules._events cimport (
    DEADLINE_COMES, DEALT, DRAW, GAME_ENDS, OUT, ROUND_ENDS, SAID, SHOT, WINDOW_CLOSES,
    WINDOW_OPENS, Event, Events
)
from covert_engine.covert_action.rules._flow cimport begin_round, may_choose
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport NONE, PLAN_CARDS, PLAN_TYPES, Settings
from covert_engine.covert_action.rules._shot cimport acts_as_sniper
from covert_engine.covert_action.rules._state cimport (
    HOLD_CHOICE, MAX_LEGAL, OVER, WINDOW, State as StateMemory
)
from covert_engine.covert_action.rules._winners cimport types_held, winners
from covert_engine.search._game cimport GameState, GameTable
from covert_engine.covert_action.exchange.fields import VERSION
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.covert_action.rules.actions import Kind, pack
from covert_engine.covert_action.rules.names import OUTCOMES, PHASES, PLAN_TYPES as TYPES, ROLES
from covert_engine.input.errors import IllegalActionError, StateError
from covert_engine.input.sealed import seal, unseal


cdef object MAKING = object()    # what makes a state, and which no program in Python has


cdef State new_state(Settings settings):
    cdef State state = State.__new__(State, MAKING)
    state.settings = settings
    return state


cdef class State(GameState):
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; forced steps have
    been played. (In a world sampled in a window from the view of a seat that has chosen, nobody may
    be left to choose; the world stands there all the same.) It changes only when it is played on.
    It can be copied, compared and pickled, but not hashed.

    >>> from covert_engine.covert_action import Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> state.phase, state.actor, state.legal_texts()[:5]
    ('talk', 2, ['pass', 'am sniper', 'am cleaner', 'am mole', 'is 1 sniper'])
    >>> state.play_with_events("am mole")
    [{'kind': 'said', 'seat': 2, 'text': 'am mole'}]
    >>> state.playout(key=1), state.over, state.winners()
    (72, True, [1, 3])
    """

    def __cinit__(self, *given, **named):
        if given != (MAKING,):
            raise TypeError("use State.deal(settings, seed) or View.sample(key)")

    @staticmethod
    def deal(Settings settings not None, seed):
        """Deal a new game, up to its first decision; ValueError unless the seed is 0..2^64-1.

        The same seed gives the same deals, deck and lots however the game is played.
        """
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise ValueError(f"seed: {seed!r} is not within 0 and 2^64 - 1")
        cdef State state = new_state(settings)
        cdef uint64_t key = seed
        with nogil:
            new_game(&settings.rules, &state.memory, key)
            begin_round(&settings.rules, &state.memory, NULL)
        return state

    @staticmethod
    def from_fields(fields):
        """Return the state that `fields` describes, as written by `fields()`. StateError lists
        everything that no game could reach."""
        cdef State state = new_state(None)
        state.settings = read_state(fields, &state.memory)
        return state

    @staticmethod
    def from_bytes(data):
        """Read the bytes of `to_bytes`; the state continues as the original would, chance included.

        StateError if they are of another version, truncated or changed. They are checked like any
        fields, so untrusted bytes are safe to read.
        """
        return State.from_fields(unseal("covert-action-state", VERSION, data, StateError))

    @property
    def players(self):
        """Seats of the game, 4 to 14; seats are numbered from 0."""
        return self.settings.rules.players

    @property
    def round(self):
        """The round being played, 1 to 60."""
        return self.memory.public.round

    @property
    def t(self):
        """The beat of the round, 1 to 30 (3.1)."""
        return self.memory.public.t

    @property
    def phase(self):
        """Stage of the beat, `over` at the end."""
        return PHASES[self.memory.public.phase]

    @property
    def actor(self):
        """The seat to decide, or in a window the next of those by number; None when the game is
        over."""
        return None if self.memory.actor == NONE else self.memory.actor

    @property
    def over(self):
        """True if the game is over."""
        return self.ended()

    @property
    def deciders(self):
        """All seats to decide now: in a window, those that have yet to choose. This is the truth of
        the host: no seat may learn it (4.4)."""
        cdef int seat
        if self.memory.public.phase != WINDOW:
            return [] if self.memory.actor == NONE else [self.memory.actor]
        return [seat for seat in range(self.players) if may_choose(&self.memory, seat)]

    def legal_actions(self, *, canonical=False, seat=None):
        """Return the legal actions of the seat to decide, or of another of the `deciders`, at most
        58, in a fixed order; none at the end. All are canonical. An action is a number;
        `format_action` gives its text."""
        cdef uint32_t acts[MAX_LEGAL]
        cdef StateMemory asked = self.memory
        cdef int32_t count, i
        if seat is not None:
            asked.actor = self._decider(seat)
        count = legal(&self.settings.rules, &asked, acts)
        return [acts[i] for i in range(count)]

    def legal_texts(self, *, seat=None):
        """Return the legal actions in the notation."""
        return [format_action(action) for action in self.legal_actions(seat=seat)]

    def play(self, action, *, seat=None):
        """Play a legal action, a number or its text, and every forced step after it, in place.

        In a window `seat` may be any of the `deciders`: their order does not affect the result.
        IllegalActionError names the legal actions and leaves the state as it was.
        """
        cdef int decider
        cdef uint32_t number
        decider, number = self._checked(action, seat)
        self.memory.actor = decider
        apply(&self.settings.rules, &self.memory, number, NULL)

    def play_with_events(self, action, *, seat=None):
        """Play like `play`; return the public events, in order. There are none for a choice in a
        window that stays open."""
        cdef Events events
        cdef int decider, i
        cdef uint32_t number
        decider, number = self._checked(action, seat)
        self.memory.actor = decider
        events.count = 0
        apply(&self.settings.rules, &self.memory, number, &events)
        return [told(self.settings, &events, &events.event[i]) for i in range(events.count)]

    def _decider(self, seat):
        if seat not in self.deciders:
            if self.over:
                raise IllegalActionError("the game is over")
            raise IllegalActionError(f"seat {seat!r} is not to decide now")
        return seat

    def _checked(self, action, seat):
        """Return the seat, and the action as a number; IllegalActionError names the legal ones."""
        if self.memory.actor == NONE:
            raise IllegalActionError("the game is over" if self.over else "nobody is to decide")
        seat = self.memory.actor if seat is None else self._decider(seat)
        number = parse_action(action) if isinstance(action, str) else action
        legal_now = self.legal_actions(seat=seat)
        if number in legal_now:
            return seat, number
        try:
            text = format_action(number)
        except (ValueError, TypeError):
            text = number
        expected = ", ".join(format_action(act) for act in legal_now[:12])
        more = f" and {len(legal_now) - 12} more" if len(legal_now) > 12 else ""
        raise IllegalActionError(
            f"{text!r} is not legal for Seat {seat + 1} now; legal: {expected}{more}")

    def view(self, int seat):
        """Return the view of `seat` (rules 4). ValueError if there is no such seat."""
        if not 0 <= seat < self.players:
            raise ValueError(f"seat: {seat!r} is not within 0 and {self.players - 1}")
        return view_of(self.settings, &self.memory, seat)

    def scores(self):
        """Return the number of different types of Plan cards of each seat."""
        return [types_held(&self.memory, seat) for seat in range(self.players)]

    def winners(self):
        """Return the seats that share the victory, or would if the game ended now (5.1, 5.2)."""
        cdef int bits = winners(&self.settings.rules, &self.memory)
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def hidden(self):
        """Return everything beyond all views. Not for players."""
        cdef StateMemory* memory = &self.memory
        cdef int seat, i
        cdef int players = self.players
        top = PLAN_CARDS - memory.public.deck
        return {
            "roles": [ROLES[memory.role[seat]] for seat in range(players)],
            "centre": [ROLES[memory.centre_role[i]] for i in range(self.settings.rules.centre)],
            "types": [[memory.plan[seat][i] for i in range(PLAN_TYPES)] for seat in range(players)],
            "deck": "".join([TYPES[memory.plan_deck[i]] for i in range(top, PLAN_CARDS)]),
            "choices": [self._choice(seat) for seat in range(players)],
            "act_as_sniper": [seat for seat in range(players)
                              if acts_as_sniper(&self.settings.rules, memory, seat)],
        }

    def _choice(self, int seat):
        cdef int choice = self.memory.choice[seat]
        if choice == NONE:
            return None
        return format_action(pack(Kind.HOLD) if choice == HOLD_CHOICE else pack(Kind.SHOOT, choice))

    def fields(self):
        """Return the state as plain data, fit for JSON. Not for players."""
        return write_state(self.settings, &self.memory)

    def to_bytes(self):
        """Return the state as bytes to keep; `from_bytes` reads them. Not for players."""
        return seal("covert-action-state", VERSION, self.fields())

    cdef const void* address(self) noexcept:
        return &self.memory

    cdef size_t size(self) noexcept:
        return sizeof(StateMemory)

    cdef bytes setting(self):
        return self.settings.digest()

    cpdef GameTable table(self):
        return game_table(self.settings)

    cdef bint ended(self):
        return self.memory.public.phase == OVER

    cdef GameState empty(self):
        return new_state(self.settings)


cdef dict told(Settings settings, const Events* events, const Event* event):
    """Return an event as `EventFields` of exchange/fields.py."""
    cdef int kind = event.kind
    cdef int i
    if kind == SAID:
        text = format_action(action_said(event.a))
        return {"kind": "said", "seat": event.seat, "text": text}
    if kind == WINDOW_OPENS:
        return {"kind": "window_opens", "t": event.a}
    if kind == SHOT:
        return {"kind": "shot", "seat": event.seat, "target": event.a,
                "outcome": OUTCOMES[event.b], "ordered": event.c != 0}
    if kind == OUT:
        return {"kind": "out", "seat": event.seat, "role": ROLES[event.a]}
    if kind == DRAW:
        return {"kind": "draw", "seat": event.seat}
    if kind == ROUND_ENDS:
        return {
            "kind": "round_ends", "void": event.a != 0,
            "roles": [ROLES[events.shown.role[i]] for i in range(settings.rules.players)],
            "centre": [ROLES[events.shown.centre_role[i]]
                       for i in range(settings.rules.centre)],
        }
    if kind == DEALT:
        return {"kind": "dealt", "round": event.a}
    return {"kind": {WINDOW_CLOSES: "window_closes", DEADLINE_COMES: "deadline_comes",
                     GAME_ENDS: "game_ends"}[kind]}
