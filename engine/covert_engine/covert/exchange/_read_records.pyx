"""Reads the records of a view from the bytes of its message.

Fields go by their numbers in covert_view.proto; the bounds are those of `_read_view.pyx`.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_CODE, MAX_SEATS, MAX_SYMBOLS, MISSION_CARDS,
    MISSION_DECK, NONE, SEARCH, CompiledSet,
)
from covert_engine.covert.exchange._message cimport (
    Message, counts, flag, members, next_field, number, part, row, text, within,
)
from covert_engine.covert.exchange._message import Unexpected
from covert_engine.covert.exchange._read_cards cimport MOST, fill_places, named, read_place
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._actions cimport (
    AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE,
)
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, DICE, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState, Use,
)

cdef enum Record:            # fields of CovertView
    USE = 26
    ESPIONAGE = 27
    MOVEMENT = 28
    PAIRS = 29
    REROLL = 30
    LOOKED_AT = 31
    CLAIM = 32

cdef enum:                   # fields of CovertView.Use
    KIND = 1
    SEAT = 2
    ABILITY = 3
    CARD = 4
    TOKEN = 5
    CHARACTER = 6
    FACE = 7
    DECK = 8
    AGENT = 9
    MISSION = 10
    SYMBOLS_PAID = 11
    FEET_USED = 12
    LAST_PAYMENT = 13
    PAID_CARDS = 14
    PAID_CODES = 15
    DRAWS_LEFT = 16
    ANY_EQUIPMENT_USED = 17
    USE_FIELDS = 18

cdef enum UseKind:           # of CovertView.Use.Kind
    ABILITY_USED = 1
    FLIGHT = 2
    COMPLETION = 3
    DRAW = 4

# Possible fields of each kind of use besides the first two, bit = field.
cdef int[5] FIELDS_OF_USE = [
    0,
    1 << ABILITY | 1 << CARD | 1 << TOKEN | 1 << CHARACTER | 1 << FACE | 1 << DECK | 1 << PAID_CARDS,
    1 << CARD | 1 << AGENT | 1 << PAID_CARDS,
    1 << MISSION | 1 << SYMBOLS_PAID | 1 << FEET_USED | 1 << LAST_PAYMENT | 1 << PAID_CARDS
    | 1 << PAID_CODES | 1 << ANY_EQUIPMENT_USED,
    1 << CHARACTER | 1 << DRAWS_LEFT,
]


cdef int read_record(CompiledSet cards, int field, Message message, int players,
                     View* view) except -1:
    cdef PublicState* public = &view.public
    if field == USE:
        read_use(message, players, public)
    elif field == ESPIONAGE:
        read_espionage(message, players, public)
    elif field == MOVEMENT:
        read_movement(message, public)
    elif field == PAIRS:
        read_pairs(cards, message, public)
    elif field == REROLL:
        read_reroll(message, public)
    elif field == LOOKED_AT:
        read_search(message, players, view)
    else:
        read_claim(message, cards.tables.tiles, public)
    return 0


cdef int read_espionage(Message message, int players, PublicState* public) except -1:
    public.opener = 0
    while next_field(&message):
        if message.field == 1:
            public.opener = number(&message, 0, players - 1)
        elif message.field == 2:
            public.pool = members(&message, 1, AGENCY_CARDS)
        elif message.field == 3:
            public.spied = members(&message, 1, AGENCY_CARDS)
        else:
            raise Unexpected
    return 0


cdef int read_movement(Message message, PublicState* public) except -1:
    cdef int agent = 0, rows = 0
    public.moving = 1
    while next_field(&message):
        if message.field == 1:
            public.step_pool = number(&message, 0, MOST)
        elif message.field == 2:
            row(&message, AGENTS, 0, DICE, public.steps)
            rows += 1
        elif message.field == 3:
            agent = number(&message, 0, AGENTS)
        else:
            raise Unexpected
    if not rows:
        raise Unexpected
    public.step_agent = agent - 1 if agent else NONE
    return 0


cdef int read_pairs(CompiledSet cards, Message message, PublicState* public) except -1:
    cdef int region = NONE
    while next_field(&message):
        if message.field == 1:
            public.pairs = members(&message, 1, MAX_SEATS)
        elif message.field == 2:
            region = named(text(&message), cards.region_of)
        else:
            raise Unexpected
    if not public.pairs or region == NONE:
        raise Unexpected
    public.pair_region = region
    return 0


cdef int read_reroll(Message message, PublicState* public) except -1:
    public.reroll_source = BY_TOKEN
    while next_field(&message):
        if message.field == 1:
            counts(&message, DICE, 1, 6, public.picked)
        elif message.field == 2:
            public.reroll_source = BY_CHARACTER if flag(&message) else BY_TOKEN
        else:
            raise Unexpected
    return 0


cdef int read_search(Message message, int players, View* view) except -1:
    cdef PublicState* public = &view.public
    cdef int cards = MISSION_CARDS if public.use.deck == MISSION_DECK else AGENCY_CARDS
    cdef int kept = 0
    cdef int count = -1
    while next_field(&message):
        if message.field == 1:
            read_place(part(&message), players, cards, 3, view.search, &public.searched)
        elif message.field == 2:
            kept = number(&message, 0, cards)
        elif message.field == 3:
            count = number(&message, 0, 3)
        else:
            raise Unexpected
    fill_places(count, 3, view.search, &public.searched)
    within(public.searched, 1, 3)
    view.kept = kept - 1 if kept else NONE
    return 0


cdef int read_claim(Message message, int tiles, PublicState* public) except -1:
    cdef int code = 0
    cdef Message path, left
    while next_field(&message):
        if message.field == 1:
            code = number(&message, 1, CODE_CARDS)
        elif message.field == 2:
            left = message
            path = part(&left)
            # Each tile number takes one byte, and a path has room for MAX_CODE tiles.
            public.bending = within(path.end - path.at, 1, MAX_CODE)
            row(&message, public.bending, 1, tiles, public.path)
        else:
            raise Unexpected
    if not code or not public.bending:
        raise Unexpected
    public.bent_code = code - 1
    for place in range(public.bending):
        public.path[place] -= 1
    return 0


cdef int read_use(Message message, int players, PublicState* public) except -1:
    cdef Use* use = &public.use
    cdef int[USE_FIELDS] value
    cdef int kind = 0
    cdef int last = 0
    memset(value, 0, sizeof(value))
    while next_field(&message):
        if message.field <= last:               # none may be replaced, as in a view's message
            raise Unexpected
        last = message.field
        if message.field == KIND:
            kind = number(&message, ABILITY_USED, DRAW)
        elif message.field == SEAT:
            use.seat = number(&message, 0, players - 1)
        elif not FIELDS_OF_USE[kind] >> within(message.field, 1, USE_FIELDS - 1) & 1:
            raise Unexpected
        elif message.field == LAST_PAYMENT:
            use.after = payment(part(&message))
        elif message.field == PAID_CARDS:
            use.cards = members(&message, 1, AGENCY_CARDS)
        elif message.field == PAID_CODES:
            use.codes = members(&message, 1, CODE_CARDS)
        else:
            value[message.field] = number(&message, 0, MOST)
    if kind == ABILITY_USED:
        use.kind = USE_ABILITY
        use.ability = within(value[ABILITY], 1, ABILITIES) - 1
        use.source = source(value[CARD], within(value[TOKEN], 0, 1), within(value[CHARACTER], 0, 1))
        use.face = within(value[FACE], 0, 6)
        use.deck = within(value[DECK], 1, 2) - 1 if use.ability == SEARCH else within(
            value[DECK], 0, 0)
    elif kind == FLIGHT:
        use.kind = USE_FLIGHT
        use.source = within(value[CARD], 1, AGENCY_CARDS) - 1
        if public.decision == CHOOSE_AGENT:
            within(value[AGENT], 0, 0)
        else:
            use.agent = within(value[AGENT], 1, AGENTS) - 1
    elif kind == COMPLETION:
        use.kind = USE_MISSION
        use.mission = within(value[MISSION], 1, MISSION_CARDS) - 1
        use.symbol = within(value[SYMBOLS_PAID], 0, 3 * MAX_SYMBOLS)
        use.feet = within(value[FEET_USED], 0, MAX_SYMBOLS)
        use.any_equipment = within(value[ANY_EQUIPMENT_USED], 0, MAX_SYMBOLS)
    elif kind == DRAW:
        use.kind = USE_ABILITY
        use.ability = AGENCY_PLAY
        use.source = BY_CHARACTER
        within(value[CHARACTER], 1, 1)
        use.symbol = value[DRAWS_LEFT]
    else:
        raise Unexpected
    return 0


cdef int source(int card, bint token, bint character) except -1:
    """Return the source of an ability: exactly one of three."""
    if (card > 0) + token + character != 1:
        raise Unexpected
    return BY_TOKEN if token else BY_CHARACTER if character else within(card, 1, AGENCY_CARDS) - 1


cdef int payment(Message text) except -1:
    """Read a card by its letter and number: A7, C12."""
    cdef uint8_t letter = text.at[0] if text.at != text.end else 0
    cdef int figure = 0
    cdef const uint8_t* at = text.at + 1
    if letter not in (c"A", c"C") or not 2 <= text.end - text.at <= 3:
        raise Unexpected
    within(at[0], c"1", c"9")
    while at != text.end:
        figure = 10 * figure + within(at[0], c"0", c"9") - c"0"
        at += 1
    if letter == c"A":
        return 64 * PAY_CARD + within(figure, 1, AGENCY_CARDS) - 1
    return 64 * PAY_CODE + within(figure, 1, CODE_CARDS) - 1
