"""Reads a state from plain data: checks the range of each value, then all of them together.

The public part is read as a view. The rest is read here, and must agree with it.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, CompiledSet, MISSION_CARDS, MISSION_DECK, NONE, TOKENS
)
from covert_engine.covert.exchange._check cimport check_state, check_view
from covert_engine.input._layout cimport Layout
from covert_engine.covert.exchange._read_view cimport read_fields
from covert_engine.input._reader cimport List, Message, Reader, shown
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.knowledge._view cimport View, observe, sort_hands
from covert_engine.covert.exchange.layouts import ENUMS

cdef enum:                   # numbers of fields
    STATE_VIEW = 1, STATE_DECISION, STATE_TO_DECIDE, STATE_SEED, STATE_HANDS, STATE_AGENCY_DECK,
    STATE_MISSION_DECK, STATE_CODE_DECKS, STATE_CODES_SHOWN, STATE_BAG, STATE_FRESH_TOKENS,
    STATE_SEARCH, STATE_KEPT, STATE_AGENCY_KNOWN_BY, STATE_AGENCY_LOTS, STATE_MISSION_KNOWN_BY,
    STATE_MISSION_LOTS
    HAND_AGENCY_CARDS = 1, HAND_MISSIONS, HAND_CODES, HAND_TOKENS
    ENTRIES = 1              # of a list in a list

cdef Layout STATE = Layout("""
    view:1:other decision:2:Decision to_decide:3:number seed:4:number hands:5:Hand*
    agency_deck:6:number* mission_deck:7:number* code_decks:8:List* codes_shown:9:number*
    bag:10:number* fresh_tokens:11:number* search:12:number* kept:13:number
    agency_known_by:14:List* agency_lots:15:number* mission_known_by:16:List*
    mission_lots:17:number*
""", {
    "Hand": "agency_cards:1:number* missions:2:number* codes:3:number* tokens:4:number*",
    "List": ":1:number*",
}, ENUMS)

cdef enum:
    LAST_LOT = 63


cdef list read_state(CompiledSet cards, object fields, State* state):
    cdef View view, seen
    cdef StateReader reader = StateReader()
    cdef Message message
    cdef bytes data = reader.bytes_of(STATE, fields)
    reader.open_bytes(STATE, data, &message)
    memset(state, 0, sizeof(State))
    fields = fields.get("view", {}) if isinstance(fields, dict) else {}
    for field, description in check_view(&cards.tables, &view, read_fields(cards, fields, &view)):
        reader.complain_at("view" if field == "view" else f"view.{field}", description)
    if reader.mistakes:
        return reader.mistakes
    sort_hands(&view)
    state.public = view.public
    reader.read(&message, state)
    if reader.mistakes:
        return reader.mistakes
    mistakes = check_state(&cards.tables, state)
    if not mistakes:
        observe(&cards.tables, state, 0, &seen)
        if memcmp(&view, &seen, sizeof(View)) != 0:
            reader.complain_at("view", "is not what seat 0 sees of the rest; expected the same game")
            mistakes = reader.mistakes
    return mistakes


cdef class StateReader(Reader):

    cdef int read(self, const Message* message, State* state) except -1:
        cdef int players = state.public.players
        cdef Message hand
        cdef List hands
        cdef int seat, i
        state.public.decision = max(1, self.choice(message, STATE_DECISION)) - 1
        state.actor = self.seat_or_none(message, STATE_TO_DECIDE, players)
        state.seed = self.seed(message)
        self.items(message, STATE_HANDS, players, players, &hands)
        for seat in range(hands.size):
            self.enter_item(message, &hands, &hand)
            state.agency_hand[seat] = self.numbers(&hand, HAND_AGENCY_CARDS, 1, AGENCY_CARDS)
            state.mission_hand[seat] = self.numbers(&hand, HAND_MISSIONS, 1, MISSION_CARDS)
            state.code_hand[seat] = self.numbers(&hand, HAND_CODES, 1, CODE_CARDS)
            self.row(&hand, HAND_TOKENS, ABILITIES, TOKENS, state.tokens[seat])
        state.agency_size = self.deck(message, STATE_AGENCY_DECK, AGENCY_CARDS, state.agency_deck)
        state.mission_size = self.deck(message, STATE_MISSION_DECK, MISSION_CARDS,
                                       state.mission_deck)
        self.read_code_decks(message, state)
        state.code_shown = self.numbers(message, STATE_CODES_SHOWN, 1, CODE_CARDS)
        self.row(message, STATE_BAG, ABILITIES, TOKENS, state.bag)
        self.row(message, STATE_FRESH_TOKENS, ABILITIES, TOKENS, state.fresh)
        if state.public.turn == NONE and any([state.fresh[i] for i in range(ABILITIES)]):
            self.complain_at("fresh_tokens", "expected none while no seat is on turn")
        self.read_search(message, state)
        self.knowers(message, STATE_AGENCY_KNOWN_BY, AGENCY_CARDS, players, state.agency_known)
        self.row(message, STATE_AGENCY_LOTS, AGENCY_CARDS, LAST_LOT, state.agency_lot)
        self.knowers(message, STATE_MISSION_KNOWN_BY, MISSION_CARDS, players, state.mission_known)
        self.row(message, STATE_MISSION_LOTS, MISSION_CARDS, LAST_LOT, state.mission_lot)
        return 0

    cdef uint64_t seed(self, const Message* message) except? 0:
        """Read a number wider than those of a view."""
        value = self.value(message, STATE_SEED)
        if type(value) is int and 0 <= value < 1 << 64:
            return value
        self.complain_at("seed", f"{shown(value)}; expected 0 to 2^64 - 1")
        return 0

    cdef int row(self, const Message* message, int field, int count, int most,
                 uint8_t* values) except -1:
        """Read a list of `count` numbers, 0 to `most`."""
        cdef List items
        cdef int i
        self.items(message, field, count, count, &items)
        for i in range(items.size):
            values[i] = self.next_number(message, &items, 0, most)
        return 0

    cdef int deck(self, const Message* message, int field, int most, uint8_t* cards) except -1:
        """Read the cards of a deck in their order; return their number."""
        cdef List items
        cdef int i
        self.items(message, field, 0, most, &items)
        for i in range(items.size):
            cards[i] = self.next_number(message, &items, 1, most) - 1
        return items.size

    cdef int read_code_decks(self, const Message* message, State* state) except -1:
        cdef List decks
        cdef Message entries
        cdef uint8_t cards[CODE_CARDS]
        cdef int deck, i, size
        self.items(message, STATE_CODE_DECKS, 2, 2, &decks)
        for deck in range(decks.size):
            self.enter_item(message, &decks, &entries)
            size = self.deck(&entries, ENTRIES, CODE_CARDS, cards)
            state.code_size[deck] = size
            for i in range(size):
                state.code_deck[deck][i] = cards[size - 1 - i]
        return 0

    cdef int read_search(self, const Message* message, State* state) except -1:
        cdef int size = state.public.searched
        cdef int most = MISSION_CARDS if state.public.use.deck == MISSION_DECK else AGENCY_CARDS
        cdef List items
        cdef int i, kept
        self.items(message, STATE_SEARCH, size, size, &items)
        memset(state.search, NONE, 3)
        for i in range(items.size):
            state.search[i] = self.next_number(message, &items, 1, most) - 1
        kept = self.number(message, STATE_KEPT, 0, most)
        state.kept = kept - 1 if kept else NONE
        if kept and state.kept not in [state.search[i] for i in range(size)]:
            self.complain_at("kept", f"{kept}; expected a card of the search, or 0")
        return 0

    cdef int knowers(self, const Message* message, int field, int cards, int players,
                     uint8_t* known) except -1:
        """Read the seats that know each card."""
        cdef List items
        cdef Message entries
        cdef int i
        self.items(message, field, cards, cards, &items)
        for i in range(items.size):
            self.enter_item(message, &items, &entries)
            known[i] = self.numbers(&entries, ENTRIES, 0, players - 1)
        return 0
