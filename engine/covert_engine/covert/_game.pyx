"""The friendly face of a state: a legal position that knows everything."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.covert.rules._actions cimport REFUSE, kind_of
from covert_engine.covert.rules._apply cimport apply, settle, step_forced
from covert_engine.covert.cards._compiled cimport MAX_SEATS, NONE, CompiledSet
from covert_engine.covert.exchange._check cimport check_state
from covert_engine.covert.rules._deal cimport deal
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.rules._score cimport score, winners
from covert_engine.covert.rules._state cimport (
    CHOOSE_ESPIONAGE, CHOOSE_FIRST, MAX_LEGAL, NO_DECISION, State as StateMemory,
)
from covert_engine.covert._seat_view cimport View, view_of
from covert_engine.covert.cards.errors import IllegalActionError
from covert_engine.covert.notation import format_action
from covert_engine.covert.cards.stages import DECISIONS, PHASES


cdef class State:
    """A legal position that knows everything: the host's truth, or one world of a search.

    It stands at a decision with at least two legal actions, or the game is over; what is forced has
    been done. (A world sampled from the view of a seat that is not asked in a window stands where
    the window opens.)
    """

    def __init__(self) -> None:
        raise TypeError("use State.deal(cards, players, seed) or View.sample(key)")

    @staticmethod
    def deal(CompiledSet cards not None, int players, seed) -> State:
        """A new game. `seed` is 0..2^64-1; the same seed gives the same dice and decks."""
        if not 2 <= players <= MAX_SEATS:
            raise ValueError(f"players: {players!r} is not 2, 3 or 4")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed: {seed!r} is not within 0 and 2^64 - 1")
        cdef State state = State.__new__(State)
        cdef uint64_t key = seed
        state.cards = cards
        with nogil:
            deal(&cards.tables, &state.memory, players, key)
        state.settle()
        return state

    cdef void settle(self):
        cdef uint32_t acts[MAX_LEGAL]
        settle(&self.cards.tables, &self.memory, acts, False)

    @property
    def players(self) -> int:
        return self.memory.table.players

    @property
    def round(self) -> int:
        """The round being played, from 1; 0 during setup."""
        return self.memory.table.round

    @property
    def phase(self) -> str:
        return PHASES[self.memory.table.phase]

    @property
    def decision(self) -> str:
        """What the seat to decide is choosing."""
        return DECISIONS[self.memory.table.decision]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return None if self.memory.actor == NONE else self.memory.actor

    @property
    def over(self) -> bool:
        return self.memory.table.decision == NO_DECISION

    def legal_actions(self, *, bint canonical=False) -> list[int]:
        """The legal actions, in a fixed order. With `canonical`, those that a search expands."""
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count = legal(&self.cards.tables, &self.memory, acts, canonical)
        return [acts[i] for i in range(count)]

    def play(self, action: int) -> None:
        """Plays a legal action and all that is forced after it; raises IllegalActionError."""
        self._check_legal(action)
        apply(&self.cards.tables, &self.memory, action)
        self.settle()

    def play_watched(self, action: int) -> tuple[list[list[View]], list[tuple[int, int]]]:
        """Plays like `play` and tells what each seat came to see, and all that was done.

        Returns for each seat its new views in order, equal neighbours dropped: one for every public
        event, so that a window's opening shows even where nobody can answer (rules 10.9). A seat that
        refuses sees the window as it was before it was asked, whether or not another is asked
        after it. And every action taken as (seat, action), forced ones included.
        """
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count
        cdef StateMemory unasked
        self._check_legal(action)
        last = [self.view(seat) for seat in range(self.players)]
        views = [[] for _ in last]
        done = [(self.memory.actor, action)]
        if kind_of(action) == REFUSE:
            unasked = self.memory
            unasked.actor = NONE
            last[self.memory.actor] = view_of(self.cards, &unasked, self.memory.actor)
            views[self.memory.actor].append(last[self.memory.actor])
        apply(&self.cards.tables, &self.memory, action)
        while True:
            count = legal(&self.cards.tables, &self.memory, acts, False)
            if count > 1 or self.over or window_opens(&self.memory):
                for seat, seen in enumerate(views):
                    view = self.view(seat)
                    if view != last[seat]:
                        seen.append(view)
                        last[seat] = view
            if count > 1 or self.over:
                return views, done
            if count == 1:
                done.append((self.memory.actor, acts[0]))
            step_forced(&self.cards.tables, &self.memory, acts, count)

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

    def view(self, int seat) -> View:
        """What `seat` may know (rules 10)."""
        if not 0 <= seat < self.players:
            raise ValueError(f"seat: {seat!r} is not within 0 and {self.players - 1}")
        return view_of(self.cards, &self.memory, seat)

    def check(self) -> list[tuple[str, str]]:
        """Everything about the state that no game could come to: (field, what is wrong); empty."""
        return check_state(&self.cards.tables, &self.memory)

    def scores(self) -> list[int]:
        """Points of each seat as the table stands (8.3)."""
        return [score(&self.cards.tables, &self.memory, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that share the victory as the table stands (8.3)."""
        cdef int bits = winners(&self.cards.tables, &self.memory)
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def copy(self) -> State:
        cdef State state = State.__new__(State)
        state.cards = self.cards
        state.memory = self.memory
        return state

    def __bytes__(self) -> bytes:
        return (<const char*> &self.memory)[:sizeof(StateMemory)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(self) == bytes(other)

    __hash__ = None


cdef bint window_opens(const StateMemory* state) noexcept:
    """Whether it stands where a window has just opened and nobody has been asked."""
    return state.actor == NONE and (state.table.decision == CHOOSE_ESPIONAGE
                                    or state.table.decision == CHOOSE_FIRST)
