"""The tensor of a view, written field by field in the order of `tensor_fields.py`.

A `Pen` stands at the next field. Each function below writes the fields of one function there; only
what is not zero is written.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, CODE_CARDS, MAX_CODE, MAX_SEATS, MISSION_CARDS, NONE,
    REGIONS, SEARCH, CardSet,
)
from covert_engine.covert.knowledge._view cimport Place, View
from covert_engine.covert.rules._actions cimport BY_CHARACTER, BY_TOKEN
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, CHOOSE_FIRST, CHOOSE_TILE, DICE, LAST_ROUND, NO_USE, USE_ABILITY,
    USE_FLIGHT, USE_MISSION, PublicState, Use,
)

cdef enum:
    PHASES = 8
    DECISIONS = CHOOSE_TILE + 1
    PLAYS = ABILITIES + 2    # abilities, and what characters draw
    MISSIONS_UP = 3
    MOST_AGENCY = 8          # of a hand, before the limit is met
    MOST_MISSIONS = 4


cdef struct Pen:
    float* x                 # the next field
    int seat                 # of the view
    int players


cdef inline int clockwise(const Pen* pen, int seat) noexcept nogil:
    """Return the places from the view's seat to another, clockwise."""
    return seat - pen.seat if seat >= pen.seat else seat - pen.seat + pen.players


cdef inline int colour_of(const Pen* pen, int colour) noexcept nogil:
    return clockwise(pen, colour) if colour < pen.players else colour


cdef inline void flag(Pen* pen, bint on) noexcept nogil:
    pen.x[0] = on
    pen.x += 1


cdef inline void share(Pen* pen, int amount, int most) noexcept nogil:
    pen.x[0] = <float> 1.0 if amount >= most else <float> amount / <float> most
    pen.x += 1


cdef inline void choice(Pen* pen, int place, int size) noexcept nogil:
    """Write one of `size` places; none if it is out of their range, as NONE is."""
    if 0 <= place < size:
        pen.x[place] = 1
    pen.x += size


cdef inline void seat_of(Pen* pen, int seat) noexcept nogil:
    if seat != NONE:
        pen.x[clockwise(pen, seat)] = 1
    pen.x += pen.players


cdef inline void cards_in(Pen* pen, uint64_t cards, int size) noexcept nogil:
    while cards:
        pen.x[lowest_bit(cards)] = 1
        cards &= cards - 1
    pen.x += size


cdef inline void counts(Pen* pen, const uint8_t* amounts, int size, int most) noexcept nogil:
    cdef int i
    for i in range(size):
        if amounts[i]:
            share(pen, amounts[i], most)
        else:
            pen.x += 1


cdef inline void colours(Pen* pen, uint8_t bits) noexcept nogil:
    cdef int colour
    for colour in range(MAX_SEATS):
        if bits >> colour & 1:
            pen.x[colour_of(pen, colour)] = 1
    pen.x += MAX_SEATS


cdef inline int seat_at(const Pen* pen, int place) noexcept nogil:
    """Return the seat that many places clockwise from the view's."""
    cdef int seat = pen.seat + place
    return seat - pen.players if seat >= pen.players else seat


cdef void turn_fields(const CardSet* cards, const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef int i
    choice(pen, public.phase, PHASES)
    choice(pen, public.decision, DECISIONS)
    seat_of(pen, view.actor)
    seat_of(pen, public.turn)
    seat_of(pen, public.starter)
    for i in range(public.ordered):
        pen.x[clockwise(pen, public.order[i]) * pen.players + i] = 1
    pen.x += pen.players * pen.players
    for i in range(pen.players):
        flag(pen, public.had_turn >> seat_at(pen, i) & 1)
    choice(pen, public.asked_from if public.decision == CHOOSE_FIRST else NONE, pen.players)
    seat_of(pen, public.opener)
    share(pen, public.round, LAST_ROUND)
    flag(pen, public.final_round)
    share(pen, public.plays, 100)
    share(pen, public.owed, DICE)
    share(pen, public.placed, DICE)
    choice(pen, public.shifted - 1, 6)
    share(pen, public.swaps, 16)
    flag(pen, public.claimed)
    choice(pen, public.bent_code if public.bending else NONE, CODE_CARDS)
    for i in range(public.bending):
        pen.x[public.path[i]] = (i + 1) / <float> MAX_CODE
    pen.x += cards.tiles
    flag(pen, public.acted)
    share(pen, public.step_pool, 8)
    counts(pen, public.steps, AGENTS, DICE)
    choice(pen, public.step_agent if public.moving else NONE, AGENTS)
    colours(pen, public.pairs)
    choice(pen, public.pair_region if public.pairs else NONE, REGIONS)
    counts(pen, public.picked, 6, DICE)
    flag(pen, public.reroll_source == BY_TOKEN)
    flag(pen, public.reroll_source == BY_CHARACTER)


cdef void use_fields(const View* view, Pen* pen) noexcept nogil:
    cdef const Use* use = &view.public.use
    cdef bint ability = use.kind == USE_ABILITY
    choice(pen, use.kind - 1, 3)
    seat_of(pen, NONE if use.kind == NO_USE else use.seat)
    choice(pen, use.ability if ability else NONE, PLAYS)
    flag(pen, ability and use.source < AGENCY_CARDS)
    flag(pen, ability and use.source == BY_TOKEN)
    flag(pen, ability and use.source == BY_CHARACTER)
    choice(pen, use.face - 1, 6)
    choice(pen, use.deck if ability and use.ability == SEARCH else NONE, 2)
    choice(pen, use.agent if use.kind == USE_FLIGHT and view.public.decision != CHOOSE_AGENT
           else NONE, AGENTS)
    choice(pen, use.mission if use.kind == USE_MISSION else NONE, MISSION_CARDS)
    share(pen, use.symbol, 12)
    share(pen, use.feet, 6)
    share(pen, use.any_equipment, 6)
    cards_in(pen, use.cards, AGENCY_CARDS)
    cards_in(pen, use.codes, CODE_CARDS)


cdef inline void see(const Pen* pen, const Place* place, float* located, float* known, int size,
                     float depth) noexcept nogil:
    """Note where a card is, if the seat knows it, and which other seats know it there."""
    cdef uint32_t seats
    cdef int seat
    if place.card == NONE:
        return
    located[place.card] = depth
    seats = place.known & ~(1 << pen.seat)
    while seats:
        seat = lowest_bit(seats)
        seats &= seats - 1
        known[(clockwise(pen, seat) - 1) * size + place.card] = 1


cdef void deck_places(const Pen* pen, const Place* deck, int cards, float* located, float* known,
                      int size) noexcept nogil:
    cdef int i
    for i in range(cards):
        if deck[i].card != NONE:
            see(pen, &deck[i], located, known, size, <float> (size - i) / <float> size)


cdef void unseen(Pen* pen, const uint8_t* lots, int deck_lot, int size) noexcept nogil:
    """Write the cards that the seat has not located, and those of the deck's lot."""
    cdef float* x = pen.x
    cdef int card
    for card in range(size):
        x[card] = lots[card] != NONE
    for card in range(size):
        x[size + card] = (lots[card] != NONE) & (lots[card] == deck_lot)
    pen.x += 2 * size


cdef void searched(const View* view, Pen* pen, int deck, int size) noexcept nogil:
    cdef int i
    if view.public.use.deck == deck:
        for i in range(view.public.searched):
            if view.search[i].card != NONE:
                pen.x[view.search[i].card] = 1
    pen.x += size


cdef void agency_fields(const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef float* hands = pen.x
    cdef float* known = hands + pen.players * <int> AGENCY_CARDS
    cdef int seat, i
    pen.x = known + (pen.players - 1) * <int> AGENCY_CARDS
    for seat in range(pen.players):
        for i in range(view.agency_size[seat]):
            see(pen, &view.agency[seat][i], hands + clockwise(pen, seat) * <int> AGENCY_CARDS,
                known, AGENCY_CARDS, 1)
    deck_places(pen, view.agency_deck, view.agency_deck_size, pen.x, known, AGENCY_CARDS)
    pen.x += AGENCY_CARDS
    searched(view, pen, AGENCY_DECK, AGENCY_CARDS)
    for i in range(REGIONS):
        choice(pen, public.agency_up[i], AGENCY_CARDS)
    cards_in(pen, public.agency_discard, AGENCY_CARDS)
    cards_in(pen, public.pool, AGENCY_CARDS)
    cards_in(pen, public.spied, AGENCY_CARDS)
    unseen(pen, view.agency_lot, view.agency_deck_lot, AGENCY_CARDS)


cdef void mission_fields(const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef float* hands = pen.x
    cdef float* known = hands + pen.players * <int> MISSION_CARDS
    cdef int seat, i
    pen.x = known + (pen.players - 1) * <int> MISSION_CARDS
    for seat in range(pen.players):
        for i in range(view.mission_size[seat]):
            see(pen, &view.mission[seat][i], hands + clockwise(pen, seat) * <int> MISSION_CARDS,
                known, MISSION_CARDS, 1)
    deck_places(pen, view.mission_deck, view.mission_deck_size, pen.x, known, MISSION_CARDS)
    pen.x += MISSION_CARDS
    searched(view, pen, 1 - AGENCY_DECK, MISSION_CARDS)
    for i in range(MISSIONS_UP):
        choice(pen, public.mission_up[i], MISSION_CARDS)
    cards_in(pen, public.mission_discard, MISSION_CARDS)
    for i in range(pen.players):
        cards_in(pen, public.completed[seat_at(pen, i)], MISSION_CARDS)
    unseen(pen, view.mission_lot, view.mission_deck_lot, MISSION_CARDS)


cdef void code_fields(const CardSet* cards, const View* view, Pen* pen) noexcept nogil:
    cdef int i, place, seat, equipment
    for i in range(view.code_size[pen.seat]):
        pen.x[view.code[pen.seat][i].card] = 1
    pen.x += CODE_CARDS
    for place in range(pen.players):
        cards_in(pen, view.public.broken[seat_at(pen, place)], CODE_CARDS)
    for place in range(pen.players):
        seat = seat_at(pen, place)
        for i in range(view.code_size[seat]):
            equipment = view.code[seat][i].equipment
            if equipment != NONE:
                pen.x[equipment] += <float> 0.5
        pen.x += cards.equipments
    choice(pen, view.code_top[0], cards.equipments)
    choice(pen, view.code_top[1], cards.equipments)


cdef void board_fields(const CardSet* cards, const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef uint32_t cubes
    cdef int city, place, i, owner
    for city in range(cards.cities):
        cubes = public.cubes[city]
        while cubes:
            pen.x[colour_of(pen, lowest_bit(cubes)) * cards.cities + city] = 1
            cubes &= cubes - 1
    pen.x += <int> MAX_SEATS * cards.cities
    for place in range(pen.players):
        for i in range(AGENTS):
            choice(pen, public.agent[seat_at(pen, place)][i], cards.cities)
    for i in range(cards.tiles):
        choice(pen, public.tiles[i] - 1, 6)
    for place in range(4):
        for i in range(6):
            owner = public.circle[place][i]
            if owner != NONE:
                pen.x[(clockwise(pen, owner) * 4 + place) * 6 + i] = 1
    pen.x += pen.players * 24


cdef void seat_fields(const CardSet* cards, const View* view, Pen* pen) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef int seats[MAX_SEATS]
    cdef int i
    for i in range(pen.players):
        seats[i] = seat_at(pen, i)
    for i in range(pen.players):
        choice(pen, public.character[seats[i]], cards.characters)
    for i in range(pen.players):
        share(pen, public.character_uses[seats[i]], 4)
    for i in range(pen.players):
        counts(pen, public.unplaced[seats[i]], 6, DICE)
    for i in range(pen.players):
        counts(pen, public.decoder[seats[i]], 6, DICE)
    for i in range(pen.players):
        share(pen, public.folder[seats[i]], DICE)
    for i in range(pen.players):
        flag(pen, public.rerolls >> seats[i] & 1)
    for i in range(pen.players):
        share(pen, public.supply[seats[i]], 15)
    for i in range(pen.players):
        colours(pen, public.cubes_held[seats[i]])
    for i in range(pen.players):
        share(pen, view.agency_size[seats[i]], MOST_AGENCY)
    for i in range(pen.players):
        share(pen, view.mission_size[seats[i]], MOST_MISSIONS)
    for i in range(pen.players):
        share(pen, view.code_size[seats[i]], 2)
    for i in range(pen.players):
        share(pen, view.token_size[seats[i]], 16)
    for i in range(pen.players):
        unknown(pen, view.agency[seats[i]], view.agency_size[seats[i]], view.agency_deck_lot, i,
                MOST_AGENCY)
    pen.x += 2 * pen.players
    for i in range(pen.players):
        unknown(pen, view.mission[seats[i]], view.mission_size[seats[i]], view.mission_deck_lot, i,
                MOST_MISSIONS)
    pen.x += 2 * pen.players


cdef void unknown(const Pen* pen, const Place* hand, int size, int deck_lot, int place,
                  int most) noexcept nogil:
    """Write the shares of a hand's cards that the seat does not know: all, and of the deck's
    lot."""
    cdef int i
    cdef int cards = 0
    cdef int recent = 0
    for i in range(size):
        if hand[i].card == NONE:
            cards += 1
            recent += hand[i].lot == deck_lot
    pen.x[place] = <float> cards / <float> most
    pen.x[pen.players + place] = <float> recent / <float> most


cdef void memory_fields(const View* view, Pen* pen) noexcept nogil:
    cdef int i, kept = NONE
    counts(pen, view.tokens, ABILITIES, 4)
    counts(pen, view.fresh, ABILITIES, 4)
    share(pen, view.public.searched, 3)
    for i in range(view.public.searched):
        if view.kept != NONE and view.search[i].card == view.kept:
            kept = i
    choice(pen, kept, 3)
    share(pen, view.agency_deck_size, AGENCY_CARDS)
    share(pen, view.mission_deck_size, MISSION_CARDS)
    share(pen, view.code_deck_size[0], CODE_CARDS)
    share(pen, view.code_deck_size[1], CODE_CARDS)


cdef int32_t write_tensor(const CardSet* cards, const View* view, float* tensor,
                          int32_t floats) noexcept nogil:
    cdef Pen pen
    memset(tensor, 0, floats * sizeof(float))
    pen.x = tensor
    pen.seat = view.seat
    pen.players = view.public.players
    turn_fields(cards, view, &pen)
    use_fields(view, &pen)
    agency_fields(view, &pen)
    mission_fields(view, &pen)
    code_fields(cards, view, &pen)
    board_fields(cards, view, &pen)
    seat_fields(cards, view, &pen)
    memory_fields(view, &pen)
    return pen.x - tensor
