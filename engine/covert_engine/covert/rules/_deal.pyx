"""Setup (rules 2)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, CODE_CARDS, MAX_SEATS, MISSION_CARDS, NONE, REGIONS,
    CardSet,
)
from covert_engine.covert.rules._chance cimport (
    CHARACTERS_DEALT, CODE_DEAL, FIRST_ROLL, FIRST_TIE, START_CARDS, TILE_SHUFFLE, event,
    order_by_chance,
)
from covert_engine.covert.rules._flow cimport begin_round, decide
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_RETURN, CUBES, DICE, SETUP, PublicState, State,
)
from covert_engine.covert.rules._zones cimport (
    draw_agency, draw_mission, everyone, gain_agency, gain_mission, refill_agency, refill_mission,
    shuffle_agency, shuffle_missions,
)
from covert_engine.random._splitmix cimport below

cdef enum:
    CUBES_OF_UNUSED_COLOUR = 6


cdef void deal(const CardSet* cards, State* state, int players, uint64_t seed,
               const uint8_t* characters, int first_player) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef uint8_t order[64]
    cdef int seat, i
    memset(state, 0, sizeof(State))
    state.seed = seed
    public.players = players
    public.phase = SETUP
    public.turn = NONE
    public.starter = first_player
    public.opener = NONE
    public.aside = NONE
    public.rerolls = everyone(state)
    memset(public.order, NONE, MAX_SEATS)
    memset(public.circle, NONE, sizeof(public.circle))
    memset(public.agent, NONE, sizeof(public.agent))
    memset(public.agency_up, NONE, 6)
    memset(public.mission_up, NONE, 3)
    memset(state.search, NONE, 3)
    state.kept = NONE

    # 2.1 characters
    for i in range(cards.characters):
        order[i] = i
    order_by_chance(order, cards.characters, seed, CHARACTERS_DEALT, 0, 0)
    for seat in range(players):
        public.character[seat] = characters[seat] if characters != NULL else order[seat]
        public.supply[seat] = CUBES

    # 2.2 agents, 2.3 cubes of unused colours
    for i in range(AGENCY_CARDS):
        order[i] = i
    order_by_chance(order, AGENCY_CARDS, seed, START_CARDS, 0, 0)
    for i in range(players * AGENTS):
        public.agent[i // AGENTS][i % AGENTS] = cards.agency[order[i]].city
    if players == 2:
        place_unused_cubes(cards, public, order)

    # 2.4 hands and face-up Agency Cards
    shuffle_agency(state, bit(AGENCY_CARDS) - 1)
    for seat in range(players):
        for i in range(2):
            gain_agency(state, seat, draw_agency(state))
    for i in range(REGIONS):
        refill_agency(state, i)

    # 2.5 missions; 2.6 codes and tokens
    shuffle_missions(state, bit(MISSION_CARDS) - 1)
    for seat in range(players):
        for i in range(3):
            gain_mission(state, seat, draw_mission(state))
    for i in range(ABILITIES):
        state.bag[i] = cards.tokens[i]
    decide(state, CHOOSE_RETURN, 0)


cdef void place_unused_cubes(const CardSet* cards, PublicState* public,
                             const uint8_t* order) noexcept nogil:
    """Place twelve cubes in alternating colours; skip a card whose city holds the colour (2.3)."""
    cdef int card = public.players * AGENTS
    cdef int placed = 0
    cdef uint8_t colour, city
    while placed < 2 * CUBES_OF_UNUSED_COLOUR and card < AGENCY_CARDS:
        colour = 1 << (2 + placed % 2)
        city = cards.agency[order[card]].city
        card += 1
        if not public.cubes[city] & colour:
            public.cubes[city] |= colour
            placed += 1


cdef void finish_setup(const CardSet* cards, State* state) noexcept nogil:
    """Finish setup after the choice of missions, and begin the first round (2.5 to 2.8)."""
    cdef PublicState* public = &state.public
    cdef uint8_t order[64]
    cdef int players = public.players
    cdef int i, seat
    for i in range(3):
        refill_mission(state, i)

    for i in range(CODE_CARDS):
        order[i] = i
    order_by_chance(order, CODE_CARDS, state.seed, CODE_DEAL, 0, 0)
    for i in range(2 * players):
        state.code_hand[i // 2] |= bit(order[i])
    for i in range(2 * players, CODE_CARDS):
        state.code_deck[i & 1][state.code_size[i & 1]] = order[i]
        state.code_size[i & 1] += 1

    for i in range(cards.tiles):
        order[i] = i
    order_by_chance(order, cards.tiles, state.seed, TILE_SHUFFLE, 0, 0)
    for i in range(cards.tiles):
        public.tiles[i] = cards.tile[order[i]]

    begin_round(cards, state, first_player(state) if public.starter == NONE else public.starter)


cdef int first_roll(const State* state, int seat, int die) noexcept nogil:
    return below(event(state.seed, FIRST_ROLL, 0, seat, die), 6) + 1


cdef int first_player(const State* state) noexcept nogil:
    """Return the seat with most dice of one number, then the highest total, then by chance
    (2.8)."""
    cdef uint64_t best = 0
    cdef uint64_t score
    cdef int first = 0
    cdef int seat, die, face
    cdef int count[7]
    cdef int total, most
    for seat in range(state.public.players):
        memset(count, 0, sizeof(count))
        total = 0
        most = 0
        for die in range(DICE):
            face = first_roll(state, seat, die)
            total += face
            count[face] += 1
            if count[face] > most:
                most = count[face]
        score = ((<uint64_t> most << 56) | (<uint64_t> total << 48)
                 | event(state.seed, FIRST_TIE, 0, seat, 0) >> 16)
        if score > best:
            best = score
            first = seat
    return first
