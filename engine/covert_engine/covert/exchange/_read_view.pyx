"""Reads a view from the bytes of its message (covert_view.proto), each value by itself.

`_check.pyx` checks that the values fit together.
"""

import re

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_CITIES, MAX_CODE, MAX_SEATS, MAX_SYMBOLS,
    MISSION_CARDS, MISSION_DECK, NONE, SEARCH, TOKENS, CompiledSet,
)
from covert_engine.covert.exchange._gaps cimport fill_gaps
from covert_engine.covert.exchange._layout cimport Field, Layout, layout_of
from covert_engine.covert.exchange._numbers cimport *
from covert_engine.covert.exchange._reader cimport (
    NO_INDEX, List, Message, Reader, could_read, shown,
)
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.rules._actions cimport AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, AGENTS, CHOOSE_AGENT, CHOOSE_FIRST, CODE_LIMIT, CUBES, DICE, LAST_ROUND, MAX_PLAYS,
    MISSION_LIMIT, SETUP, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState, Use,
)
from covert_engine.covert.exchange.names import ABILITY_SEARCH, FIELDS_OF_USE

cdef enum:
    MOST = 255               # counters kept in a byte
    MOST_SHUFFLES = 65535    # counters kept in two bytes
    LAST_LOT = 63

cdef enum UseKind:           # of the message `Use`
    ABILITY_USED = 1
    FLIGHT = 2
    COMPLETION = 3
    DRAW = 4

cdef Layout VIEW = layout_of("View")
cdef Layout OPTIONS = layout_of("Options")


def fields_of_other_uses(kind):
    """Return the numbers of the fields that a kind of use has not, by their names."""
    own = {"kind", "seat", *FIELDS_OF_USE[kind]}
    fields = [((<Field> field).name, (<Field> field).number) for field in layout_of("Use").fields]
    return tuple([number for name, number in sorted(fields) if name not in own])


# By UseKind.
cdef tuple OF_OTHER_USES = ((), *map(fields_of_other_uses, ("ability", "flight", "mission", "draw")))


cdef Reader read_message(CompiledSet cards, bytes data, View* view, object unread=()):
    cdef ViewReader reader = ViewReader(cards)
    reader.read(data, view, unread)
    return reader


cdef Reader read_fields(CompiledSet cards, object fields, View* view, object unread=()):
    cdef ViewReader reader = ViewReader(cards)
    reader.read(reader.bytes_of(VIEW, fields), view, unread)
    return reader


cdef class ViewReader(Reader):
    cdef CompiledSet cards
    cdef int players

    def __init__(self, CompiledSet cards):
        self.cards = cards

    cdef int read(self, bytes data, View* view, object unread) except -1:
        cdef Message message
        memset(view, 0, sizeof(View))
        self.open_bytes(VIEW, data, &message)
        self.leave_out(unread)
        digest = self.text(&message, VIEW_CARD_SET)
        if digest != self.cards.hex_digest:
            self.complain(&message, VIEW_CARD_SET, NO_INDEX,
                          f"{shown(digest)}; expected {self.cards.hex_digest}")
            self.unread.add("")
            return 0
        self.read_fields(&message, view)
        fill_gaps(&self.cards.tables, view)
        return 0

    cdef int read_fields(self, const Message* message, View* view) except -1:
        cdef PublicState* public = &view.public
        cdef Message player
        cdef List seats
        cdef int seat
        self.items(message, VIEW_PLAYERS, 2, MAX_SEATS, &seats)
        self.players = seats.size or MAX_SEATS
        public.players = self.players
        self.read_options(message)
        view.seat = self.number(message, VIEW_SEAT, 0, self.players - 1)
        public.round = self.number(message, VIEW_ROUND, 0, LAST_ROUND)
        public.phase = max(1, self.choice(message, VIEW_PHASE)) - 1
        public.decision = max(1, self.choice(message, VIEW_DECISION)) - 1
        view.actor = self.seat_or_none(message, VIEW_TO_DECIDE, self.players)
        public.turn = self.seat_or_none(message, VIEW_ON_TURN, self.players)
        self.read_turn(message, public)
        public.starter = self.seat_or_none(message, VIEW_STARTER, self.players)
        self.read_order(message, public)
        self.read_asked(message, public)
        public.had_turn = self.numbers(message, VIEW_HAD_BREAK_TURN, 0, self.players - 1)
        public.final_round = self.flag(message, VIEW_FINAL_ROUND)
        memset(public.agent, NONE, sizeof(public.agent))
        for seat in range(seats.size):
            self.enter_item(message, &seats, &player)
            self.read_player(&player, view, seat)
        self.read_board(message, public)
        self.read_deck(message, VIEW_AGENCY_DECK, AGENCY_CARDS, view.agency_deck,
                       &view.agency_deck_size, &view.agency_deck_lot, &public.agency_discard,
                       &public.agency_epoch, view.agency_lot)
        self.read_deck(message, VIEW_MISSION_DECK, MISSION_CARDS, view.mission_deck,
                       &view.mission_deck_size, &view.mission_deck_lot, &public.mission_discard,
                       &public.mission_epoch, view.mission_lot)
        self.read_code_decks(message, view)
        self.read_tokens(message, VIEW_TOKENS, view.tokens)
        self.read_tokens(message, VIEW_FRESH_TOKENS, view.fresh)
        self.read_records(message, view)
        return 0

    cdef int read_options(self, const Message* message) except -1:
        cdef Message options
        cdef Field option
        cdef bint expected
        self.enter(message, VIEW_OPTIONS, &options)
        for option in OPTIONS.fields:
            expected = self.cards.option_fields[option.name]
            if self.flag(&options, option.number) != expected:
                self.complain(&options, option.number, NO_INDEX,
                              f"{not expected}; this card set is compiled with {expected}")
        return 0

    cdef int read_turn(self, const Message* message, PublicState* public) except -1:
        cdef Message turn
        self.enter(message, VIEW_TURN, &turn)
        public.plays = self.number(&turn, TURN_PLAYS, 0, MAX_PLAYS)
        public.owed = self.number(&turn, TURN_OWED, 0, MAX_PLAYS + 1)
        public.placed = self.number(&turn, TURN_PLACED, 0, DICE)
        public.shifted = self.number(&turn, TURN_SHIFTED, 0, 6)
        public.drawn = self.number(&turn, TURN_DRAWN, 0, TOKENS)
        public.swaps = self.number(&turn, TURN_SWAPS, 0, MOST)
        public.claimed = self.flag(&turn, TURN_CLAIMED)
        public.acted = self.flag(&turn, TURN_ACTED)
        return 0

    cdef int read_order(self, const Message* message, PublicState* public) except -1:
        cdef List seats
        cdef int i
        self.numbers(message, VIEW_ORDER, 0, self.players - 1)      # notes its mistakes
        memset(public.order, NONE, MAX_SEATS)
        if could_read(self.unread, ("order",)):
            self.items(message, VIEW_ORDER, 0, self.players, &seats)
            for i in range(seats.size):
                public.order[i] = self.next_number(message, &seats, 0, self.players - 1)
            public.ordered = seats.size
        return 0

    cdef int read_asked(self, const Message* message, PublicState* public) except -1:
        """Find the place in order of the seat that a First window asks first (6.15)."""
        cdef int seat = self.seat_or_none(message, VIEW_ASKED_FIRST, self.players)
        cdef int place = 0
        if seat == NONE:
            return 0
        while place < public.ordered and public.order[place] != seat:
            place += 1
        if could_read(self.unread, ("order", "decision")) and (
                public.decision != CHOOSE_FIRST or place == public.ordered):
            self.complain(message, VIEW_ASKED_FIRST, NO_INDEX, f"{seat}; expected a seat of `order` "
                          "while a First window asks, else nothing")
            return 0
        public.asked_from = place
        return 0

    # Seats.

    cdef int read_player(self, const Message* player, View* view, int seat) except -1:
        cdef PublicState* public = &view.public
        cdef List agents
        cdef int i
        self.items(player, PLAYER_AGENTS, AGENTS, AGENTS, &agents)
        public.character[seat] = self.number(
            player, PLAYER_CHARACTER, 1, self.cards.tables.characters) - 1
        public.character_uses[seat] = self.number(player, PLAYER_CHARACTER_USES, 0, MOST)
        if self.flag(player, PLAYER_REROLL_TOKEN):
            public.rerolls |= 1 << seat
        self.dice(player, PLAYER_DICE, DICE, public.unplaced[seat])
        public.folder[seat] = self.number(player, PLAYER_FOLDER_DICE, 0, DICE)
        self.dice(player, PLAYER_DECODER_DICE, DICE, public.decoder[seat])
        for i in range(agents.size):
            public.agent[seat][i] = self.next_named(player, &agents, self.cards.city_of)
        public.supply[seat] = self.number(player, PLAYER_SUPPLY, 0, CUBES)
        public.cubes_held[seat] = self.numbers(player, PLAYER_CUBES, 1, MAX_SEATS)
        public.completed[seat] = self.numbers(player, PLAYER_COMPLETED_MISSIONS, 1, MISSION_CARDS)
        public.broken[seat] = self.numbers(player, PLAYER_COMPLETED_CODES, 1, CODE_CARDS)
        view.agency_size[seat] = self.read_places(
            player, PLAYER_AGENCY_CARDS, PLAYER_AGENCY_CARD_COUNT, AGENCY_LIMIT + 1, AGENCY_CARDS,
            view.agency[seat])
        view.mission_size[seat] = self.read_places(
            player, PLAYER_MISSIONS, PLAYER_MISSION_COUNT, MISSION_LIMIT + 1, MISSION_CARDS,
            view.mission[seat])
        self.read_codes(player, view, seat)
        view.token_size[seat] = self.number(player, PLAYER_TOKENS, 0, TOKENS)
        public.token_draws[seat] = self.number(player, PLAYER_TOKEN_DRAWS, 0, MOST)
        public.reroll_count[seat] = self.number(player, PLAYER_REROLL_COUNT, 0, MOST_SHUFFLES)
        return 0

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

    cdef uint8_t card(self, const Message* parent, int field, int cards) except? 254:   # NONE for 0
        cdef int number = self.number(parent, field, 0, cards)
        return number - 1 if number else NONE

    cdef int read_codes(self, const Message* player, View* view, int seat) except -1:
        cdef Message place
        cdef List codes
        cdef int count, i
        self.items(player, PLAYER_CODES, 0, CODE_LIMIT, &codes)
        count = self.count(player, PLAYER_CODES, PLAYER_CODE_COUNT, codes.size, CODE_LIMIT)
        view.code_size[seat] = count
        for i in range(codes.size, count):
            view.code[seat][i].card = view.code[seat][i].equipment = NONE
        for i in range(codes.size):
            self.enter_item(player, &codes, &place)
            view.code[seat][i].card = self.card(&place, CODE_PLACE_CARD, CODE_CARDS)
            view.code[seat][i].equipment = self.named(
                &place, CODE_PLACE_EQUIPMENT, self.cards.equipment_of, NONE)
            view.code[seat][i].shown = self.flag(&place, CODE_PLACE_EQUIPMENT_PUBLIC)
        return 0

    cdef int read_tokens(self, const Message* message, int field, uint8_t* tokens) except -1:
        cdef Message entry
        cdef List items
        cdef int i, ability
        self.items(message, field, 0, ABILITIES, &items)
        for i in range(items.size):
            self.enter_item(message, &items, &entry)
            ability = max(1, self.choice(&entry, TOKENS_ABILITY)) - 1
            if tokens[ability] and self.has_read(&entry, TOKENS_ABILITY):
                self.complain(&entry, TOKENS_ABILITY, NO_INDEX,
                              f"{shown(self.value(&entry, TOKENS_ABILITY))} stands here twice; "
                              "expected each ability once")
            tokens[ability] = self.number(&entry, TOKENS_COUNT, 1, TOKENS)
        return 0

    # The board and the decks.

    cdef int read_board(self, const Message* message, PublicState* public) except -1:
        cdef Message entry
        cdef List entries, spaces
        cdef int i, face, seat, city
        cdef int least = 0, most = self.cards.tables.tiles
        memset(public.circle, NONE, sizeof(public.circle))
        self.items(message, VIEW_CIRCLES, 4, 4, &entries)
        for i in range(entries.size):
            self.enter_item(message, &entries, &entry)
            self.items(&entry, CIRCLE_SPACES, 6, 6, &spaces)
            for face in range(spaces.size):
                seat = self.next_number(&entry, &spaces, 0, self.players)
                public.circle[i][face] = seat - 1 if seat else NONE

        if could_read(self.unread, ("phase",)):
            least = most = 0 if public.phase == SETUP else most
        self.items(message, VIEW_TILES, least, most, &entries)
        for i in range(entries.size):
            public.tiles[i] = self.next_number(message, &entries, 1, 6)
        self.read_face_up(message, VIEW_AGENCY_FACE_UP, 6, AGENCY_CARDS, public.agency_up)
        self.read_face_up(message, VIEW_MISSIONS_FACE_UP, 3, MISSION_CARDS, public.mission_up)

        self.items(message, VIEW_CUBES, 0, MAX_CITIES, &entries)
        for i in range(entries.size):
            self.enter_item(message, &entries, &entry)
            city = self.named(&entry, CITY_CUBES_CITY, self.cards.city_of, -1)
            if public.cubes[city] and self.has_read(&entry, CITY_CUBES_CITY):
                self.complain(&entry, CITY_CUBES_CITY, NO_INDEX,
                              f"{shown(self.text(&entry, CITY_CUBES_CITY))} stands here twice; "
                              "expected each city once")
            public.cubes[city] = self.numbers(&entry, CITY_CUBES_COLOURS, 1, MAX_SEATS)
        return 0

    cdef int read_face_up(self, const Message* message, int field, int spaces, int cards,
                          uint8_t* places) except -1:
        cdef List numbers
        cdef int i, number
        self.items(message, field, spaces, spaces, &numbers)
        for i in range(numbers.size):
            number = self.next_number(message, &numbers, 0, cards)
            places[i] = number - 1 if number else NONE
        return 0

    cdef int read_deck(self, const Message* message, int field, int cards, Place* places,
                       uint8_t* size, uint8_t* lot, uint64_t* discards, uint16_t* shuffles,
                       uint8_t* lots) except -1:
        cdef Message deck
        self.enter(message, field, &deck)
        size[0] = self.read_places(&deck, CARD_DECK_PLACES, CARD_DECK_SIZE, cards, cards, places)
        lot[0] = self.number(&deck, CARD_DECK_LOT, 0, LAST_LOT) or NONE
        discards[0] = self.numbers(&deck, CARD_DECK_DISCARDS, 1, cards)
        shuffles[0] = self.number(&deck, CARD_DECK_SHUFFLES, 0, MOST_SHUFFLES)
        self.read_unseen(&deck, cards, lots)
        return 0

    cdef int read_unseen(self, const Message* deck, int cards, uint8_t* lots) except -1:
        cdef Message entry
        cdef List items
        cdef uint64_t members
        cdef int i, lot, card
        memset(lots, NONE, cards)
        self.items(deck, CARD_DECK_UNSEEN, 0, LAST_LOT, &items)
        for i in range(items.size):
            self.enter_item(deck, &items, &entry)
            lot = self.number(&entry, LOT_LOT, 1, LAST_LOT)
            members = self.numbers(&entry, LOT_CARDS, 1, cards)
            for card in range(cards):
                if members >> card & 1:
                    if lots[card] != NONE and self.has_read(&entry, LOT_CARDS):
                        self.complain(&entry, LOT_CARDS, NO_INDEX, f"card {card + 1} is in lot "
                                      f"{lots[card]} too; expected each card in one lot")
                    lots[card] = lot
        return 0

    cdef int read_code_decks(self, const Message* message, View* view) except -1:
        cdef Message deck
        cdef List decks
        cdef int i
        memset(view.code_top, NONE, 2)
        self.items(message, VIEW_CODE_DECKS, 2, 2, &decks)
        for i in range(decks.size):
            self.enter_item(message, &decks, &deck)
            view.code_deck_size[i] = self.number(&deck, CODE_DECK_SIZE, 0, CODE_CARDS)
            view.code_top[i] = self.named(
                &deck, CODE_DECK_TOP_EQUIPMENT, self.cards.equipment_of, NONE)
        view.public.code_epoch = self.number(message, VIEW_CODE_SHUFFLES, 0, MOST_SHUFFLES)
        return 0

    # What is going on.

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
