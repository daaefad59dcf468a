"""Reads a view from the bytes of its message (covert_view.proto), each value by itself.

`_check.pyx` checks that the values fit together.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_CITIES, MAX_SEATS, MISSION_CARDS, NONE, TOKENS,
    CompiledSet,
)
from covert_engine.covert.exchange._gaps cimport fill_gaps
from covert_engine.input._layout cimport Field, Layout
from covert_engine.covert.exchange._numbers cimport (
    CARD_DECK_DISCARDS, CARD_DECK_LOT, CARD_DECK_PLACES, CARD_DECK_SHUFFLES, CARD_DECK_SIZE,
    CARD_DECK_UNSEEN, CIRCLE_SPACES, CITY_CUBES_CITY, CITY_CUBES_COLOURS, CODE_DECK_SIZE,
    CODE_DECK_TOP_EQUIPMENT, CODE_PLACE_CARD, CODE_PLACE_EQUIPMENT, CODE_PLACE_EQUIPMENT_PUBLIC,
    LOT_CARDS, LOT_LOT, PLAYER_AGENCY_CARDS, PLAYER_AGENCY_CARD_COUNT, PLAYER_AGENTS,
    PLAYER_CHARACTER, PLAYER_CHARACTER_USES, PLAYER_CODES, PLAYER_CODE_COUNT,
    PLAYER_COMPLETED_CODES, PLAYER_COMPLETED_MISSIONS, PLAYER_CUBES, PLAYER_DECODER_DICE,
    PLAYER_DICE, PLAYER_FOLDER_DICE, PLAYER_MISSIONS, PLAYER_MISSION_COUNT, PLAYER_REROLL_COUNT,
    PLAYER_REROLL_TOKEN, PLAYER_SUPPLY, PLAYER_TOKENS, PLAYER_TOKEN_DRAWS, TOKENS_ABILITY,
    TOKENS_COUNT, TURN_ACTED, TURN_CLAIMED, TURN_DRAWN, TURN_OWED, TURN_PLACED, TURN_PLAYS,
    TURN_SHIFTED, TURN_SWAPS, VIEW_AGENCY_DECK, VIEW_AGENCY_FACE_UP, VIEW_ASKED_FIRST,
    VIEW_CARD_SET, VIEW_CIRCLES, VIEW_CODE_DECKS, VIEW_CODE_SHUFFLES, VIEW_CUBES, VIEW_DECISION,
    VIEW_FINAL_ROUND, VIEW_FRESH_TOKENS, VIEW_HAD_BREAK_TURN, VIEW_MISSIONS_FACE_UP,
    VIEW_MISSION_DECK, VIEW_ON_TURN, VIEW_OPTIONS, VIEW_ORDER, VIEW_PHASE, VIEW_PLAYERS, VIEW_ROUND,
    VIEW_SEAT, VIEW_STARTER, VIEW_TILES, VIEW_TOKENS, VIEW_TO_DECIDE, VIEW_TURN,
)
from covert_engine.covert.exchange._read_records cimport LAST_LOT, MOST, RecordReader
from covert_engine.input._reader cimport (
    NO_INDEX, List, Message, Reader, could_read, shown,
)
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, AGENTS, CHOOSE_FIRST, CODE_LIMIT, CUBES, DICE, LAST_ROUND, MAX_PLAYS,
    MISSION_LIMIT, SETUP, PublicState,
)
from covert_engine.covert.exchange.layouts import ENUMS, MESSAGES

cdef enum:
    MOST_SHUFFLES = 65535    # counters kept in two bytes

cdef Layout VIEW = Layout(MESSAGES["View"], MESSAGES, ENUMS)
cdef Layout OPTIONS = Layout(MESSAGES["Options"], MESSAGES, ENUMS)


cdef Reader read_message(CompiledSet cards, bytes data, View* view, object unread=()):
    cdef ViewReader reader = ViewReader(cards)
    reader.read(data, view, unread)
    return reader


cdef Reader read_fields(CompiledSet cards, object fields, View* view, object unread=()):
    cdef ViewReader reader = ViewReader(cards)
    reader.read(reader.bytes_of(VIEW, fields), view, unread)
    return reader


cdef class ViewReader(RecordReader):

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
