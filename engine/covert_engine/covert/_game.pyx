"""The friendly face of a state: a legal position that knows everything."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from covert_engine.covert.rules._actions cimport REFUSE, ROLL, kind_of
from covert_engine.covert.rules._apply cimport apply, settle, step_forced
from covert_engine.covert.cards._compiled cimport MAX_SEATS, NONE, CompiledSet
from covert_engine.covert.exchange._check cimport check_state
from covert_engine.covert.rules._deal cimport deal, first_roll
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.rules._score cimport score, winners
from covert_engine.covert.rules._state cimport (
    CHOOSE_ESPIONAGE, CHOOSE_FIRST, DICE, MAX_LEGAL, NO_DECISION, State as StateMemory,
)
from covert_engine.covert._adapter cimport SearchState, game_table
from covert_engine.covert._playout cimport playout
from covert_engine.covert._seat_view cimport View, view_of
from covert_engine.covert.exchange._read_state cimport read_state
from covert_engine.covert.exchange._write_state cimport write_state
from covert_engine.covert.knowledge._redraw cimport just_rolled, redraw, roll_again
from covert_engine.search._game cimport GameState, GameTable, checked_key
from covert_engine.covert.exchange.fields import VERSION
from covert_engine.input.errors import IllegalActionError, StateError
from covert_engine.input.sealed import seal, unseal
from covert_engine.covert.notation import format_action
from covert_engine.covert.cards.stages import DECISIONS, PHASES


cdef object MAKING = object()    # what makes a state, and which no program in Python has


cdef State new_state(CompiledSet cards):
    cdef State state = State.__new__(State, MAKING)
    state.cards = cards
    return state


cdef class State(GameState):
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; forced steps have
    been played. (A world sampled in a window from the view of a seat that is not asked stands at
    the opening of the window.) It changes only when it is played on. It can be copied, compared and
    pickled, but not hashed.

    >>> from covert_engine.covert import State, compile, format_action, house_set
    >>> state = State.deal(compile(house_set()), players=3, seed=2026)
    >>> state.phase, state.decision, state.actor
    ('setup', 'return_mission', 0)
    >>> actions = state.legal_actions()
    >>> [format_action(action, state.cards) for action in actions]
    ['return M18', 'return M20', 'return M32']
    >>> state.play(actions[1])
    >>> again = State.from_bytes(state.cards, state.to_bytes())
    >>> again == state
    True
    >>> again.playout(key=1), again.over, again.scores()
    (3494, True, [12, 12, 12])
    """

    def __cinit__(self, *given, **named):
        if given != (MAKING,):
            raise TypeError("use State.deal(cards, players, seed) or View.sample(key)")

    @staticmethod
    def deal(CompiledSet cards not None, int players, seed, characters=None,
             first_player=None) -> State:
        """Deal a new game of 2 to 4 seats, up to its first decision; the seed is 0..2^64-1.

        `characters` are numbers of the card set's characters by seat, from 0, all different;
        without them chance deals them (rules 2.1). `first_player` is a seat; without it the roll
        decides (2.8). The same seed gives the same dice and decks however the game is played.
        ValueError names an argument out of range.
        """
        if not 2 <= players <= MAX_SEATS:
            raise ValueError(f"players: {players!r} is not 2, 3 or 4")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed: {seed!r} is not within 0 and 2^64 - 1")
        cdef uint8_t chosen[MAX_SEATS]
        cdef int first = NONE
        cdef int seat
        if characters is not None:
            check_characters(cards, players, characters)
            for seat in range(players):
                chosen[seat] = characters[seat]
        if first_player is not None:
            if type(first_player) is not int or not 0 <= first_player < players:
                raise ValueError(
                    f"first_player: {first_player!r} is not within 0 and {players - 1}")
            first = first_player
        cdef State state = new_state(cards)
        cdef uint64_t key = seed
        cdef const uint8_t* choice = NULL if characters is None else chosen
        with nogil:
            deal(&cards.tables, &state.memory, players, key, choice, first)
        state.settle()
        return state

    @staticmethod
    def from_fields(CompiledSet cards not None, fields) -> State:
        """Return the state that `fields` describes. StateError lists everything that no game could
        reach.

        `fields` come from `fields()` or its JSON; `cards` is the set, with the options, that they
        name.
        """
        cdef State state = new_state(cards)
        mistakes = read_state(cards, fields, &state.memory)
        if mistakes:
            raise StateError(mistakes)
        return state

    @staticmethod
    def from_bytes(CompiledSet cards not None, data) -> State:
        """Read the bytes of `to_bytes`; the state continues as the original would, chance included.

        StateError if they are of another version, of another card set or other options, truncated
        or changed. They are checked like any fields, so untrusted bytes are safe to read.
        """
        return State.from_fields(cards, unseal("covert-state", VERSION, data, StateError))

    cdef void settle(self):
        cdef uint32_t acts[MAX_LEGAL]
        settle(&self.cards.tables, &self.memory, acts, False)

    @property
    def players(self) -> int:
        """Seats of the game, 2 to 4; seats are numbered from 0."""
        return self.memory.public.players

    @property
    def round(self) -> int:
        """The round being played, 1 to 60 (8.4); 0 during setup."""
        return self.memory.public.round

    @property
    def phase(self) -> str:
        """Stage of the round: one of `PhaseName`, `over` at the end."""
        return PHASES[self.memory.public.phase]

    @property
    def decision(self) -> str:
        """Kind of choice before the seat to decide: one of `DecisionName`, `none` at the end."""
        return DECISIONS[self.memory.public.decision]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return None if self.memory.actor == NONE else self.memory.actor

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.ended()

    def legal_actions(self, *, bint canonical=False) -> list[int]:
        """Return the legal actions of the seat to decide, at most 256, in a fixed order; none at
        the end.

        With `canonical`, only those that a search expands, one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md lists them.
        """
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count = legal(&self.cards.tables, &self.memory, acts, canonical)
        return [acts[i] for i in range(count)]

    def play(self, action: int) -> None:
        """Play a legal action and every forced step after it, in place.

        IllegalActionError names the legal ones and leaves the state as it was.
        """
        self._check_legal(action)
        apply(&self.cards.tables, &self.memory, action)
        self.settle()

    def play_watched(self, action: int) -> tuple[list[list[View]], list[tuple[int, int]]]:
        """Play like `play`; return the views of each seat and all actions played.

        The first list has the new views of each seat in order, without equal neighbours: one for
        every public event, so that a window shows even if nobody can answer it (rules 10.9), and
        one for a roll, even if the dice allow no choice; the rolling seat is not asked then. A seat
        that refuses sees the window as it was before it was asked, even if another seat is asked
        next. The second list has every action as (seat, action), forced ones included.
        """
        news, done = self.play_witnessed(action)
        return [[view for view, _ in pairs] for pairs in news], done

    def play_witnessed(
        self, action: int
    ) -> tuple[list[list[tuple[View, list[tuple[int, int]]]]], list[tuple[int, int]]]:
        """Play like `play_watched`, and pair each view with the actions since the seat's previous
        view.

        So a seat learns the same of an action whenever others refuse (rules 10.9). Some of these
        actions are hidden from other seats: not for players as it stands.
        """
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count
        cdef uint32_t latest
        cdef bint rolled
        self._check_legal(action)
        latest = action
        last = [self.view(seat) for seat in range(self.players)]
        shown = [0] * self.players
        views = [[] for _ in last]
        done = [(self.memory.actor, action)]
        if kind_of(action) == REFUSE:
            last[self.memory.actor] = self._unasked(self.memory.actor)
            views[self.memory.actor].append((last[self.memory.actor], []))
        apply(&self.cards.tables, &self.memory, action)
        while True:
            count = legal(&self.cards.tables, &self.memory, acts, False)
            rolled = count == 1 and kind_of(latest) == ROLL
            if count > 1 or self.over or rolled or window_opens(&self.memory):
                for seat, news in enumerate(views):
                    view = self.view(seat)
                    if rolled and seat == self.memory.actor:
                        view = self._unasked(seat)
                    if view != last[seat]:
                        news.append((view, done[shown[seat]:]))
                        last[seat] = view
                        shown[seat] = len(done)
            if count > 1 or self.over:
                return views, done
            if count == 1:
                latest = acts[0]
                done.append((self.memory.actor, latest))
            step_forced(&self.cards.tables, &self.memory, acts, count)

    def _unasked(self, int seat) -> View:
        """Return the view of `seat`, as if nobody were to decide."""
        cdef StateMemory unasked = self.memory
        unasked.actor = NONE
        return view_of(self.cards, &unasked, seat)

    def _check_legal(self, action: int) -> None:
        legal_now = self.legal_actions()
        if action in legal_now:
            return
        if self.over:
            raise IllegalActionError("the game is over")
        try:
            text = repr(format_action(action, self.cards))
        except ValueError:
            text = repr(action)
        expected = ", ".join(format_action(act, self.cards) for act in legal_now[:12])
        more = f" and {len(legal_now) - 12} more" if len(legal_now) > 12 else ""
        raise IllegalActionError(
            f"{text} is not legal for seat {self.actor} now; legal: {expected}{more}"
        )

    def first_rolls(self) -> list[list[int]]:
        """Return the roll for the first player (2.8): five faces for each seat, by the seed of the
        deal.

        It has no effect if the deal names the first player. A world sampled from a view has another
        seed, so its roll differs from that of the game.
        """
        return [
            [first_roll(&self.memory, seat, die) for die in range(DICE)]
            for seat in range(self.players)
        ]

    def view(self, int seat) -> View:
        """Return the view of `seat` (rules 10). ValueError if there is no such seat."""
        if not 0 <= seat < self.players:
            raise ValueError(f"seat: {seat!r} is not within 0 and {self.players - 1}")
        return view_of(self.cards, &self.memory, seat)

    def check(self) -> list[tuple[str, str]]:
        """Return everything about the state that no game could reach, at most 64 pairs (field,
        mistake); empty for a state that this module made."""
        return check_state(&self.cards.tables, &self.memory)

    def scores(self) -> list[int]:
        """Return the points of each seat on the present board (8.3); final once the game is
        over."""
        return [score(&self.cards.tables, &self.memory, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """Return the seats that share the victory on the present board (8.3)."""
        cdef int bits = winners(&self.cards.tables, &self.memory)
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def redrawn(self, key: int, *, bint dice=False) -> State:
        """Return a copy with other chance to come, a function of `key` (0..2^64-1).

        Dice, tokens and shuffles to come differ, and so does the order of the cards in the decks
        that no seat knows. Over all keys, every order that agrees with the joint knowledge of the
        seats is equally likely: playing an action on many copies shows what chance could make of
        it. With `dice` the roll of the round is drawn anew too, as if the copy had been made just
        before it. ValueError for a key out of range, or if the roll is not the latest event.
        """
        cdef State state = self.copy()
        cdef uint64_t number = checked_key(key)
        if dice and not just_rolled(&self.memory):
            raise ValueError(f"dice: round {self.round} does not begin here")
        redraw(&self.cards.tables, &state.memory, number)
        if dice:
            roll_again(&state.memory)
        return state

    def fields(self) -> dict[str, object]:
        """Return the state as plain data: the view of seat 0 and everything hidden. Not for
        players.

        Fit for JSON; `StateFields` is its type.
        """
        return write_state(self.cards, &self.memory)

    def to_bytes(self) -> bytes:
        """Return the state as bytes to keep, without its cards; `from_bytes` reads them. Not for
        players."""
        return seal("covert-state", VERSION, self.fields())

    cdef const void* address(self) noexcept:
        return &self.memory

    cdef size_t size(self) noexcept:
        return sizeof(StateMemory)

    cdef bytes setting(self):
        if self.cards is None:           # made without a constructor
            raise TypeError("cards: None; expected a CompiledSet")
        return self.cards.name

    cdef tuple origin(self):
        return (self.cards,)

    cpdef GameTable table(self):
        return game_table(self.cards, self.memory.public.players)

    cdef bint ended(self):
        return self.memory.public.decision == NO_DECISION

    cdef bint same(self, GameState other):
        return GameState.same(self, other) or (
            self.setting() == other.setting() and self.fields() == other.fields())

    cdef GameState empty(self):
        return new_state(self.cards)

    cdef void load(self, void* searched) noexcept:
        cdef SearchState* known = <SearchState*> searched
        known.state = self.memory
        known.count = settle(&self.cards.tables, &known.state, known.acts, True)

    cdef int64_t play_evenly(self, uint64_t key) except -1:
        cdef int64_t decisions
        with nogil:
            decisions = playout(&self.cards.tables, &self.memory, key)
        return decisions


def check_characters(CompiledSet cards, int players, characters):
    """Raise ValueError if these cannot be the characters of the seats (2.1)."""
    cdef int count = cards.tables.characters
    if len(characters) != players:
        raise ValueError(f"characters: {len(characters)} of them; expected {players}, one a seat")
    for number in characters:
        if type(number) is not int or not 0 <= number < count:
            raise ValueError(
                f"characters: {number!r}; expected their numbers in the card set, 0 to {count - 1}")
    if len(set(characters)) < players:
        raise ValueError(f"characters: {list(characters)}; expected all different (2.1)")


cdef bint window_opens(const StateMemory* state) noexcept:
    """Return True if a window has just opened and nobody has been asked."""
    return state.actor == NONE and (state.public.decision == CHOOSE_ESPIONAGE
                                    or state.public.decision == CHOOSE_FIRST)
