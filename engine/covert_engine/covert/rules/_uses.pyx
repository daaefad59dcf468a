"""A use: name, pay, Espionage window, effect (rules 6.12).

A named use is paid at once, and stays in `PublicState.use` until its effect is done. The Agency
Cards that pay then go to the pool, and an Espionage window opens on it; a token opens none.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from covert_engine.covert.rules._actions cimport (
    AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CODE, PAY_FOOT, TOKEN_PLAY,
)
from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    AGENCY_DECK, CODE_BREAKER, ESPIONAGE, FIRST, MINUS_ONE, MOVE_THREE, NONE, PLUS_ONE, SEARCH,
    SNEAK_ATTACK, CardSet, Mission,
)
from covert_engine.covert.rules._flow cimport (
    begin_break_turn, begin_resolving_turn, decide, resume,
)
from covert_engine.covert.rules._state cimport (
    CHOOSE_AGENT, CHOOSE_CODE_ORDER, CHOOSE_DIE, CHOOSE_ESPIONAGE, CHOOSE_KEEP, CHOOSE_PAYMENT,
    FIRST_A, MISSIONS_TO_END, USE_ABILITY, USE_FLIGHT, USE_MISSION, State, PublicState, Use,
)
from covert_engine.covert.rules._zones cimport (
    agency_to_bottom, agency_to_draw, draw_agency, draw_mission, draw_token, enter_city,
    gain_agency, gain_mission, leave_city, mission_to_bottom, mission_to_draw, pay_token,
    show_agency, show_mission, shuffle_code_back,
)


cdef Use* begin_use(State* state, int kind) noexcept nogil:
    cdef Use* use = &state.public.use
    memset(use, 0, sizeof(Use))
    use.kind = kind
    use.seat = state.actor
    if state.actor == state.public.turn and kind != USE_MISSION:
        state.public.plays += 1
    return use


# Naming and paying.

cdef void name_ability(const CardSet* cards, State* state, uint8_t ability, uint8_t source,
                       uint8_t deck) noexcept nogil:
    cdef Use* use = begin_use(state, USE_ABILITY)
    use.ability = ability
    use.source = source
    use.deck = deck
    if source == BY_TOKEN:
        pay_token(state, use.seat, ability)
    elif source == BY_CHARACTER:
        state.public.character_uses[use.seat] += 1
    else:
        lay_open(state, use, source)
    if ability == FIRST:
        state.public.asked_from = 0
    elif ability == PLUS_ONE or ability == MINUS_ONE:
        use.face = state.public.shifted
        if not use.face:
            decide(state, CHOOSE_DIE, use.seat)
            return
    open_window(cards, state)


cdef void lay_open(State* state, Use* use, uint8_t card) noexcept nogil:
    state.agency_hand[use.seat] &= ~bit(card)
    show_agency(state, card)
    use.cards |= bit(card)


cdef void name_flight(State* state, uint8_t card) noexcept nogil:
    cdef Use* use = begin_use(state, USE_FLIGHT)
    use.source = card
    lay_open(state, use, card)
    decide(state, CHOOSE_AGENT, use.seat)


cdef void name_mission(const CardSet* cards, State* state, uint8_t mission) noexcept nogil:
    cdef Use* use = begin_use(state, USE_MISSION)
    use.mission = mission
    state.mission_hand[use.seat] &= ~bit(mission)
    show_mission(state, mission)
    next_symbol(cards, state)


cdef void pay_symbol(const CardSet* cards, State* state, uint8_t payment,
                     uint8_t number) noexcept nogil:
    cdef Use* use = &state.public.use
    cdef const Mission* mission = &cards.mission[use.mission]
    use.after = 64 * payment + number
    if payment == PAY_FOOT:
        use.feet += 1
    elif payment == PAY_CODE:
        use.codes |= bit(number)
        state.public.broken[use.seat] &= ~bit(number)
    else:
        lay_open(state, use, number)
        if (use.symbol < mission.equipments
                and cards.agency[number].equipment != mission.equipment[use.symbol]):
            use.any_equipment += 1
    use.symbol += 1
    if use.symbol >= mission.equipments or (mission.equipment[use.symbol]
                                            != mission.equipment[use.symbol - 1]):
        use.feet = 0
        if use.symbol <= mission.equipments:         # a new kind, or the first "any" symbol
            use.after = 0
    next_symbol(cards, state)


cdef void next_symbol(const CardSet* cards, State* state) noexcept nogil:
    cdef Use* use = &state.public.use
    cdef const Mission* mission = &cards.mission[use.mission]
    if use.symbol < mission.equipments + mission.any_cards:
        decide(state, CHOOSE_PAYMENT, use.seat)
        return
    use.after = 0
    return_codes(cards, state)


cdef void return_codes(const CardSet* cards, State* state) noexcept nogil:
    """Shuffle used codes back one by one, in the player's order (7.4)."""
    cdef Use* use = &state.public.use
    if bit_count(use.codes) > 1:
        decide(state, CHOOSE_CODE_ORDER, use.seat)
    elif use.codes:
        return_code(cards, state, lowest_bit(use.codes))
    else:
        open_window(cards, state)


cdef void return_code(const CardSet* cards, State* state, uint8_t code) noexcept nogil:
    state.public.use.codes &= ~bit(code)
    shuffle_code_back(state, code)
    return_codes(cards, state)


cdef void open_window(const CardSet* cards, State* state) noexcept nogil:
    """Put the Agency Cards used into the pool, from which Espionage may take before the effect."""
    cdef Use* use = &state.public.use
    if not use.cards:
        take_effect(cards, state)
        return
    state.public.pool = use.cards
    state.public.spied = 0
    state.public.opener = use.seat
    use.cards = 0
    decide(state, CHOOSE_ESPIONAGE, NONE)


# The Espionage window.

cdef void ask_next_espionage(const CardSet* cards, State* state) noexcept nogil:
    """Ask the next seat, clockwise from the opener's left to the opener; then close the window
    (6.13)."""
    cdef PublicState* public = &state.public
    if public.pool and state.actor != public.opener:
        state.actor = ((public.opener if state.actor == NONE else state.actor) + 1) % public.players
        return
    public.agency_discard |= public.pool
    public.pool = 0
    public.spied = 0
    public.opener = NONE
    take_effect(cards, state)


cdef void spy(const CardSet* cards, State* state, uint8_t source, uint8_t taken) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int seat = state.actor
    if source == BY_TOKEN:
        pay_token(state, seat, ESPIONAGE)
    else:
        state.agency_hand[seat] &= ~bit(source)
        show_agency(state, source)
        public.spied |= bit(source)
        public.aside = source
    public.pool &= ~bit(taken)
    gain_agency(state, seat, taken)
    show_agency(state, taken)
    resume(cards, state)


# Effects.

cdef void take_effect(const CardSet* cards, State* state) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef Use use = public.use
    memset(&public.use, 0, sizeof(Use))
    if use.kind == USE_MISSION:
        complete(state, use.seat, use.mission)
    elif use.kind == USE_FLIGHT:
        fly_or_step(cards, state, use.agent, cards.agency[use.source].city, cards.options.flight_trails)
    elif use.ability == FIRST:
        if public.phase == FIRST_A:
            begin_break_turn(cards, state, use.seat)
        else:
            begin_resolving_turn(cards, state, use.seat)
        return
    elif use.ability == SEARCH:
        begin_search(cards, state, &use)
        return
    else:
        simple_effect(cards, state, &use)
    resume(cards, state)


cdef void complete(State* state, int seat, uint8_t mission) noexcept nogil:
    state.public.completed[seat] |= bit(mission)
    state.public.acted = 1
    if bit_count(state.public.completed[seat]) >= MISSIONS_TO_END:
        state.public.final_round = 1


cdef void simple_effect(const CardSet* cards, State* state, const Use* use) noexcept nogil:
    cdef PublicState* public = &state.public
    cdef int amount = cards.character[public.character[use.seat]].amount
    if use.ability == PLUS_ONE:
        shift(public, use.face, use.face % 6 + 1)
    elif use.ability == MINUS_ONE:
        shift(public, use.face, (use.face + 4) % 6 + 1)
    elif use.ability == MOVE_THREE:
        public.moving = 1
        public.step_pool = amount if use.source == BY_CHARACTER else 3
        public.step_agent = NONE
    elif use.ability == SNEAK_ATTACK:
        public.owed += 1
    elif use.ability == CODE_BREAKER:
        public.swaps += 1
    elif use.ability == TOKEN_PLAY:
        while amount:
            draw_token(state, use.seat)
            amount -= 1
    elif use.ability == AGENCY_PLAY:                   # `resume` draws, each time within the limit
        public.use = use[0]
        public.use.symbol = amount


cdef void shift(PublicState* public, uint8_t face, uint8_t to) noexcept nogil:
    """Turn the named die to another face; it must be placed next (6.2, 3.11)."""
    public.unplaced[public.turn][face - 1] -= 1
    public.unplaced[public.turn][to - 1] += 1
    public.shifted = to


cdef void begin_search(const CardSet* cards, State* state, const Use* use) noexcept nogil:
    """Begin a Search. Only the searcher knows the three cards; seats that knew their places forget
    them (6.7, 10.6). They are drawn one by one, so the deck may be remade in between (5.14)."""
    cdef PublicState* public = &state.public
    cdef uint8_t seen = 1 << use.seat
    cdef uint8_t card
    if not (agency_to_draw(state) if use.deck == AGENCY_DECK else mission_to_draw(state)):
        resume(cards, state)
        return
    public.use = use[0]
    while public.searched < 3 and (
            agency_to_draw(state) if use.deck == AGENCY_DECK else mission_to_draw(state)):
        if use.deck == AGENCY_DECK:
            card = draw_agency(state)
            state.agency_known[card] = seen
        else:
            card = draw_mission(state)
            state.mission_known[card] = seen
        state.search[public.searched] = card
        public.searched += 1
    decide(state, CHOOSE_KEEP, use.seat)


cdef void finish_search(const CardSet* cards, State* state, uint8_t upper) noexcept nogil:
    """Keep `state.kept`; the others go under the deck, `upper` (NONE if there is none) first."""
    cdef PublicState* public = &state.public
    cdef int seat = public.use.seat
    cdef int deck = public.use.deck
    cdef int searched = public.searched
    cdef uint8_t card
    cdef int i
    if deck == AGENCY_DECK:
        gain_agency(state, seat, state.kept)
    else:
        gain_mission(state, seat, state.kept)
    for i in range(-1, searched):
        card = upper if i < 0 else state.search[i]
        if card == NONE or card == state.kept or (i >= 0 and card == upper):
            continue
        if deck == AGENCY_DECK:
            agency_to_bottom(state, card)
        else:
            mission_to_bottom(state, card)
    memset(state.search, NONE, 3)
    state.kept = NONE
    public.searched = 0
    memset(&public.use, 0, sizeof(Use))
    resume(cards, state)


cdef void fly_or_step(const CardSet* cards, State* state, int agent, uint8_t city,
                      bint trails) noexcept nogil:
    """Move an agent from its city to another (5.5, 5.6); without trails cubes stay in place."""
    cdef PublicState* public = &state.public
    cdef int seat = public.turn
    if trails:
        leave_city(state, seat, public.agent[seat][agent])
    public.agent[seat][agent] = city
    if trails:
        enter_city(cards, state, seat, city)
