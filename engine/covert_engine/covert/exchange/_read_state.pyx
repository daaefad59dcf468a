"""Reads a state from plain data: checks the range of each value, then all of them together.

The public part is read as a view. The rest is read here, and must agree with it.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, CompiledSet, MISSION_CARDS, MISSION_DECK, NONE, TOKENS
)
from covert_engine.covert.exchange._check cimport check_state, check_view
from covert_engine.covert.exchange._read_view cimport read_view
from covert_engine.covert.exchange._reader cimport Reader, shown
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.knowledge._view cimport View, observe, sort_hands
from covert_engine.covert.cards.stages import DECISIONS

cdef frozenset STATE = frozenset("""
    view decision to_decide seed hands agency_deck mission_deck code_decks codes_shown bag
    fresh_tokens search kept agency_known_by agency_lots mission_known_by mission_lots
""".split())
cdef frozenset HAND = frozenset("agency_cards missions codes tokens".split())
cdef dict DECISION_OF = {name: place for place, name in enumerate(DECISIONS)}

cdef enum:
    LAST_LOT = 63


cdef list read_state(CompiledSet cards, object fields, State* state):
    cdef View view, seen
    cdef StateReader reader = StateReader()
    cdef Reader base = reader
    cdef dict message = base.message(fields, STATE)
    memset(state, 0, sizeof(State))
    mistakes = check_view(&cards.tables, &view, read_view(cards, message.get("view", {}), &view))
    for field, description in mistakes:
        base.complain("view" if field == "view" else f"view.{field}", description)
    if base.mistakes:
        return base.mistakes
    sort_hands(&view)
    state.public = view.public
    reader.read(message, state)
    if base.mistakes:
        return base.mistakes
    mistakes = check_state(&cards.tables, state)
    if not mistakes:
        observe(&cards.tables, state, 0, &seen)
        if memcmp(&view, &seen, sizeof(View)) != 0:
            base.complain("view", "is not what seat 0 sees of the rest; expected the same game")
            mistakes = base.mistakes
    return mistakes


cdef class StateReader(Reader):

    cdef int read(self, dict fields, State* state) except -1:
        cdef int players = state.public.players
        cdef list items
        cdef dict hand
        cdef int seat, i
        state.public.decision = self.choice(fields, "decision", DECISION_OF, -1)
        state.actor = self.seat_or_none(fields, "to_decide", players)
        state.seed = self.seed(fields)
        items = self.items(fields, "hands", players, players)
        self.at.append("hands")
        for seat in range(len(items)):
            hand = self.enter_item(items, seat, HAND)
            state.agency_hand[seat] = self.numbers(hand, "agency_cards", 1, AGENCY_CARDS)
            state.mission_hand[seat] = self.numbers(hand, "missions", 1, MISSION_CARDS)
            state.code_hand[seat] = self.numbers(hand, "codes", 1, CODE_CARDS)
            self.row(hand, "tokens", ABILITIES, TOKENS, state.tokens[seat])
            self.leave()
        self.leave()
        state.agency_size = self.deck(fields, "agency_deck", AGENCY_CARDS, state.agency_deck)
        state.mission_size = self.deck(fields, "mission_deck", MISSION_CARDS, state.mission_deck)
        self.read_code_decks(fields, state)
        state.code_shown = self.numbers(fields, "codes_shown", 1, CODE_CARDS)
        self.row(fields, "bag", ABILITIES, TOKENS, state.bag)
        self.row(fields, "fresh_tokens", ABILITIES, TOKENS, state.fresh)
        if state.public.turn == NONE and any([state.fresh[i] for i in range(ABILITIES)]):
            self.complain("fresh_tokens", "expected none while no seat is on turn")
        self.read_search(fields, state)
        self.knowers(fields, "agency_known_by", AGENCY_CARDS, players, state.agency_known)
        self.row(fields, "agency_lots", AGENCY_CARDS, LAST_LOT, state.agency_lot)
        self.knowers(fields, "mission_known_by", MISSION_CARDS, players, state.mission_known)
        self.row(fields, "mission_lots", MISSION_CARDS, LAST_LOT, state.mission_lot)
        return 0

    cdef uint64_t seed(self, dict fields) except? 0:
        """Read a number wider than those of a view."""
        value = fields.get("seed", 0)
        if type(value) is int and 0 <= value < 1 << 64:
            return value
        self.complain("seed", f"{shown(value)}; expected 0 to 2^64 - 1")
        return 0

    cdef int row(self, dict parent, str name, int count, int most, uint8_t* values) except -1:
        """Read a list of `count` numbers, 0 to `most`."""
        cdef list items = self.items(parent, name, count, count)
        cdef int i
        self.at.append(name)
        for i in range(len(items)):
            values[i] = self.within(i, items[i], 0, most)
        self.leave()
        return 0

    cdef int deck(self, dict parent, str name, int most, uint8_t* cards) except -1:
        """Read the cards of a deck in their order; return their number."""
        cdef list items = self.items(parent, name, 0, most)
        cdef int i
        self.at.append(name)
        for i in range(len(items)):
            cards[i] = self.within(i, items[i], 1, most) - 1
        self.leave()
        return len(items)

    cdef int read_code_decks(self, dict fields, State* state) except -1:
        cdef list decks = self.items(fields, "code_decks", 2, 2)
        cdef uint8_t cards[CODE_CARDS]
        cdef int deck, i, size
        cdef str name
        for deck in range(len(decks)):
            name = f"code_decks[{deck}]"
            size = self.deck({name: decks[deck]}, name, CODE_CARDS, cards)
            state.code_size[deck] = size
            for i in range(size):
                state.code_deck[deck][i] = cards[size - 1 - i]
        return 0

    cdef int read_search(self, dict fields, State* state) except -1:
        cdef int size = state.public.searched
        cdef int most = MISSION_CARDS if state.public.use.deck == MISSION_DECK else AGENCY_CARDS
        cdef list items = self.items(fields, "search", size, size)
        cdef int i, kept
        memset(state.search, NONE, 3)
        self.at.append("search")
        for i in range(len(items)):
            state.search[i] = self.within(i, items[i], 1, most) - 1
        self.leave()
        kept = self.number(fields, "kept", 0, most)
        state.kept = kept - 1 if kept else NONE
        if kept and state.kept not in [state.search[i] for i in range(size)]:
            self.complain("kept", f"{kept}; expected a card of the search, or 0")
        return 0

    cdef int knowers(self, dict fields, str name, int cards, int players,
                     uint8_t* known) except -1:
        """Read the seats that know each card."""
        cdef list items = self.items(fields, name, cards, cards)
        cdef int i
        cdef str field
        for i in range(len(items)):
            field = f"{name}[{i}]"
            known[i] = self.numbers({field: items[i]}, field, 0, players - 1)
        return 0
