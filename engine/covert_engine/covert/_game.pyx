"""The friendly face of a state: a legal position that knows everything."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.evaluation._features cimport FEATURES, all_features
from covert_engine.covert.evaluation._hand_features cimport HAND_FEATURES
from covert_engine.covert.evaluation._hand_made cimport HAND_MADE, HandMade
from covert_engine.covert.evaluation._hand_odds cimport sum_features
from covert_engine.covert.evaluation._plan cimport Plan
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
from covert_engine.covert._judge cimport estimate_of, priors_of, simulate_from, value_of
from covert_engine.covert._playout cimport playout
from covert_engine.covert._seat_view cimport View, view_of
from covert_engine.covert.exchange._read_state cimport read_state
from covert_engine.covert.exchange._write_state cimport write_state
from covert_engine.covert.knowledge._redraw cimport just_rolled, redraw, roll_again
from covert_engine.search._evaluator cimport EvaluatorTable
from covert_engine.covert.exchange.fields import VERSION
from covert_engine.reading.errors import IllegalActionError, StateError
from covert_engine.reading.sealed import seal, unseal
from covert_engine.covert.notation import format_action
from covert_engine.covert.cards.stages import DECISIONS, PHASES


cdef class State:
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; what is forced has
    been done. (A world sampled from the view of a seat that is not asked in a window stands where
    the window opens.) `play` and `playout` change it, nothing else does. It can be copied, compared
    and pickled, but not hashed.

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

    def __init__(self) -> None:
        raise TypeError("use State.deal(cards, players, seed) or View.sample(key)")

    @staticmethod
    def deal(CompiledSet cards not None, int players, seed, characters=None,
             first_player=None) -> State:
        """A new game of 2 to 4 seats, at its first decision; the seed is 0..2^64-1.

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
        cdef State state = State.__new__(State)
        cdef uint64_t key = seed
        cdef const uint8_t* given = NULL if characters is None else chosen
        state.cards = cards
        with nogil:
            deal(&cards.tables, &state.memory, players, key, given, first)
        state.settle()
        return state

    @staticmethod
    def from_fields(CompiledSet cards not None, fields) -> State:
        """The state that `fields` describes. StateError lists everything that no game could
        reach.

        `fields` are those of `fields()` or of its JSON, `cards` the set and the options they name.
        """
        cdef State state = State.__new__(State)
        state.cards = cards
        found = read_state(cards, fields, &state.memory)
        if found:
            raise StateError(found)
        return state

    @staticmethod
    def from_bytes(CompiledSet cards not None, data) -> State:
        """The state in bytes from `to_bytes`; it continues as the original would, chance included.

        StateError if they are of another version, of another card set or other options, truncated
        or changed. They are checked like any fields, so bytes from anywhere are safe to read.
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
        """Where in the round the game stands: one of `PhaseName`, `over` at the end."""
        return PHASES[self.memory.public.phase]

    @property
    def decision(self) -> str:
        """What the seat to decide is choosing: one of `DecisionName`, `none` at the end."""
        return DECISIONS[self.memory.public.decision]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return None if self.memory.actor == NONE else self.memory.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.memory.public.decision == NO_DECISION

    def legal_actions(self, *, bint canonical=False) -> list[int]:
        """The legal actions of the seat to decide, at most 256, in a fixed order; none at the end.

        With `canonical`, those that a search expands: one of several with the same outcome. An
        action is a number; `format_action` gives its text, docs/notation.md has them all.
        """
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count = legal(&self.cards.tables, &self.memory, acts, canonical)
        return [acts[i] for i in range(count)]

    def play(self, action: int) -> None:
        """Plays a legal action and every forced step after it, in place.

        IllegalActionError names the legal ones and leaves the state as it was.
        """
        self._check_legal(action)
        apply(&self.cards.tables, &self.memory, action)
        self.settle()

    def play_watched(self, action: int) -> tuple[list[list[View]], list[tuple[int, int]]]:
        """Plays like `play`; returns what each seat saw, and everything that was done.

        The first list has the new views of each seat in order, without equal neighbours: one for
        every public event, so that the opening of a window shows even if nobody can answer (rules
        10.9), and one for a roll, even if nothing is left to be done with the dice: its own seat is
        then not asked. A seat that refuses sees the window as it was before it was asked, whether
        or not another seat is asked after it. The second has every action as (seat, action), forced
        ones included.
        """
        seen, done = self.play_witnessed(action)
        return [[view for view, _ in news] for news in seen], done

    def play_witnessed(
        self, action: int
    ) -> tuple[list[list[tuple[View, list[tuple[int, int]]]]], list[tuple[int, int]]]:
        """Plays like `play_watched`, and pairs each view with what has been done since the seat's
        view before it.

        So what a seat learns of an action does not depend on when others refuse (rules 10.9). Some
        of what is done is hidden from other seats: not for players as it stands.
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
                for seat, seen in enumerate(views):
                    view = self.view(seat)
                    if rolled and seat == self.memory.actor:
                        view = self._unasked(seat)
                    if view != last[seat]:
                        seen.append((view, done[shown[seat]:]))
                        last[seat] = view
                        shown[seat] = len(done)
            if count > 1 or self.over:
                return views, done
            if count == 1:
                latest = acts[0]
                done.append((self.memory.actor, latest))
            step_forced(&self.cards.tables, &self.memory, acts, count)

    def _unasked(self, int seat) -> View:
        """Return what `seat` may know, as if nobody were to decide."""
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
        expected = ", ".join(format_action(one, self.cards) for one in legal_now[:12])
        more = f" and {len(legal_now) - 12} more" if len(legal_now) > 12 else ""
        raise IllegalActionError(
            f"{text} is not legal for seat {self.actor} now; legal: {expected}{more}"
        )

    def simulate(self, key: int, int rounds=1, EvaluatorTable evaluator=None) -> int:
        """Plays on, in place, by the policy of the evaluator (None: the hand-made one), until so
        many rounds have ended (0: to the end of the game); returns how many decisions that took.

        So a search simulates what comes after its tree; setup is part of round 1. The draws are a
        function of `key` (0..2^64-1); the game's own chance is separate. ValueError for a key out
        of range, rounds below 0, or the evaluator of another game.
        """
        cdef uint64_t number = checked_key(key)
        if rounds < 0:
            raise ValueError(f"rounds: {rounds} is not within 0..{(1 << 31) - 1}")
        return simulate_from(self.cards, &self.memory, number, rounds, evaluator)

    def first_rolls(self) -> list[list[int]]:
        """The roll for the first player (2.8): five faces for each seat, by the seed of the deal.

        It has decided nothing if the deal named the first player. A world sampled from a view has
        another seed, so its roll is not that of the game.
        """
        return [
            [first_roll(&self.memory, seat, die) for die in range(DICE)]
            for seat in range(self.players)
        ]

    def view(self, int seat) -> View:
        """What `seat` may know (rules 10). ValueError if there is no such seat."""
        if not 0 <= seat < self.players:
            raise ValueError(f"seat: {seat!r} is not within 0 and {self.players - 1}")
        return view_of(self.cards, &self.memory, seat)

    def check(self) -> list[tuple[str, str]]:
        """Everything about the state that no game could reach, as pairs (field, what is wrong with
        it), at most 64; empty for a state that this module made."""
        return check_state(&self.cards.tables, &self.memory)

    def scores(self) -> list[int]:
        """Points of each seat as the table stands (8.3); final once the game is over."""
        return [score(&self.cards.tables, &self.memory, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that share the victory as the table stands (8.3)."""
        cdef int bits = winners(&self.cards.tables, &self.memory)
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def playout(self, key: int) -> int:
        """Plays on to the end, in place, by legal actions drawn evenly; returns how many decisions
        that took.

        The draws are a function of `key` (0..2^64-1); the game's own chance is separate. A world in
        which a seat cannot pay for the mission it has named stops there, with `over` False.
        """
        cdef uint64_t number = checked_key(key)
        cdef int64_t decisions
        with nogil:
            decisions = playout(&self.cards.tables, &self.memory, number)
        return decisions

    def value(self, EvaluatorTable evaluator=None) -> list[float]:
        """What the position is worth to each seat, 0..1, as a search values a leaf.

        The margin m in points over the best opponent, squashed: 1/2 + x / (2 sqrt(1 + x^2)) where
        x = (m / s - b) / sqrt 3, so that s points are worth 3/4 if b is 0. The points are those
        that the evaluator (None: the hand-made one) expects at the end. s is larger the more rounds
        are left, and so is b, which is 0 for two players (`margin` and `behind` in
        `evaluation/_value.pxd`). Once the game is over they are the scores, s is 12, b is 0, and
        the value is 2/5 of that figure and 3/5 of the victory, which its winners share
        (`evaluation/_utility.pyx`). ValueError for the evaluator of another game.
        """
        return value_of(self.cards, &self.memory, evaluator)

    def estimate(self, EvaluatorTable evaluator=None) -> tuple[list[float], list[float]]:
        """The final scores in points that the evaluator (None: the hand-made one) expects, seat by
        seat, and each seat's chance to win, which add up to 1.

        The chances are in proportion to u / (1 - u), u being the margin squashed as in `value`, by
        an s of its own (`win_margin`). Of a game that is over both are exact. ValueError for the
        evaluator of another game.
        """
        return estimate_of(self.cards, &self.memory, evaluator)

    def features(self, HandMade hand_made not None=HAND_MADE) -> list[list[float]]:
        """What the learned value sees of each seat: the figures that `FEATURE_NAMES` names
        (`evaluation/features.py`), most of them within 0 and 1. Among them is what `hand_made`
        says."""
        cdef float x[MAX_SEATS][FEATURES]
        cdef Plan plans[MAX_SEATS]
        memset(plans, 0, sizeof(plans))
        all_features(&hand_made.memory.value, &self.cards.tables, &self.memory, plans, x)
        return [[x[seat][i] for i in range(FEATURES)] for seat in range(self.memory.public.players)]

    def hand_features(self, int seat) -> list[float]:
        """What a belief sees of the cards and tokens in the hands of others that `seat` does not
        know: the sums of the figures that `HAND_FEATURE_NAMES` names
        (`evaluation/hand_features.py`). In setup all are 0."""
        cdef float x[HAND_FEATURES]
        cdef View view = self.view(seat)
        sum_features(&self.cards.tables, &view.seen, &self.memory, x)
        return [x[i] for i in range(HAND_FEATURES)]

    def priors(self, EvaluatorTable evaluator=None, *, bint canonical=False) -> list[float]:
        """The share of the evaluator's policy (None: the hand-made one) in each legal action, in
        the order of `legal_actions(canonical=...)`; they add up to 1. ValueError as in `value`."""
        actions = self.legal_actions(canonical=canonical)
        return priors_of(self.cards, &self.memory, actions, evaluator)

    def redrawn(self, key: int, *, bint dice=False) -> State:
        """A copy whose chance still to come is another, a function of `key` (0..2^64-1).

        Dice, tokens and shuffles to come are others, and so is the order of the cards in the decks
        that no seat knows. Over all keys, every order that agrees with what the seats together know
        is equally likely: to `play` on many such copies shows what chance could have made of an
        action. With `dice` the roll of the round is another too, as if the copy had been made just
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

    def copy(self) -> State:
        """The same position, to be played on by itself; the card set is shared."""
        cdef State state = State.__new__(State)
        state.cards = self.cards
        state.memory = self.memory
        return state

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def fields(self) -> dict[str, object]:
        """The state as plain data: what seat 0 sees, and everything hidden. Not for players.

        Fit for JSON; `StateFields` is its type.
        """
        return write_state(self.cards, &self.memory)

    def to_bytes(self) -> bytes:
        """The state as bytes to keep, without its cards; `from_bytes` reads them. Not for
        players."""
        return seal("covert-state", VERSION, self.fields())

    def __reduce__(self) -> tuple[object, ...]:
        return State.from_bytes, (self.cards, self.to_bytes())

    def __bytes__(self) -> bytes:
        return (<const char*> &self.memory)[:sizeof(StateMemory)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.cards.digest == (<State> other).cards.digest
                and self.cards.options == (<State> other).cards.options
                and (bytes(self) == bytes(other) or self.fields() == other.fields()))

    __hash__ = None


def check_characters(CompiledSet cards, int players, characters):
    """ValueError if these cannot be the characters of the seats (2.1)."""
    cdef int count = cards.tables.characters
    if len(characters) != players:
        raise ValueError(f"characters: {len(characters)} of them; expected {players}, one a seat")
    for number in characters:
        if type(number) is not int or not 0 <= number < count:
            raise ValueError(
                f"characters: {number!r}; expected their numbers in the card set, 0 to {count - 1}")
    if len(set(characters)) < players:
        raise ValueError(f"characters: {list(characters)}; expected all different (2.1)")


cdef uint64_t checked_key(key) except? 0:
    """ValueError unless it is 0..2^64-1."""
    if not 0 <= key < 1 << 64:
        raise ValueError(f"key: {key!r} is not within 0 and 2^64 - 1")
    return key


cdef bint window_opens(const StateMemory* state) noexcept:
    """Whether it stands where a window has just opened and nobody has been asked."""
    return state.actor == NONE and (state.public.decision == CHOOSE_ESPIONAGE
                                    or state.public.decision == CHOOSE_FIRST)
