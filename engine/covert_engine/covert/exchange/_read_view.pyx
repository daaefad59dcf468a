"""Reads a view from plain data (covert_view.proto), each value by itself.

`_check.pyx` checks that the values fit together.
"""

import re

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.rules._actions cimport AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_CITIES, MAX_CODE, MAX_SEATS, MAX_SYMBOLS,
    MISSION_CARDS, MISSION_DECK, NONE, SEARCH, TOKENS, CompiledSet, places_of,
)
from covert_engine.covert.exchange._gaps cimport fill_gaps
from covert_engine.covert.exchange._reader cimport Reader, could_read, shown, value_of
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, AGENTS, CHOOSE_AGENT, CHOOSE_FIRST, CODE_LIMIT, CUBES, DICE, LAST_ROUND, MAX_PLAYS,
    MISSION_LIMIT, SETUP, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState, Use,
)
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.cards.card_set import ABILITIES as ABILITY_NAMES, DECKS as DECK_NAMES
from covert_engine.covert.cards.card_set import OPTIONS
from covert_engine.covert.cards.stages import DECISIONS, PHASES
from covert_engine.covert.exchange import fields as typed
from covert_engine.covert.exchange.names import ABILITY_SEARCH, FIELDS_OF_USE

# The names of the fields of each message.
cdef frozenset OPTION_NAMES = frozenset(OPTIONS)
cdef frozenset VIEW = frozenset(typed.ViewFields.__annotations__)
cdef frozenset TURN = frozenset(typed.TurnFields.__annotations__)
cdef frozenset PLAYER = frozenset(typed.PlayerFields.__annotations__)
cdef frozenset PLACE = frozenset(typed.PlaceFields.__annotations__)
cdef frozenset CODE_PLACE = frozenset(typed.CodePlaceFields.__annotations__)
cdef frozenset CIRCLE = frozenset(typed.CircleFields.__annotations__)
cdef frozenset CITY_CUBES = frozenset(typed.CityCubesFields.__annotations__)
cdef frozenset CARD_DECK = frozenset(typed.CardDeckFields.__annotations__)
cdef frozenset LOT = frozenset(typed.LotFields.__annotations__)
cdef frozenset CODE_DECK = frozenset(typed.CodeDeckFields.__annotations__)
cdef frozenset TOKEN_COUNT = frozenset(typed.TokenFields.__annotations__)
cdef frozenset USE = frozenset(typed.UseFields.__annotations__)
cdef frozenset ESPIONAGE_WINDOW = frozenset(typed.EspionageFields.__annotations__)
cdef frozenset MOVEMENT = frozenset(typed.MovementFields.__annotations__)
cdef frozenset PAIRS = frozenset(typed.PairFields.__annotations__)
cdef frozenset REROLL_RECORD = frozenset(typed.RerollFields.__annotations__)
cdef frozenset SEARCH_RECORD = frozenset(typed.SearchFields.__annotations__)
cdef frozenset CLAIM_RECORD = frozenset(typed.ClaimFields.__annotations__)

cdef enum:
    MOST = 255               # counters kept in a byte
    LAST_LOT = 63

cdef dict PHASE_OF = places_of(PHASES)
cdef dict DECISION_OF = places_of(DECISIONS)
cdef dict ABILITY_OF = places_of(ABILITY_NAMES)
cdef dict DECK_OF = places_of(DECK_NAMES)
cdef dict USE_KIND_OF = {"ability": USE_ABILITY, "flight": USE_FLIGHT, "mission": USE_MISSION,
                         "draw": USE_ABILITY}


cdef Reader read_view(CompiledSet cards, object fields, View* view, object unread=()):
    cdef ViewReader reader = ViewReader(cards)
    cdef Reader base = reader
    cdef dict message = base.message(fields, VIEW)
    base.leave_out(unread)
    memset(view, 0, sizeof(View))
    if message.get("card_set") != cards.hex_digest:
        base.complain("card_set",
                      f"{shown(message.get('card_set', ''))}; expected {cards.hex_digest}")
        base.unread.add("")
        return base
    reader.read(message, view)
    fill_gaps(&cards.tables, view)
    return base


cdef class ViewReader(Reader):
    cdef CompiledSet cards
    cdef int players

    def __init__(self, CompiledSet cards):
        self.cards = cards

    cdef int read(self, dict fields, View* view) except -1:
        cdef PublicState* public = &view.public
        cdef list seats = self.items(fields, "players", 2, MAX_SEATS)
        cdef int seat
        self.players = len(seats) if seats else MAX_SEATS
        public.players = self.players
        self.read_options(fields)
        view.seat = self.number(fields, "seat", 0, self.players - 1)
        public.round = self.number(fields, "round", 0, LAST_ROUND)
        public.phase = self.choice(fields, "phase", PHASE_OF, -1)
        public.decision = self.choice(fields, "decision", DECISION_OF, -1)
        view.actor = self.seat_or_none(fields, "to_decide", self.players)
        public.turn = self.seat_or_none(fields, "on_turn", self.players)
        self.read_turn(fields, public)
        public.starter = self.seat_or_none(fields, "starter", self.players)
        self.read_order(fields, public)
        self.read_asked(fields, public)
        public.had_turn = self.numbers(fields, "had_break_turn", 0, self.players - 1)
        public.final_round = self.flag(fields, "final_round")
        memset(public.agent, NONE, sizeof(public.agent))
        self.at.append("players")
        for seat in range(len(seats)):
            self.read_player(self.enter_item(seats, seat, PLAYER), view, seat)
            self.leave()
        self.leave()
        self.read_board(fields, public)
        self.read_decks(fields, view)
        self.read_tokens(fields, "tokens", view.tokens)
        self.read_tokens(fields, "fresh_tokens", view.fresh)
        self.read_records(fields, view)
        return 0

    cdef int read_options(self, dict fields) except -1:
        cdef dict options = self.enter(fields, "options", OPTION_NAMES)
        for name in OPTIONS:
            expected = getattr(self.cards.options, name)
            if self.flag(options, name) != expected:
                self.complain(name, f"{not expected}; this card set is compiled with {expected}")
        self.leave()
        return 0

    cdef int read_turn(self, dict fields, PublicState* public) except -1:
        cdef dict turn = self.enter(fields, "turn", TURN)
        public.plays = self.number(turn, "plays", 0, MAX_PLAYS)
        public.owed = self.number(turn, "owed", 0, MAX_PLAYS + 1)
        public.placed = self.number(turn, "placed", 0, DICE)
        public.shifted = self.number(turn, "shifted", 0, 6)
        public.drawn = self.number(turn, "drawn", 0, TOKENS)
        public.swaps = self.number(turn, "swaps", 0, MOST)
        public.claimed = self.flag(turn, "claimed")
        public.acted = self.flag(turn, "acted")
        self.leave()
        return 0

    cdef int read_order(self, dict fields, PublicState* public) except -1:
        self.numbers(fields, "order", 0, self.players - 1)          # notes its mistakes
        memset(public.order, NONE, MAX_SEATS)
        if could_read(self.unread, ("order",)):
            for seat in fields.get("order", ()):
                public.order[public.ordered] = seat
                public.ordered += 1
        return 0

    cdef int read_asked(self, dict fields, PublicState* public) except -1:
        """Find the place in order of the seat that a First window asks first (6.15)."""
        cdef int seat = self.seat_or_none(fields, "asked_first", self.players)
        cdef int place = 0
        if seat == NONE:
            return 0
        while place < public.ordered and public.order[place] != seat:
            place += 1
        if could_read(self.unread, ("order", "decision")) and (
                public.decision != CHOOSE_FIRST or place == public.ordered):
            self.complain("asked_first", f"{seat}; expected a seat of `order` while a First window "
                          "asks, else nothing")
            return 0
        public.asked_from = place
        return 0

    # Seats.

    cdef int read_player(self, dict player, View* view, int seat) except -1:
        cdef PublicState* public = &view.public
        cdef list agents = self.items(player, "agents", AGENTS, AGENTS)
        cdef int i
        public.character[seat] = self.number(
            player, "character", 1, self.cards.tables.characters) - 1
        public.character_uses[seat] = self.number(player, "character_uses", 0, MOST)
        if self.flag(player, "reroll_token"):
            public.rerolls |= 1 << seat
        self.dice(player, "dice", DICE, public.unplaced[seat])
        public.folder[seat] = self.number(player, "folder_dice", 0, DICE)
        self.dice(player, "decoder_dice", DICE, public.decoder[seat])
        self.at.append("agents")
        for i in range(len(agents)):
            public.agent[seat][i] = self.one_of(i, agents[i], self.cards.city_of)
        self.leave()
        public.supply[seat] = self.number(player, "supply", 0, CUBES)
        public.cubes_held[seat] = self.numbers(player, "cubes", 1, MAX_SEATS)
        public.completed[seat] = self.numbers(player, "completed_missions", 1, MISSION_CARDS)
        public.broken[seat] = self.numbers(player, "completed_codes", 1, CODE_CARDS)
        view.agency_size[seat] = self.read_places(player, "agency_cards", AGENCY_LIMIT + 1,
                                                  AGENCY_CARDS, view.agency[seat],
                                                  "agency_card_count")
        view.mission_size[seat] = self.read_places(player, "missions", MISSION_LIMIT + 1,
                                                   MISSION_CARDS, view.mission[seat],
                                                   "mission_count")
        self.read_codes(player, view, seat)
        view.token_size[seat] = self.number(player, "tokens", 0, TOKENS)
        public.token_draws[seat] = self.number(player, "token_draws", 0, MOST)
        public.reroll_count[seat] = self.number(player, "reroll_count", 0, 65535)
        return 0

    cdef int read_places(self, dict parent, str name, int most, int cards, Place* places,
                         str count_name) except -1:
        cdef list items = self.items(parent, name, 0, most)
        cdef int count = self.count(parent, name, count_name, len(items), most)
        cdef dict place
        cdef int i
        for i in range(len(items), count):
            places[i].card = NONE
        self.at.append(name)
        for i in range(len(items)):
            place = self.enter_item(items, i, PLACE)
            places[i].card = self.card(place, "card", cards)
            places[i].known = self.numbers(place, "known_by", 0, self.players - 1)
            places[i].lot = self.number(place, "lot", 0, LAST_LOT)
            self.leave()
        self.leave()
        return count

    cdef int count(self, dict parent, str name, str count_name, int listed, int most) except -1:
        """Return the number of places, listed or not; those not listed are unknown."""
        cdef int count = self.number(parent, count_name, 0, most) if count_name in parent else listed
        if count < listed and self.has_read(name) and self.has_read(count_name):
            self.complain(count_name, f"{count}; expected at least {listed}, as many as `{name}` lists")
        if not self.has_read(count_name):
            self.leave_unread(name)
        return max(count, listed)

    cdef uint8_t card(self, dict parent, str name, int cards) except? NONE:  # NONE for 0
        cdef int number = self.number(parent, name, 0, cards)
        return number - 1 if number else NONE

    cdef int read_codes(self, dict player, View* view, int seat) except -1:
        cdef list codes = self.items(player, "codes", 0, CODE_LIMIT)
        cdef int count = self.count(player, "codes", "code_count", len(codes), CODE_LIMIT)
        cdef dict place
        cdef int i
        view.code_size[seat] = count
        for i in range(len(codes), count):
            view.code[seat][i].card = view.code[seat][i].equipment = NONE
        self.at.append("codes")
        for i in range(len(codes)):
            place = self.enter_item(codes, i, CODE_PLACE)
            view.code[seat][i].card = self.card(place, "card", CODE_CARDS)
            view.code[seat][i].equipment = self.choice(place, "equipment", self.cards.equipment_of, NONE)
            view.code[seat][i].shown = self.flag(place, "equipment_public")
            self.leave()
        self.leave()
        return 0

    cdef int read_tokens(self, dict fields, str name, uint8_t* tokens) except -1:
        cdef list items = self.items(fields, name, 0, ABILITIES)
        cdef dict entry
        cdef int i, ability
        self.at.append(name)
        for i in range(len(items)):
            entry = self.enter_item(items, i, TOKEN_COUNT)
            ability = self.choice(entry, "ability", ABILITY_OF, -1)
            if tokens[ability] and self.has_read("ability"):
                self.complain("ability", f"{shown(entry.get('ability'))} stands here twice; "
                              "expected each ability once")
            tokens[ability] = self.number(entry, "count", 1, TOKENS)
            self.leave()
        self.leave()
        return 0

    # The board and the decks.

    cdef int read_board(self, dict fields, PublicState* public) except -1:
        cdef list values, circles = self.items(fields, "circles", 4, 4)
        cdef dict entry
        cdef int i, face, seat, city
        cdef int least = 0, most = self.cards.tables.tiles
        self.at.append("circles")
        memset(public.circle, NONE, sizeof(public.circle))
        for i in range(len(circles)):
            values = self.items(self.enter_item(circles, i, CIRCLE), "spaces", 6, 6)
            self.at.append("spaces")
            for face in range(len(values)):
                seat = self.within(face, values[face], 0, self.players)
                public.circle[i][face] = seat - 1 if seat else NONE
            self.leave()
            self.leave()
        self.leave()

        if could_read(self.unread, ("phase",)):
            least = most = 0 if public.phase == SETUP else most
        values = self.items(fields, "tiles", least, most)
        self.at.append("tiles")
        for i in range(len(values)):
            public.tiles[i] = self.within(i, values[i], 1, 6)
        self.leave()
        self.read_face_up(fields, "agency_face_up", 6, AGENCY_CARDS, public.agency_up)
        self.read_face_up(fields, "missions_face_up", 3, MISSION_CARDS, public.mission_up)

        values = self.items(fields, "cubes", 0, MAX_CITIES)
        self.at.append("cubes")
        for i in range(len(values)):
            entry = self.enter_item(values, i, CITY_CUBES)
            city = self.choice(entry, "city", self.cards.city_of, -1)
            if public.cubes[city] and self.has_read("city"):
                self.complain("city", f"{shown(entry.get('city'))} stands here twice; "
                              "expected each city once")
            public.cubes[city] = self.numbers(entry, "colours", 1, MAX_SEATS)
            self.leave()
        self.leave()
        return 0

    cdef int read_face_up(self, dict fields, str name, int spaces, int cards,
                          uint8_t* places) except -1:
        cdef list values = self.items(fields, name, spaces, spaces)
        cdef int i, number
        self.at.append(name)
        for i in range(len(values)):
            number = self.within(i, values[i], 0, cards)
            places[i] = number - 1 if number else NONE
        self.leave()
        return 0

    cdef int read_decks(self, dict fields, View* view) except -1:
        cdef PublicState* public = &view.public
        cdef dict deck = self.enter(fields, "agency_deck", CARD_DECK)
        cdef list items
        cdef int i
        view.agency_deck_size = self.read_places(deck, "places", AGENCY_CARDS, AGENCY_CARDS,
                                                 view.agency_deck, "size")
        view.agency_deck_lot = self.number(deck, "lot", 0, LAST_LOT) or NONE
        public.agency_discard = self.numbers(deck, "discards", 1, AGENCY_CARDS)
        public.agency_epoch = self.number(deck, "shuffles", 0, 65535)
        self.read_unseen(deck, AGENCY_CARDS, view.agency_lot)
        self.leave()
        deck = self.enter(fields, "mission_deck", CARD_DECK)
        view.mission_deck_size = self.read_places(deck, "places", MISSION_CARDS, MISSION_CARDS,
                                                  view.mission_deck, "size")
        view.mission_deck_lot = self.number(deck, "lot", 0, LAST_LOT) or NONE
        public.mission_discard = self.numbers(deck, "discards", 1, MISSION_CARDS)
        public.mission_epoch = self.number(deck, "shuffles", 0, 65535)
        self.read_unseen(deck, MISSION_CARDS, view.mission_lot)
        self.leave()
        items = self.items(fields, "code_decks", 2, 2)
        self.at.append("code_decks")
        memset(view.code_top, NONE, 2)
        for i in range(len(items)):
            deck = self.enter_item(items, i, CODE_DECK)
            view.code_deck_size[i] = self.number(deck, "size", 0, CODE_CARDS)
            view.code_top[i] = self.choice(deck, "top_equipment", self.cards.equipment_of, NONE)
            self.leave()
        self.leave()
        public.code_epoch = self.number(fields, "code_shuffles", 0, 65535)
        return 0

    cdef int read_unseen(self, dict deck, int cards, uint8_t* lots) except -1:
        cdef list items = self.items(deck, "unseen", 0, LAST_LOT)
        cdef uint64_t members
        cdef dict entry
        cdef int i, lot, card
        memset(lots, NONE, cards)
        self.at.append("unseen")
        for i in range(len(items)):
            entry = self.enter_item(items, i, LOT)
            lot = self.number(entry, "lot", 1, LAST_LOT)
            members = self.numbers(entry, "cards", 1, cards)
            for card in range(cards):
                if members >> card & 1:
                    if lots[card] != NONE and self.has_read("cards"):
                        self.complain("cards", f"card {card + 1} is in lot {lots[card]} too; "
                                      "expected each card in one lot")
                    lots[card] = lot
            self.leave()
        self.leave()
        return 0

    # What is going on.

    cdef int read_records(self, dict fields, View* view) except -1:
        cdef PublicState* public = &view.public
        cdef dict record
        cdef list items
        cdef int i, left
        view.kept = NONE
        public.opener = NONE
        public.aside = NONE
        if "use" in fields:
            self.read_use(self.enter(fields, "use", USE), public)
            self.leave()
        if "espionage" in fields:
            record = self.enter(fields, "espionage", ESPIONAGE_WINDOW)
            public.opener = self.number(record, "opener", 0, self.players - 1)
            public.pool = self.numbers(record, "pool", 1, AGENCY_CARDS)
            public.spied = self.numbers(record, "played", 1, AGENCY_CARDS)
            self.leave()
        if "movement" in fields:
            record = self.enter(fields, "movement", MOVEMENT)
            public.moving = 1
            public.step_pool = self.number(record, "pool", 0, MOST)
            items = self.items(record, "steps", AGENTS, AGENTS)
            self.at.append("steps")
            for i in range(len(items)):
                public.steps[i] = self.within(i, items[i], 0, DICE)
            self.leave()
            public.step_agent = self.card(record, "last_agent", AGENTS)
            self.leave()
        if "pairs" in fields:
            record = self.enter(fields, "pairs", PAIRS)
            public.pairs = self.numbers(record, "colours", 1, MAX_SEATS)
            if not public.pairs and self.has_read("colours"):
                self.complain("colours", "0 entries; expected 1 to 4")
            public.pair_region = self.choice(record, "region", self.cards.region_of, -1)
            self.leave()
        if "reroll" in fields:
            record = self.enter(fields, "reroll", REROLL_RECORD)
            self.dice(record, "faces", DICE, public.picked)
            public.reroll_source = BY_CHARACTER if self.flag(record, "by_character") else BY_TOKEN
            self.leave()
        if "search" in fields:
            left = MISSION_CARDS if public.use.deck == MISSION_DECK else AGENCY_CARDS
            record = self.enter(fields, "search", SEARCH_RECORD)
            public.searched = self.read_places(record, "cards", 3, left, view.search, "size")
            if not public.searched and self.has_read("cards"):
                self.complain("cards", "0 entries; expected 1 to 3")
            view.kept = self.card(record, "kept", left)
            self.leave()
        if "claim" in fields:
            self.read_claim(self.enter(fields, "claim", CLAIM_RECORD), public)
            self.leave()
        return 0

    cdef int read_claim(self, dict record, PublicState* public) except -1:
        cdef list tiles = self.items(record, "tiles", 1, MAX_CODE)
        cdef int i
        public.bent_code = self.number(record, "code", 1, CODE_CARDS) - 1
        public.bending = len(tiles)
        self.at.append("tiles")
        for i in range(len(tiles)):
            public.path[i] = self.within(i, tiles[i], 1, self.cards.tables.tiles) - 1
        self.leave()
        return 0

    cdef int read_use(self, dict record, PublicState* public) except -1:
        cdef Use* use = &public.use
        kind = record.get("kind", "")
        use.kind = self.one_of("kind", kind, USE_KIND_OF)
        if not use.kind:
            return 0
        for name in sorted(USE - FIELDS_OF_USE[kind] - {"kind", "seat"}):
            if record.get(name) and record[name] != "unspecified":
                self.complain(name, f"{value_of(name, record[name])}; expected nothing in a use of "
                              f"kind {value_of('kind', kind)}")
        use.seat = self.number(record, "seat", 0, self.players - 1)
        use.cards = self.numbers(record, "agency_cards", 1, AGENCY_CARDS)
        if kind == "ability":
            use.ability = self.choice(record, "ability", ABILITY_OF, -1)
            use.source = self.source(record)
            use.face = self.number(record, "face", 0, 6)
            if use.ability == SEARCH:
                use.deck = self.choice(record, "deck", DECK_OF, -1)
            elif (record.get("deck", "unspecified") != "unspecified"
                  and self.has_read("ability")):
                self.complain("deck", f"{value_of('deck', record['deck'])}; expected nothing unless "
                              f"the ability is {ABILITY_SEARCH!r}")
        elif kind == "flight":
            use.source = self.number(record, "card", 1, AGENCY_CARDS) - 1
            if public.decision == CHOOSE_AGENT:
                self.number(record, "agent", 0, 0)
            else:
                least = could_read(self.unread, ("decision",))
                use.agent = max(1, self.number(record, "agent", least, AGENTS)) - 1
        elif kind == "mission":
            use.mission = self.number(record, "mission", 1, MISSION_CARDS) - 1
            use.symbol = self.number(record, "symbols_paid", 0, 3 * MAX_SYMBOLS)
            use.feet = self.number(record, "feet_used", 0, MAX_SYMBOLS)
            use.codes = self.numbers(record, "codes", 1, CODE_CARDS)
            use.any_equipment = self.number(record, "any_equipment_used", 0, MAX_SYMBOLS)
            self.read_payment(record, use)
        else:
            use.ability = AGENCY_PLAY
            use.source = BY_CHARACTER
            if not self.flag(record, "by_character"):
                self.complain("by_character", "false; expected true: only a character draws")
            use.symbol = self.number(record, "draws_left", 0, MOST)
        return 0

    cdef uint8_t source(self, dict record) except? NONE:
        """Return the source of an ability: exactly one of three."""
        cdef int card = self.number(record, "card", 0, AGENCY_CARDS)
        cdef bint token = self.flag(record, "by_token")
        cdef bint character = self.flag(record, "by_character")
        cdef bint read = self.has_read("card") and self.has_read("by_token")
        if (card > 0) + token + character != 1 and read and self.has_read("by_character"):
            self.complain("card", "expected exactly one of card, by_token and by_character")
        return BY_TOKEN if token else BY_CHARACTER if character else card - 1

    cdef int read_payment(self, dict record, Use* use) except -1:
        text = record.get("last_payment", "")
        if text == "":
            return 0
        parts = re.fullmatch("([AC])([1-9][0-9]?)", text) if isinstance(text, str) else None
        if parts is None or int(parts[2]) > (AGENCY_CARDS if parts[1] == "A" else CODE_CARDS):
            self.complain("last_payment",
                          f"{shown(text)}; expected A1 to A48, C1 to C40 or nothing")
            return 0
        use.after = 64 * (PAY_CARD if parts[1] == "A" else PAY_CODE) + int(parts[2]) - 1
        return 0
