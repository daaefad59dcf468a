"""Reads the records of a view: a use, a movement and others, and cards in their places."""

import re

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport (
    AGENCY_CARDS, CODE_CARDS, MAX_CODE, MAX_SEATS, MAX_SYMBOLS, MISSION_CARDS, MISSION_DECK, NONE,
    SEARCH, CompiledSet,
)
from covert_engine.input._layout cimport Field, Layout
from covert_engine.covert.exchange._numbers cimport (
    CLAIM_CODE, CLAIM_TILES, ESPIONAGE_WINDOW_OPENER, ESPIONAGE_WINDOW_PLAYED,
    ESPIONAGE_WINDOW_POOL, MOVEMENT_LAST_AGENT, MOVEMENT_POOL, MOVEMENT_STEPS, PAIRS_COLOURS,
    PAIRS_REGION, PLACE_CARD, PLACE_KNOWN_BY, PLACE_LOT, REROLL_BY_CHARACTER, REROLL_FACES,
    SEARCH_CARDS, SEARCH_KEPT, SEARCH_SIZE, USED_ABILITY, USED_AGENCY_CARDS, USED_AGENT,
    USED_ANY_EQUIPMENT_USED, USED_BY_CHARACTER, USED_BY_TOKEN, USED_CARD, USED_CODES, USED_DECK,
    USED_DRAWS_LEFT, USED_FACE, USED_FEET_USED, USED_KIND, USED_LAST_PAYMENT, USED_MISSION,
    USED_SEAT, USED_SYMBOLS_PAID, VIEW_CLAIM, VIEW_ESPIONAGE, VIEW_MOVEMENT, VIEW_PAIRS,
    VIEW_REROLL, VIEW_SEARCH, VIEW_USE,
)
from covert_engine.input._reader cimport (
    NO_INDEX, List, Message, Reader, could_read, shown,
)
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.rules._actions cimport (
    AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE,
)
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, DICE, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState, Use,
)
from covert_engine.covert.exchange.layouts import ENUMS, MESSAGES
from covert_engine.covert.exchange.names import ABILITY_SEARCH, FIELDS_OF_USE

cdef enum UseKind:           # of the message `Use`
    ABILITY_USED = 1
    FLIGHT = 2
    COMPLETION = 3
    DRAW = 4


def fields_of_other_uses(kind):
    """Return the numbers of the fields that a kind of use has not, by their names."""
    cdef Layout use = Layout(MESSAGES["Use"], MESSAGES, ENUMS)
    own = {"kind", "seat", *FIELDS_OF_USE[kind]}
    fields = [((<Field> field).name, (<Field> field).number) for field in use.fields]
    return tuple([number for name, number in sorted(fields) if name not in own])


# By UseKind.
cdef tuple OF_OTHER_USES = ((), *map(fields_of_other_uses, ("ability", "flight", "mission", "draw")))


cdef class RecordReader(Reader):

    def __init__(self, CompiledSet cards):
        self.cards = cards

    cdef int read_places(self, const Message* parent, int field, int count_field, int most,
                         int cards, Place* places) except -1:
        cdef Message place
        cdef List listed
        cdef int count, i
        self.items(parent, field, 0, most, &listed)
        count = self.count(parent, field, count_field, listed.size, most)
        for i in range(listed.size, count):
            places[i].card = NONE
        for i in range(listed.size):
            self.enter_item(parent, &listed, &place)
            places[i].card = self.card(&place, PLACE_CARD, cards)
            places[i].known = self.numbers(&place, PLACE_KNOWN_BY, 0, self.players - 1)
            places[i].lot = self.number(&place, PLACE_LOT, 0, LAST_LOT)
        return count

    cdef int count(self, const Message* parent, int field, int count_field, int listed,
                   int most) except -1:
        """Return the number of places, listed or not; those not listed are unknown."""
        cdef int count = self.number(parent, count_field, 0, most) if self.has(
            parent, count_field) else listed
        if count < listed and self.has_read(parent, field) and self.has_read(parent, count_field):
            self.complain(parent, count_field, NO_INDEX, f"{count}; expected at least {listed}, as "
                          f"many as `{self.name(parent, field)}` lists")
        if not self.has_read(parent, count_field):
            self.leave_unread(parent, field)
        return max(count, listed)

    cdef uint8_t card(self, const Message* parent, int field, int cards) except? 254:
        cdef int number = self.number(parent, field, 0, cards)
        return number - 1 if number else NONE

    # The use of an ability and the open windows.

    cdef int read_records(self, const Message* message, View* view) except -1:
        cdef PublicState* public = &view.public
        cdef Message record
        cdef List items
        cdef int i, left
        view.kept = NONE
        public.opener = NONE
        public.aside = NONE
        if self.has(message, VIEW_USE):
            self.enter(message, VIEW_USE, &record)
            self.read_use(&record, public)
        if self.has(message, VIEW_ESPIONAGE):
            self.enter(message, VIEW_ESPIONAGE, &record)
            public.opener = self.number(&record, ESPIONAGE_WINDOW_OPENER, 0, self.players - 1)
            public.pool = self.numbers(&record, ESPIONAGE_WINDOW_POOL, 1, AGENCY_CARDS)
            public.spied = self.numbers(&record, ESPIONAGE_WINDOW_PLAYED, 1, AGENCY_CARDS)
        if self.has(message, VIEW_MOVEMENT):
            self.enter(message, VIEW_MOVEMENT, &record)
            public.moving = 1
            public.step_pool = self.number(&record, MOVEMENT_POOL, 0, MOST)
            self.items(&record, MOVEMENT_STEPS, AGENTS, AGENTS, &items)
            for i in range(items.size):
                public.steps[i] = self.next_number(&record, &items, 0, DICE)
            public.step_agent = self.card(&record, MOVEMENT_LAST_AGENT, AGENTS)
        if self.has(message, VIEW_PAIRS):
            self.enter(message, VIEW_PAIRS, &record)
            public.pairs = self.numbers(&record, PAIRS_COLOURS, 1, MAX_SEATS)
            if not public.pairs and self.has_read(&record, PAIRS_COLOURS):
                self.complain(&record, PAIRS_COLOURS, NO_INDEX, "0 entries; expected 1 to 4")
            public.pair_region = self.named(&record, PAIRS_REGION, self.cards.region_of, -1)
        if self.has(message, VIEW_REROLL):
            self.enter(message, VIEW_REROLL, &record)
            self.dice(&record, REROLL_FACES, DICE, public.picked)
            public.reroll_source = (BY_CHARACTER if self.flag(&record, REROLL_BY_CHARACTER)
                                    else BY_TOKEN)
        if self.has(message, VIEW_SEARCH):
            left = MISSION_CARDS if public.use.deck == MISSION_DECK else AGENCY_CARDS
            self.enter(message, VIEW_SEARCH, &record)
            public.searched = self.read_places(
                &record, SEARCH_CARDS, SEARCH_SIZE, 3, left, view.search)
            if not public.searched and self.has_read(&record, SEARCH_CARDS):
                self.complain(&record, SEARCH_CARDS, NO_INDEX, "0 entries; expected 1 to 3")
            view.kept = self.card(&record, SEARCH_KEPT, left)
        if self.has(message, VIEW_CLAIM):
            self.enter(message, VIEW_CLAIM, &record)
            self.items(&record, CLAIM_TILES, 1, MAX_CODE, &items)
            public.bent_code = self.number(&record, CLAIM_CODE, 1, CODE_CARDS) - 1
            public.bending = items.size
            for i in range(items.size):
                public.path[i] = self.next_number(&record, &items, 1, self.cards.tables.tiles) - 1
        return 0

    cdef int read_use(self, const Message* record, PublicState* public) except -1:
        cdef Use* use = &public.use
        cdef int kind = self.choice(record, USED_KIND)
        if not kind:
            return 0
        self.check_other_uses(record, kind)
        use.kind = USE_FLIGHT if kind == FLIGHT else USE_MISSION if kind == COMPLETION else USE_ABILITY
        use.seat = self.number(record, USED_SEAT, 0, self.players - 1)
        use.cards = self.numbers(record, USED_AGENCY_CARDS, 1, AGENCY_CARDS)
        if kind == ABILITY_USED:
            use.ability = max(1, self.choice(record, USED_ABILITY)) - 1
            use.source = self.source(record)
            use.face = self.number(record, USED_FACE, 0, 6)
            if use.ability == SEARCH:
                use.deck = max(1, self.choice(record, USED_DECK)) - 1
            elif (self.has(record, USED_DECK) and self.has_read(record, USED_ABILITY)
                  and self.value(record, USED_DECK) != "unspecified"):
                self.complain(record, USED_DECK, NO_INDEX,
                              f"{self.shown_value(record, USED_DECK)}; expected nothing unless the "
                              f"ability is {ABILITY_SEARCH!r}")
        elif kind == FLIGHT:
            use.source = self.number(record, USED_CARD, 1, AGENCY_CARDS) - 1
            if public.decision == CHOOSE_AGENT:
                self.number(record, USED_AGENT, 0, 0)
            else:
                least = could_read(self.unread, ("decision",))
                use.agent = max(1, self.number(record, USED_AGENT, least, AGENTS)) - 1
        elif kind == COMPLETION:
            use.mission = self.number(record, USED_MISSION, 1, MISSION_CARDS) - 1
            use.symbol = self.number(record, USED_SYMBOLS_PAID, 0, 3 * MAX_SYMBOLS)
            use.feet = self.number(record, USED_FEET_USED, 0, MAX_SYMBOLS)
            use.codes = self.numbers(record, USED_CODES, 1, CODE_CARDS)
            use.any_equipment = self.number(record, USED_ANY_EQUIPMENT_USED, 0, MAX_SYMBOLS)
            self.read_payment(record, use)
        else:
            use.ability = AGENCY_PLAY
            use.source = BY_CHARACTER
            if not self.flag(record, USED_BY_CHARACTER):
                self.complain(record, USED_BY_CHARACTER, NO_INDEX,
                              "false; expected true: only a character draws")
            use.symbol = self.number(record, USED_DRAWS_LEFT, 0, MOST)
        return 0

    cdef int check_other_uses(self, const Message* record, int kind) except -1:
        """Check that fields of other kinds of use are empty."""
        cdef int field
        for field in OF_OTHER_USES[kind]:
            if self.has(record, field):
                value = self.value(record, field)
                if value and value != "unspecified":
                    self.complain(record, field, NO_INDEX,
                                  f"{self.shown_value(record, field)}; expected nothing in a use of "
                                  f"kind {self.shown_value(record, USED_KIND)}")
        return 0

    cdef uint8_t source(self, const Message* record) except? NONE:
        """Return the source of an ability: exactly one of three."""
        cdef int card = self.number(record, USED_CARD, 0, AGENCY_CARDS)
        cdef bint token = self.flag(record, USED_BY_TOKEN)
        cdef bint character = self.flag(record, USED_BY_CHARACTER)
        if (card > 0) + token + character != 1 and self.has_read(record, USED_CARD) and (
                self.has_read(record, USED_BY_TOKEN) and self.has_read(record, USED_BY_CHARACTER)):
            self.complain(record, USED_CARD, NO_INDEX,
                          "expected exactly one of card, by_token and by_character")
        return BY_TOKEN if token else BY_CHARACTER if character else card - 1

    cdef int read_payment(self, const Message* record, Use* use) except -1:
        text = self.text(record, USED_LAST_PAYMENT)
        if text == "":
            return 0
        parts = re.fullmatch("([AC])([1-9][0-9]?)", text) if isinstance(text, str) else None
        if parts is None or int(parts[2]) > (AGENCY_CARDS if parts[1] == "A" else CODE_CARDS):
            self.complain(record, USED_LAST_PAYMENT, NO_INDEX,
                          f"{shown(text)}; expected A1 to A48, C1 to C40 or nothing")
            return 0
        use.after = 64 * (PAY_CARD if parts[1] == "A" else PAY_CODE) + int(parts[2]) - 1
        return 0
