"""Reads a view from the bytes of the message `CovertView`.

A service reads a view for each answer, and nearly all are correct. For those this takes a tenth of
the time of the reader of dicts (`_read_view.pyx`), which describes mistakes. The bounds are the
same. Fields go by their numbers in covert_view.proto, where enum values are one higher than here.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_CITIES, MAX_SEATS, MISSION_CARDS, NONE, TOKENS,
    CardSet, CompiledSet,
)
from covert_engine.covert.exchange._gaps cimport fill_gaps
from covert_engine.covert.exchange._message cimport (
    Message, counts, flag, members, message_of, next_field, number, part, row, skip, text, within,
)
from covert_engine.covert.exchange._message import Unexpected
from covert_engine.covert.exchange._read_cards cimport (
    MOST, MOST_SHUFFLES, fill_places, named, read_code, read_code_deck, read_deck, read_place, read_tokens,
)
from covert_engine.covert.exchange._read_records cimport read_record
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, AGENTS, CHOOSE_FIRST, CHOOSE_TILE, CODE_LIMIT, CUBES, DICE, LAST_ROUND, MAX_PLAYS,
    MISSION_LIMIT, OVER, SETUP, PublicState,
)

cdef enum:
    PLAYERS = 14             # the field of the seats
    FIRST_RECORD = 26        # the fields of the records
    LAST_RECORD = 32

# The repeated fields of a view.
cdef uint64_t REPEATED = (1 << PLAYERS | 1 << 15 | 1 << 19 | 1 << 22 | 1 << 24 | 1 << 25)


cdef bint read_message(CompiledSet cards, bytes data, View* view) except -1:
    try:
        read_view(cards, message_of(data), view)
    except Unexpected:
        return False
    fill_gaps(&cards.tables, view)
    return True


cdef struct Counted:         # counts of parts that must come a certain number of times
    int cards, options, phase, decision, seats, circles, tiles, agency_up, mission_up, code_decks


cdef int read_view(CompiledSet cards, Message message, View* view) except -1:
    cdef PublicState* public = &view.public
    cdef int players = seats_of(message)
    cdef int asked = NONE
    cdef int cubes = 0, tokens = 0, fresh = 0
    cdef Counted seen
    cdef int last = 0
    memset(&seen, 0, sizeof(Counted))
    clear(view, players)
    while next_field(&message):
        # A later field may rely on an earlier one, so none may be replaced.
        if message.field < last or (message.field == last and not REPEATED >> last & 1):
            raise Unexpected
        last = message.field
        if message.field == 1:
            if text(&message) != cards.hex_digest:
                raise Unexpected
            seen.cards += 1
        elif message.field == 2:
            read_options(&cards.tables, part(&message))
            seen.options += 1
        elif message.field == 3:
            view.seat = number(&message, 0, players - 1)
        elif message.field == 4:
            public.round = number(&message, 0, LAST_ROUND)
        elif message.field == 5:
            public.phase = number(&message, 1, OVER + 1) - 1
            seen.phase += 1
        elif message.field == 6:
            public.decision = number(&message, 1, CHOOSE_TILE + 1) - 1
            seen.decision += 1
        elif message.field == 7:
            view.actor = number(&message, 0, players - 1)
        elif message.field == 8:
            public.turn = number(&message, 0, players - 1)
        elif message.field == 9:
            read_turn(part(&message), public)
        elif message.field == 10:
            public.starter = number(&message, 0, players - 1)
        elif message.field == 11:
            read_order(&message, players, public)
        elif message.field == 12:
            public.had_turn = members(&message, 0, players - 1)
        elif message.field == 13:
            public.final_round = flag(&message)
        elif message.field == PLAYERS:
            read_player(cards, part(&message), view, seen.seats)
            seen.seats += 1
        elif message.field == 15:
            read_circle(part(&message), players, public.circle[within(seen.circles, 0, 3)])
            seen.circles += 1
        elif message.field == 16:
            row(&message, cards.tables.tiles, 1, 6, public.tiles)
            seen.tiles += 1
        elif message.field == 17:
            read_face_up(&message, 6, AGENCY_CARDS, public.agency_up)
            seen.agency_up += 1
        elif message.field == 18:
            read_face_up(&message, 3, MISSION_CARDS, public.mission_up)
            seen.mission_up += 1
        elif message.field == 19:
            cubes = within(cubes + 1, 1, MAX_CITIES)
            read_cubes(cards, part(&message), public)
        elif message.field == 20:
            read_deck(part(&message), players, AGENCY_CARDS, view.agency_deck,
                      &view.agency_deck_size, &view.agency_deck_lot, &public.agency_discard,
                      &public.agency_epoch, view.agency_lot)
        elif message.field == 21:
            read_deck(part(&message), players, MISSION_CARDS, view.mission_deck,
                      &view.mission_deck_size, &view.mission_deck_lot, &public.mission_discard,
                      &public.mission_epoch, view.mission_lot)
        elif message.field == 22:
            read_code_deck(cards, part(&message), view, within(seen.code_decks, 0, 1))
            seen.code_decks += 1
        elif message.field == 23:
            public.code_epoch = number(&message, 0, MOST_SHUFFLES)
        elif message.field == 24:
            tokens = within(tokens + 1, 1, ABILITIES)
            read_tokens(part(&message), view.tokens)
        elif message.field == 25:
            fresh = within(fresh + 1, 1, ABILITIES)
            read_tokens(part(&message), view.fresh)
        elif FIRST_RECORD <= message.field <= LAST_RECORD:
            read_record(cards, message.field, part(&message), players, view)
        elif message.field == 33:
            asked = number(&message, 0, players - 1)
        else:
            raise Unexpected
    if not (seen.cards and seen.options and seen.phase and seen.decision and seen.agency_up
            and seen.mission_up and seen.circles == 4 and seen.code_decks == 2
            and seen.tiles == (public.phase != SETUP)):
        raise Unexpected
    if asked != NONE:
        read_asked(asked, public)
    return 0


cdef int seats_of(Message message) except -1:
    cdef int players = 0
    while next_field(&message):
        players += message.field == PLAYERS
        skip(&message)
    return within(players, 2, MAX_SEATS)


cdef int clear(View* view, int players) except -1:
    """Set every field to its default."""
    cdef PublicState* public = &view.public
    memset(view, 0, sizeof(View))
    public.players = players
    public.turn = public.starter = public.opener = public.aside = NONE
    memset(public.order, NONE, sizeof(public.order))
    memset(public.agent, NONE, sizeof(public.agent))
    memset(public.circle, NONE, sizeof(public.circle))
    view.actor = view.kept = NONE
    view.agency_deck_lot = view.mission_deck_lot = NONE
    memset(view.agency_lot, NONE, sizeof(view.agency_lot))
    memset(view.mission_lot, NONE, sizeof(view.mission_lot))
    memset(view.code_top, NONE, sizeof(view.code_top))
    return 0


cdef int read_options(const CardSet* cards, Message message) except -1:
    """Check that the options are those of the compiled set."""
    cdef int on = 0
    while next_field(&message):
        on |= flag(&message) << within(message.field, 1, 7)
    within(on, 0, 255)
    if on != (cards.circle_wraps << 1 | cards.either_direction << 2 | cards.swaps_first << 3
              | cards.distinct_agents << 4 | cards.flight_trails << 5 | cards.codes_bend << 6
              | cards.reroll_decoder << 7):
        raise Unexpected
    return 0


cdef int read_turn(Message message, PublicState* public) except -1:
    while next_field(&message):
        if message.field == 1:
            public.plays = number(&message, 0, MAX_PLAYS)
        elif message.field == 2:
            public.owed = number(&message, 0, MAX_PLAYS + 1)
        elif message.field == 3:
            public.placed = number(&message, 0, DICE)
        elif message.field == 4:
            public.shifted = number(&message, 0, 6)
        elif message.field == 5:
            public.drawn = number(&message, 0, TOKENS)
        elif message.field == 6:
            public.swaps = number(&message, 0, MOST)
        elif message.field == 7:
            public.claimed = flag(&message)
        elif message.field == 8:
            public.acted = flag(&message)
        else:
            raise Unexpected
    return 0


cdef int read_order(Message* message, int players, PublicState* public) except -1:
    cdef Message seats = message[0]
    cdef uint64_t left = members(message, 0, players - 1)
    while left:
        public.ordered += 1
        left &= left - 1
    row(&seats, public.ordered, 0, players - 1, public.order)
    return 0


cdef int read_asked(int seat, PublicState* public) except -1:
    """Find the place in turn order of the seat that a First window asks first (6.15)."""
    cdef int place = 0
    while place < public.ordered and public.order[place] != seat:
        place += 1
    if public.decision != CHOOSE_FIRST or place == public.ordered:
        raise Unexpected
    public.asked_from = place
    return 0


cdef int read_player(CompiledSet cards, Message message, View* view, int seat) except -1:
    cdef PublicState* public = &view.public
    cdef int players = public.players
    cdef int agents = 0, characters = 0
    cdef int agency = -1, missions = -1, codes = -1
    cdef int i
    while next_field(&message):
        if message.field == 1:
            public.character[seat] = number(&message, 1, cards.tables.characters) - 1
            characters += 1
        elif message.field == 2:
            public.character_uses[seat] = number(&message, 0, MOST)
        elif message.field == 3:
            public.rerolls |= flag(&message) << seat
        elif message.field == 4:
            counts(&message, DICE, 1, 6, public.unplaced[seat])
        elif message.field == 5:
            public.folder[seat] = number(&message, 0, DICE)
        elif message.field == 6:
            counts(&message, DICE, 1, 6, public.decoder[seat])
        elif message.field == 7:
            agents = within(agents + 1, 1, AGENTS)
            public.agent[seat][agents - 1] = named(text(&message), cards.city_of)
        elif message.field == 8:
            public.supply[seat] = number(&message, 0, CUBES)
        elif message.field == 9:
            public.cubes_held[seat] = members(&message, 1, MAX_SEATS)
        elif message.field == 10:
            public.completed[seat] = members(&message, 1, MISSION_CARDS)
        elif message.field == 11:
            public.broken[seat] = members(&message, 1, CODE_CARDS)
        elif message.field == 12:
            read_place(part(&message), players, AGENCY_CARDS, AGENCY_LIMIT + 1, view.agency[seat],
                       &view.agency_size[seat])
        elif message.field == 13:
            read_place(part(&message), players, MISSION_CARDS, MISSION_LIMIT + 1,
                       view.mission[seat], &view.mission_size[seat])
        elif message.field == 14:
            view.code_size[seat] = within(view.code_size[seat] + 1, 1, CODE_LIMIT)
            read_code(cards, part(&message), &view.code[seat][view.code_size[seat] - 1])
        elif message.field == 15:
            view.token_size[seat] = number(&message, 0, TOKENS)
        elif message.field == 16:
            public.token_draws[seat] = number(&message, 0, MOST)
        elif message.field == 17:
            public.reroll_count[seat] = number(&message, 0, MOST_SHUFFLES)
        elif message.field == 18:
            agency = number(&message, 0, AGENCY_LIMIT + 1)
        elif message.field == 19:
            missions = number(&message, 0, MISSION_LIMIT + 1)
        elif message.field == 20:
            codes = number(&message, 0, CODE_LIMIT)
        else:
            raise Unexpected
    fill_places(agency, AGENCY_LIMIT + 1, view.agency[seat], &view.agency_size[seat])
    fill_places(missions, MISSION_LIMIT + 1, view.mission[seat], &view.mission_size[seat])
    if codes != -1:
        for i in range(view.code_size[seat], within(codes, view.code_size[seat], CODE_LIMIT)):
            view.code[seat][i].card = view.code[seat][i].equipment = NONE
        view.code_size[seat] = codes
    if not characters or agents != AGENTS:
        raise Unexpected
    return 0


# The board.

cdef int read_circle(Message message, int players, uint8_t* circle) except -1:
    cdef int face, circles = 0
    while next_field(&message):
        within(message.field, 1, 1)
        row(&message, 6, 0, players, circle)
        circles += 1
    if not circles:
        raise Unexpected
    for face in range(6):
        circle[face] = circle[face] - 1 if circle[face] else NONE
    return 0


cdef int read_face_up(Message* message, int spaces, int cards, uint8_t* places) except -1:
    cdef int i
    row(message, spaces, 0, cards, places)
    for i in range(spaces):
        places[i] = places[i] - 1 if places[i] else NONE
    return 0


cdef int read_cubes(CompiledSet cards, Message message, PublicState* public) except -1:
    cdef int city = NONE
    cdef uint64_t colours = 0
    while next_field(&message):
        if message.field == 1:
            city = named(text(&message), cards.city_of)
        elif message.field == 2:
            colours = members(&message, 1, MAX_SEATS)
        else:
            raise Unexpected
    if city == NONE or public.cubes[city]:
        raise Unexpected
    public.cubes[city] = colours
    return 0
