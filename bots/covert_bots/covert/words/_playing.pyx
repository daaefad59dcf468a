"""Lines of actions, played in worlds that agree with a view."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_bots.covert.words.change import UNSEEN, UNSHOWN
from covert_engine.covert._game cimport State, new_state
from covert_engine.covert._seat_view cimport View
from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport AGENCY_DECK, SNEAK_ATTACK
from covert_engine.covert.cards.stages import DECISIONS
from covert_engine.covert.knowledge._view cimport View as ViewMemory, observe
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.covert.rules._actions cimport (
    BOTTOM, CLAIM, COMPLETE, DISCARD, DISCARD_MISSION, END, FLY, KEEP, NO_ACTION, PASS,
    PAY, PAY_CARD, PLACE, REFUSE, RETURN_MISSION, ROLL, SPY, STOP, USE, first_of, kind_of, second_of,
    pack, third_of,
)
from covert_engine.covert.rules._apply cimport apply, step_forced
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.rules._state cimport (
    CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_PLACE, MAX_LEGAL, NO_DECISION, NO_USE,
    State as StateMemory,
)

# Sets of kinds, bit = kind.
cdef uint64_t UNSEEN_KINDS = sum([1 << kind for kind in UNSEEN])
cdef uint64_t UNSHOWN_KINDS = sum([1 << kind for kind in UNSHOWN])


cdef struct Cards:           # sets of cards, bit = card
    uint64_t agency
    uint64_t missions
    uint64_t codes


cdef class Playing:
    """A line played in a sampled world, as far as it is legal there; an iterator over its steps.

    A line omits steps that its seat cannot see and the seat's own forced steps: these are played
    in between. It contains forced steps of other seats. With `own` all its actions are the seat's,
    and Espionage that is not among them is declined.
    """
    cdef readonly State world
    cdef readonly int seat
    cdef readonly uint32_t action
    cdef int own_seat
    cdef bint own            # true if no other seat may play an action of the line
    cdef int round           # of the latest step
    cdef int decided         # Decision: of the latest step
    cdef list done           # (seat, action, true if decided), of that step and those around it
    cdef list line
    cdef int place           # in the line, of the next action
    cdef list forced         # steps of others that have been played already
    cdef bint is_cut         # true if the rest of the line is not possible in this world

    def __init__(self, View view not None, line, uint64_t key, *, bint own=False):
        self.world = new_state(view.cards)
        self.own_seat = view.seen.seat
        self.own = own
        self.line = list(line)
        self.place = 0
        self.forced = []
        self.is_cut = False
        sample(&view.cards.tables, &view.seen, key, &self.world.memory)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.step():
            raise StopIteration
        return self

    @property
    def decision(self) -> str:
        """The decision of the latest step, as `State.decision` names it."""
        return DECISIONS[self.decided]

    cdef bint step(self) except -1:
        cdef StateMemory* memory = &self.world.memory
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count
        cdef uint32_t between
        while self.place < len(self.line):
            self.action = self.line[self.place]
            self.place += 1
            if self.action in self.forced:
                del self.forced[:self.forced.index(self.action) + 1]
                continue
            self.done = []
            while True:
                count = legal(&self.world.cards.tables, memory, acts, False)
                if (not self.own or memory.actor == self.own_seat) and stands_in(
                        acts, count, self.action):
                    break
                between = self.left_out(acts, count)
                if between == NO_ACTION:
                    self.place = len(self.line)
                    self.is_cut = True
                    return False
                self.play(between)
            self.seat = memory.actor
            self.round = memory.public.round
            self.decided = memory.public.decision
            before = len(self.done)
            self.play(self.action)
            self.forced = [action for seat, action, _ in self.done[before + 1:]
                           if seat != self.own_seat]
            return True
        return False

    cdef uint32_t left_out(self, const uint32_t* acts, int32_t count) noexcept:
        """Return the action that a line omits here; NO_ACTION if it omits none."""
        cdef uint32_t expanded[MAX_LEGAL]
        cdef int32_t i
        if self.own and self.world.memory.public.decision == CHOOSE_ESPIONAGE:
            return pack(REFUSE)
        if self.world.memory.actor != self.own_seat:
            for i in range(count):
                if UNSEEN_KINDS >> kind_of(acts[i]) & 1:
                    return acts[i]
        count = legal(&self.world.cards.tables, &self.world.memory, expanded, True)
        return expanded[0] if count == 1 else NO_ACTION

    cdef int play(self, uint32_t action) except -1:
        """Play a legal action and every forced step after it."""
        cdef StateMemory* memory = &self.world.memory
        cdef uint32_t acts[MAX_LEGAL]
        cdef int32_t count
        self.done.append((memory.actor, action, True))
        apply(&self.world.cards.tables, memory, action)
        while True:
            count = legal(&self.world.cards.tables, memory, acts, False)
            if count > 1 or memory.public.decision == NO_DECISION:
                return 0
            if count == 1:
                self.done.append((memory.actor, acts[0], False))
            step_forced(&self.world.cards.tables, memory, acts, count)


cdef bint stands_in(const uint32_t* acts, int32_t count, uint32_t action) noexcept:
    cdef int32_t i
    for i in range(count):
        if acts[i] == action:
            return True
    return False


def own_part(View view not None, line, uint64_t key):
    cdef const ViewMemory* before = &view.seen
    cdef int seat = before.seat
    cdef bint own_turn = before.public.turn == seat or before.public.decision == CHOOSE_FIRST
    cdef Cards known = in_sight(before)
    cdef Turn turn = Turn(before.public.decision, before.public.owed, before.public.placed > 0)
    cdef Playing playing = Playing(view, line, key)
    cdef list shown = []
    cdef list decided = []
    cdef ViewMemory after
    cdef uint32_t action
    cdef bint rolled
    while playing.step():
        # The dice of a new round are unknown.
        if not own_turn and (playing.seat != seat or playing.round != before.public.round):
            return shown, decided, True, False
        rolled = False
        for actor, action, is_decided in playing.done:
            if actor != seat:
                continue
            if is_over_before(&turn, action):
                return shown, decided, True, False
            if shown and not within(cards_of(action), known):
                return shown, decided, not own_turn, own_turn
            if not shown or not UNSHOWN_KINDS >> kind_of(action) & 1:
                shown.append(action)
            if is_decided:
                decided.append(action)
            if is_over_after(&turn, action):
                return shown, decided, True, False
            rolled = rolled or kind_of(action) == ROLL
        observe(&view.cards.tables, &playing.world.memory, seat, &after)
        turn.decision = after.public.decision
        if playing.world.memory.public.decision == NO_DECISION:
            return shown, decided, True, False
        if not same_turn(before, &after) if own_turn else (
                after.public.round != before.public.round):
            return shown, decided, True, False
        if rolled or not within(hand(&after), known):
            return shown, decided, not own_turn, own_turn
    # An action of its own with a card that it draws is not possible in every world. Espionage is
    # of a card that another seat plays.
    cdef bint is_drawn = (playing.is_cut and playing.world.memory.actor == seat
                          and kind_of(playing.action) != SPY
                          and not within(cards_of(playing.action), known))
    return (shown or playing.line[:1], decided or playing.line[:1], not own_turn,
            own_turn and is_drawn)


cdef struct Turn:            # detects the end of a seat's turn by its own actions
    int decision             # Decision: of the seat
    int owed                 # dice that may still be placed
    bint placed              # true after the first die


cdef bint is_over_before(const Turn* turn, uint32_t action) noexcept:
    """Return true if `action` is of a later turn: the token is never taken after a die (3.10)."""
    return turn.placed and kind_of(action) == PASS


cdef bint is_over_after(Turn* turn, uint32_t action) noexcept:
    """Return true if `action` is the last one of the turn."""
    cdef int kind = kind_of(action)
    if kind == PLACE:
        turn.owed -= 1
        turn.placed = True
        return turn.owed == 0
    if kind == USE and first_of(action) == SNEAK_ATTACK:
        turn.owed += 1
    if kind == STOP:
        return turn.decision == CHOOSE_PLACE
    if kind == REFUSE:
        return turn.decision == CHOOSE_FIRST
    return kind == PASS or kind == END


cdef bint same_turn(const ViewMemory* before, const ViewMemory* after) noexcept:
    if before.public.round != after.public.round or before.public.phase != after.public.phase:
        return False
    return after.public.turn == after.seat or after.public.use.kind != NO_USE


# Cards.

cdef uint64_t card_bit(int card) noexcept:
    """Return the bit of a card; 0 for a token, a character or an empty place."""
    return bit(card) if card < 64 else 0


cdef bint within(Cards some, Cards all_of) noexcept:
    return not (some.agency & ~all_of.agency or some.missions & ~all_of.missions
                or some.codes & ~all_of.codes)


cdef Cards cards_of(uint32_t action) noexcept:
    """Return the cards of decks and hands that an action names."""
    cdef Cards cards = Cards(0, 0, 0)
    cdef int kind = kind_of(action)
    cdef uint64_t first = card_bit(first_of(action))
    cdef uint64_t second = card_bit(second_of(action))
    if kind == FLY or kind == DISCARD:
        cards.agency = first
    elif kind == SPY:
        cards.agency = first | second
    elif kind == USE or (kind == PAY and first_of(action) == PAY_CARD):
        cards.agency = second
    elif kind == KEEP or kind == BOTTOM:
        if third_of(action) == AGENCY_DECK:
            cards.agency = first
        else:
            cards.missions = first
    elif kind == COMPLETE or kind == DISCARD_MISSION or kind == RETURN_MISSION:
        cards.missions = first
    elif kind == CLAIM:
        cards.codes = first
    return cards


cdef Cards hand(const ViewMemory* view) noexcept:
    """Return the seat's own cards."""
    cdef Cards cards = Cards(0, 0, 0)
    cdef int seat = view.seat, i
    for i in range(view.agency_size[seat]):
        cards.agency |= card_bit(view.agency[seat][i].card)
    for i in range(view.mission_size[seat]):
        cards.missions |= card_bit(view.mission[seat][i].card)
    for i in range(view.code_size[seat]):
        cards.codes |= card_bit(view.code[seat][i].card)
    return cards


cdef Cards in_sight(const ViewMemory* view) noexcept:
    """Return the cards a seat can plan with: its hand, cards in use or looked at, face-up cards."""
    cdef Cards cards = hand(view)
    cdef uint64_t looked_at = 0
    cdef int i
    for i in range(view.public.searched):
        looked_at |= card_bit(view.search[i].card)
    cards.agency |= looked_at | view.public.use.cards | view.public.pool
    cards.missions |= looked_at
    for i in range(6):
        cards.agency |= card_bit(view.public.agency_up[i])
    for i in range(3):
        cards.missions |= card_bit(view.public.mission_up[i])
    return cards
