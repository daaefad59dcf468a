"""Legal actions of every decision, one function a decision."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert.rules._actions cimport (
    AGENCY_CIRCLE, AGENCY_PLAY, AGENT, BOTTOM, BY_CHARACTER, BY_TOKEN, CLAIM, COMPLETE,
    COMPLETE_CIRCLE, DECODER, DIE, DISCARD, DISCARD_MISSION, DRAW_CODE, END, FLY, FOLDER, FORFEIT,
    KEEP, MISSION_CIRCLE, MOVE, MOVEMENT_CIRCLE, PASS, PLACE, REFUSE, REROLL, RETURN_CODE,
    RETURN_MISSION, REWARD, ROLL, SPY, STEP, STOP, SWAP, TAKE_AGENCY, TAKE_MISSION, TILE,
    TOKEN_PLAY, USE,
    action_t, pack,
)
from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_DECK, ANY_WAY, CODE_BREAKER, DRAW_AGENCY, DRAW_TOKEN, ESPIONAGE, FIRST, MINUS_ONE,
    MISSION_DECK, MOVE_THREE, NONE, PLUS_ONE, REACH, REGIONS, REROLL_DICE, SEARCH, SEARCH_DECK,
    SHIFT_DIE, SNEAK_ATTACK, STEPS, WHEN_PLACING, WHEN_RESOLVING, CardSet, Character, Code,
)
from covert_engine.covert.rules._dice cimport dice_on, has_die, taken_faces
from covert_engine.covert.rules._missions cimport completable, legal_payments
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, CHOOSE_BOTTOM, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_CODE_ORDER, CHOOSE_DIE,
    CHOOSE_DISCARD, CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_KEEP, CHOOSE_LAST,
    CHOOSE_MISSION_DISCARD, CHOOSE_PAYMENT, CHOOSE_PLACE, CHOOSE_REROLL, CHOOSE_RESOLVE,
    CHOOSE_RETURN, CHOOSE_REWARD, CHOOSE_STEP, CHOOSE_TILE, FIRST_A, MAX_PLAYS,
    PublicState, State,
)
from covert_engine.covert.rules._paths cimport path_from, readable
from covert_engine.covert.rules._zones cimport agency_to_draw, mission_to_draw

cdef enum:
    PLACING_ABILITIES = (1 << PLUS_ONE | 1 << MINUS_ONE | 1 << MOVE_THREE | 1 << SNEAK_ATTACK
                         | 1 << SEARCH)
    RESOLVING_ABILITIES = 1 << MOVE_THREE | 1 << SEARCH


cdef struct List:
    action_t* out
    int32_t count


cdef inline void add(List* acts, action_t action) noexcept nogil:
    acts.out[acts.count] = action
    acts.count += 1


cdef int32_t legal(const CardSet* cards, const State* state, action_t* out,
                   bint canonical) noexcept nogil:
    cdef List acts
    cdef uint8_t decision = state.public.decision
    acts.out = out
    acts.count = 0
    if state.actor == NONE:
        return 0
    if decision == CHOOSE_PLACE:
        placing(cards, state, &acts, canonical)
    elif decision == CHOOSE_RESOLVE or decision == CHOOSE_LAST:
        resolving(cards, state, &acts, canonical)
    elif decision == CHOOSE_STEP:
        stepping(cards, state, &acts, canonical)
    elif decision == CHOOSE_BREAK:
        breaking(cards, state, &acts)
    elif decision == CHOOSE_TILE:
        bending(cards, state, &acts)
    elif decision == CHOOSE_PAYMENT:
        return legal_payments(cards, state, out, canonical)
    elif decision == CHOOSE_ESPIONAGE:
        spying(cards, state, &acts)
    elif decision == CHOOSE_FIRST:
        going_first(cards, state, &acts)
    else:
        small_choice(cards, state, &acts)
    return acts.count


cdef uint8_t open_faces(const CardSet* cards, const State* state, int circle) noexcept nogil:
    """Return, as bits (face - 1), the spaces of a circle open to a die (3.4)."""
    cdef uint32_t taken = taken_faces(&state.public, circle)
    cdef uint32_t beside
    if not taken:
        return 63
    beside = taken << 1 | taken >> 1
    if cards.options.circle_wraps:
        beside |= taken << 5 | taken >> 5
    return beside & ~taken & 63


# Free plays (rules 6).

cdef inline int usable_tokens(const State* state, int seat, int ability) noexcept nogil:
    """Count the tokens held, less those drawn this turn (3.9)."""
    cdef int count = state.tokens[seat][ability]
    if seat == state.public.turn:
        count -= state.fresh[ability]
    return count


cdef void use_of(const State* state, int seat, int ability, List* acts, int source) noexcept nogil:
    if ability != SEARCH:
        add(acts, pack(USE, ability, source))
        return
    add(acts, pack(USE, SEARCH, source, AGENCY_DECK))
    add(acts, pack(USE, SEARCH, source, MISSION_DECK))


cdef void uses(const CardSet* cards, const State* state, int seat, int abilities,
               List* acts) noexcept nogil:
    """List every use of one of `abilities` (bits), by a token or by a card of the hand."""
    cdef uint64_t hand = state.agency_hand[seat] & cards.agency_of_abilities[abilities]
    cdef uint64_t fresh
    cdef uint64_t tokens                               # usable ones, a byte for each ability
    cdef int ability, card
    memcpy(&tokens, state.tokens[seat], ABILITIES)
    if tokens and seat == state.public.turn:
        memcpy(&fresh, state.fresh, ABILITIES)
        tokens -= fresh
    if tokens:
        for ability in range(ABILITIES):
            if abilities >> ability & 1 and usable_tokens(state, seat, ability):
                use_of(state, seat, ability, acts, BY_TOKEN)
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        use_of(state, seat, cards.agency[card].ability, acts, card)


cdef void flights(const CardSet* cards, const State* state, int seat, List* acts) noexcept nogil:
    cdef const uint8_t* agent = state.public.agent[seat]
    cdef uint64_t hand = state.agency_hand[seat]
    cdef int card, city
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        city = cards.agency[card].city
        if agent[0] != city or agent[1] != city or agent[2] != city:
            add(acts, pack(FLY, card))


cdef bint character_may_play(const CardSet* cards, const State* state, int seat,
                             int when) noexcept nogil:
    cdef const Character* character = &cards.character[state.public.character[seat]]
    return character.when & when != 0 and state.public.character_uses[seat] < character.times


cdef void character_plays(const CardSet* cards, const State* state, int seat, int when,
                          List* acts) noexcept nogil:
    """List the plays of the seat's character, except rerolls and +1, -1, which `placing` lists."""
    cdef const Character* character = &cards.character[state.public.character[seat]]
    if not character_may_play(cards, state, seat, when):
        return
    if character.effect == STEPS:
        add(acts, pack(USE, MOVE_THREE, BY_CHARACTER))
    elif character.effect == DRAW_TOKEN:
        add(acts, pack(USE, TOKEN_PLAY, BY_CHARACTER))
    elif character.effect == DRAW_AGENCY:
        add(acts, pack(USE, AGENCY_PLAY, BY_CHARACTER))
    elif character.effect == SEARCH_DECK:
        add(acts, pack(USE, SEARCH, BY_CHARACTER, character.deck))


# Placing (rules 3).

cdef void placing(const CardSet* cards, const State* state, List* acts,
                  bint canonical) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int seat = public.turn
    cdef const uint8_t* dice = public.unplaced[seat]
    cdef uint8_t open[4]
    cdef int circle, face, effect
    cdef int left = 0
    cdef int abilities = PLACING_ABILITIES
    cdef bint shift_by_character

    for face in range(6):
        left += dice[face]
    if left:
        for circle in range(4):
            open[circle] = open_faces(cards, state, circle)
    for face in range(6):
        if dice[face] == 0 or (public.shifted and face != public.shifted - 1):
            continue
        for circle in range(4):
            if open[circle] >> face & 1:
                add(acts, pack(PLACE, face + 1, circle))
        if not public.shifted:
            add(acts, pack(PLACE, face + 1, FOLDER))
        add(acts, pack(PLACE, face + 1, DECODER))
    if not public.shifted:
        add(acts, pack(STOP if public.placed else PASS))
    if public.plays >= MAX_PLAYS:
        return

    effect = cards.character[public.character[seat]].effect
    shift_by_character = (effect == SHIFT_DIE
                          and character_may_play(cards, state, seat, WHEN_PLACING))
    if left == 0:
        abilities &= ~(1 << PLUS_ONE | 1 << MINUS_ONE)
    if canonical and left <= public.owed:               # a wasted Sneak Attack
        abilities &= ~(1 << SNEAK_ATTACK)
    if public.shifted:                                  # 3.11: only more of them, or placing it
        abilities = 1 << PLUS_ONE | 1 << MINUS_ONE
    uses(cards, state, seat, abilities, acts)
    if shift_by_character and left:
        add(acts, pack(USE, PLUS_ONE, BY_CHARACTER))
        add(acts, pack(USE, MINUS_ONE, BY_CHARACTER))
    if public.shifted:
        return
    flights(cards, state, seat, acts)
    character_plays(cards, state, seat, WHEN_PLACING, acts)
    if public.rerolls >> seat & 1:
        rerolls(dice, 1, BY_TOKEN, acts)
    if effect == REROLL_DICE and character_may_play(cards, state, seat, WHEN_PLACING):
        rerolls(dice, 1, BY_CHARACTER, acts)


cdef void rerolls(const uint8_t* dice, int lowest, int source, List* acts) noexcept nogil:
    cdef int face
    for face in range(lowest, 7):
        if dice[face - 1]:
            add(acts, pack(REROLL, face, source))


cdef void more_rerolls(const State* state, List* acts) noexcept nogil:
    """List more dice to reroll, in ascending order (3.8)."""
    cdef const PublicState* public = &state.public
    cdef const uint8_t* dice = dice_to_reroll(public)
    cdef uint8_t left[6]
    cdef int face
    cdef int highest = 1
    for face in range(1, 7):
        left[face - 1] = dice[face - 1] - public.picked[face - 1]
        if public.picked[face - 1]:
            highest = face
    rerolls(left, highest, public.reroll_source, acts)
    add(acts, pack(ROLL))


# Breaking codes (rules 4).

cdef void breaking(const CardSet* cards, const State* state, List* acts) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int seat = public.turn
    cdef uint64_t codes = state.code_hand[seat]
    cdef bint may_swap = not (cards.options.swaps_first and public.claimed)
    cdef int i
    while codes:
        if cards.options.codes_bend:
            bent_claims(cards, state, seat, lowest_bit(codes), acts)
        else:
            claims(cards, state, seat, lowest_bit(codes), acts)
        codes &= codes - 1
    if public.swaps and may_swap:
        for i in range(cards.swaps):
            if public.tiles[cards.left_or_upper[i]] != public.tiles[cards.right_or_lower[i]]:
                add(acts, pack(SWAP, cards.left_or_upper[i], cards.right_or_lower[i]))
    if public.plays < MAX_PLAYS:
        if may_swap:
            uses(cards, state, seat, 1 << CODE_BREAKER, acts)
        if cards.options.reroll_decoder and not public.claimed and public.rerolls >> seat & 1:
            rerolls(public.decoder[seat], 1, BY_TOKEN, acts)
    add(acts, pack(STOP))


cdef void claims(const CardSet* cards, const State* state, int seat, int number,
                 List* acts) noexcept nogil:
    cdef const Code* code = &cards.code[number]
    cdef const uint8_t* tiles = &state.public.tiles[0]
    cdef const uint8_t* decoder = &state.public.decoder[seat][0]
    cdef int row, start
    for row in range(2):
        for start in range(row * cards.row, (row + 1) * cards.row + 1 - code.length):
            if readable(code, tiles, decoder, start, False):
                add(acts, pack(CLAIM, number, start, 0))
            if (cards.options.either_direction and not code.palindrome
                    and readable(code, tiles, decoder, start, True)):
                add(acts, pack(CLAIM, number, start, 1))


cdef void bent_claims(const CardSet* cards, const State* state, int seat, int number,
                      List* acts) noexcept nogil:
    """List the tiles at which a path for the code can begin."""
    cdef uint8_t dice[6]
    cdef int tile
    memcpy(dice, state.public.decoder[seat], 6)
    for tile in range(cards.tiles):
        if path_from(cards, &cards.code[number], state.public.tiles, dice, ANY_WAY, 0, tile, 0):
            add(acts, pack(CLAIM, number, tile))


cdef void bending(const CardSet* cards, const State* state, List* acts) noexcept nogil:
    """List the next tiles of a path that can be completed."""
    cdef const PublicState* public = &state.public
    cdef const Code* code = &cards.code[public.bent_code]
    cdef uint8_t dice[6]
    cdef uint32_t visited = 0
    cdef uint32_t beside
    cdef int i, tile
    memcpy(dice, public.decoder[public.turn], 6)
    for i in range(public.bending):
        visited |= 1 << public.path[i]
    beside = cards.beside[<int> ANY_WAY][public.path[public.bending - 1]] & ~visited
    while beside:
        tile = lowest_bit(beside)
        beside &= beside - 1
        if path_from(cards, code, public.tiles, dice, ANY_WAY, public.bending, tile, visited):
            add(acts, pack(TILE, tile))


# Resolving (rules 5), and the last mission (8.2).

cdef void resolving(const CardSet* cards, const State* state, List* acts,
                    bint canonical) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int seat = public.turn
    cdef bint last = public.decision == CHOOSE_LAST
    if last:
        missions(cards, state, seat, acts)
        add(acts, pack(END))
    elif public.acted:
        add(acts, pack(END))
    else:
        die_actions(cards, state, seat, acts, canonical)
    if public.plays >= MAX_PLAYS:
        return
    uses(cards, state, seat, RESOLVING_ABILITIES, acts)
    flights(cards, state, seat, acts)
    if not last:
        character_plays(cards, state, seat, WHEN_RESOLVING, acts)


cdef void missions(const CardSet* cards, const State* state, int seat, List* acts) noexcept nogil:
    cdef uint64_t hand = state.mission_hand[seat]
    cdef int mission
    while hand:
        mission = lowest_bit(hand)
        hand &= hand - 1
        if completable(cards, state, seat, mission):
            add(acts, pack(COMPLETE, mission))


cdef void die_actions(const CardSet* cards, const State* state, int seat, List* acts,
                      bint canonical) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef int dice, i, region
    cdef uint32_t reached = 0
    if dice_on(&state.public, COMPLETE_CIRCLE, seat):
        missions(cards, state, seat, acts)
        add(acts, pack(FORFEIT, COMPLETE_CIRCLE))
    if dice_on(&state.public, MISSION_CIRCLE, seat):
        for i in range(3):
            if public.mission_up[i] != NONE:
                add(acts, pack(TAKE_MISSION, i))
        if mission_to_draw(state):
            add(acts, pack(TAKE_MISSION, 3))
        add(acts, pack(FORFEIT, MISSION_CIRCLE))
    dice = dice_on(&state.public, AGENCY_CIRCLE, seat)
    if dice:
        for i in range(AGENTS):
            reached |= 1 << cards.region[public.agent[seat][i]]
        if cards.character[public.character[seat]].effect == REACH:
            reached = 63
        for region in range(REGIONS):
            if public.agency_up[region] == NONE:
                continue
            if reached >> region & 1:
                add(acts, pack(TAKE_AGENCY, region, 1))
            # two dice where one would do only lose a die
            if dice >= 2 and not (canonical and reached >> region & 1):
                add(acts, pack(TAKE_AGENCY, region, 2))
        if dice >= 2 and agency_to_draw(state):
            add(acts, pack(TAKE_AGENCY, REGIONS, 2))
        add(acts, pack(FORFEIT, AGENCY_CIRCLE))
    dice = dice_on(&state.public, MOVEMENT_CIRCLE, seat)
    if dice:
        for i in range(1, dice + 1):
            add(acts, pack(MOVE, i))
        add(acts, pack(FORFEIT, MOVEMENT_CIRCLE))


cdef void stepping(const CardSet* cards, const State* state, List* acts,
                   bint canonical) noexcept nogil:
    """List steps. With `canonical`, agents step in ascending order, and of equal agents only the
    first: steps of different agents hardly ever depend on each other (5.11 allows any order)."""
    cdef const PublicState* public = &state.public
    cdef const uint8_t* agent = public.agent[public.turn]
    cdef int i, j, n
    cdef int first = 0
    cdef bint twin
    if canonical and public.step_agent != NONE:
        first = public.step_agent
    for i in range(first, AGENTS):
        if not public.step_pool and not public.steps[i]:
            continue
        if canonical:
            twin = False
            for j in range(first, i):
                twin |= agent[j] == agent[i] and public.steps[j] == public.steps[i]
            if twin:
                continue
        for n in range(cards.neighbour_count[agent[i]]):
            add(acts, pack(STEP, i, cards.neighbour[agent[i]][n]))
    add(acts, pack(STOP))


# Windows.

cdef inline uint64_t spying_cards(const CardSet* cards, const State* state) noexcept nogil:
    return (state.agency_hand[state.actor] & cards.agency_of_ability[<int> ESPIONAGE]
            & ~state.public.spied)


cdef bint may_spy(const CardSet* cards, const State* state) noexcept nogil:
    if state.actor == NONE or not state.public.pool:
        return False
    return usable_tokens(state, state.actor, ESPIONAGE) or spying_cards(cards, state) != 0


cdef void spying(const CardSet* cards, const State* state, List* acts) noexcept nogil:
    """List any Espionage not played in this window yet, for any card of the pool (6.13, 6.14)."""
    cdef int seat = state.actor
    cdef uint64_t sources = spying_cards(cards, state)
    cdef uint64_t pool
    cdef int source
    add(acts, pack(REFUSE))
    if usable_tokens(state, seat, ESPIONAGE):
        pool = state.public.pool
        while pool:
            add(acts, pack(SPY, BY_TOKEN, lowest_bit(pool)))
            pool &= pool - 1
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        pool = state.public.pool
        while pool:
            add(acts, pack(SPY, source, lowest_bit(pool)))
            pool &= pool - 1


cdef void going_first(const CardSet* cards, const State* state, List* acts) noexcept nogil:
    """List uses of First: in window A once a round, in B with a die on a circle (6.15, 6.16)."""
    cdef int seat = state.actor
    cdef bint able
    if state.public.phase == FIRST_A:
        able = not state.public.had_turn >> seat & 1
    else:
        able = has_die(&state.public, seat)
    add(acts, pack(REFUSE))
    if able:
        uses(cards, state, seat, 1 << FIRST, acts)


# Other decisions.

cdef void each(uint64_t chosen, int kind, List* acts) noexcept nogil:
    while chosen:
        add(acts, pack(kind, lowest_bit(chosen)))
        chosen &= chosen - 1


cdef void small_choice(const CardSet* cards, const State* state, List* acts) noexcept nogil:
    cdef const PublicState* public = &state.public
    cdef uint8_t decision = public.decision
    cdef int i, agent
    if decision == CHOOSE_RETURN:
        each(state.mission_hand[state.actor], RETURN_MISSION, acts)
    elif decision == CHOOSE_DISCARD:
        each(state.agency_hand[state.actor], DISCARD, acts)
    elif decision == CHOOSE_MISSION_DISCARD:
        each(state.mission_hand[state.actor], DISCARD_MISSION, acts)
    elif decision == CHOOSE_CODE_ORDER:
        each(public.use.codes, RETURN_CODE, acts)
    elif decision == CHOOSE_REROLL:
        more_rerolls(state, acts)
    elif decision == CHOOSE_DIE:
        for i in range(6):
            if public.unplaced[public.turn][i]:
                add(acts, pack(DIE, i + 1))
    elif decision == CHOOSE_CODE:
        for i in range(2):
            if state.code_size[i]:
                add(acts, pack(DRAW_CODE, i))
    elif decision == CHOOSE_AGENT:
        i = lowest_bit(public.use.cards)
        for agent in range(AGENTS):
            if public.agent[public.turn][agent] != cards.agency[i].city:
                add(acts, pack(AGENT, agent))
    elif decision == CHOOSE_REWARD:
        if public.agency_up[public.pair_region] != NONE:
            add(acts, pack(REWARD, 0))
        if agency_to_draw(state):
            add(acts, pack(REWARD, 1))
    elif decision == CHOOSE_KEEP:
        for i in range(public.searched):
            add(acts, pack(KEEP, state.search[i], 0, public.use.deck))
    elif decision == CHOOSE_BOTTOM:
        for i in range(public.searched):
            if state.search[i] != state.kept:
                add(acts, pack(BOTTOM, state.search[i], 0, public.use.deck))
