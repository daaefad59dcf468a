"""The bounds of every kind of action, from the rules.

Each function below lists the actions of some kinds; a comment says why there can be no others.
With the bounds of `_compiled.pxd` the most actions that a set can have are: 60 missions put back
and 36 placings; 26 of PASS, STOP, END, ROLL, REFUSE, REROLL, DIE and AGENT; 111 uses; 48 flights;
96 steps; 24 swaps; 1,120 claims (40 codes of two numbers, 14 places, both directions) and 16 tiles;
195 of missions, codes and payments; 24 of circles and rewards; 108 discards; 216 of a Search; 2,304
of Espionage (48 cards of which each takes any other, and a token). They are 4,384 together.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, CODE_CARDS, DRAW_AGENCY, DRAW_TOKEN, ESPIONAGE, MINUS_ONE,
    MISSION_CARDS, MISSION_DECK, MOVE_THREE, PLUS_ONE, REGIONS, REROLL_DICE, SEARCH, SEARCH_DECK,
    SHIFT_DIE, STEPS, CardSet, Code,
)
from covert_engine.covert.rules._actions cimport (
    AGENCY_PLAY, AGENT, BOTTOM, BY_CHARACTER, BY_TOKEN, CLAIM, COMPLETE, DECODER, DIE, DISCARD,
    DISCARD_MISSION, DRAW_CODE, END, FLY, FORFEIT, KEEP, MOVE, MOVEMENT_CIRCLE, PASS, PAY, PAY_CARD,
    PAY_CODE, PAY_FOOT, PLACE, REFUSE, REROLL, RETURN_CODE, RETURN_MISSION, REWARD, ROLL, SPY, STEP,
    STOP, SWAP, TAKE_AGENCY, TAKE_MISSION, TILE, TOKEN_PLAY, USE, action_t, pack,
)
from covert_engine.covert.rules._state cimport AGENTS, DICE


cdef int fill_index(const CardSet* cards, ActionIndex* index) except -1:
    memset(index, 0, sizeof(ActionIndex))
    each(index, RETURN_MISSION, MISSION_CARDS)       # 2.5: any mission may be dealt
    dice(cards, index)
    uses(cards, index)
    moves(cards, index)
    codes(cards, index)
    missions(index)
    circles(index)
    limits(cards, index)
    windows(cards, index)
    return 0


cdef int add(ActionIndex* index, action_t action) except -1:
    cdef int slot = slot_of(action)
    assert index.size < MAX_INDEXED
    while index.held[slot]:
        assert index.held[slot] != action
        slot = (slot + 1) & (SLOTS - 1)
    index.held[slot] = action
    index.number[slot] = index.size
    index.action[index.size] = action
    index.size += 1
    return 0


cdef int each(ActionIndex* index, int kind, int count) except -1:
    """Add an action of a kind for each operand below `count`."""
    cdef int number
    for number in range(count):
        add(index, pack(kind, number))
    return 0


cdef bint has_effect(const CardSet* cards, int effect) noexcept:
    cdef int i
    for i in range(cards.characters):
        if cards.character[i].effect == effect:
            return True
    return False


cdef int dice(const CardSet* cards, ActionIndex* index) except -1:
    cdef int face, target
    for face in range(1, 7):
        for target in range(DECODER + 1):
            add(index, pack(PLACE, face, target))    # 3.4 to 3.6: any face, any place
    add(index, pack(PASS))
    add(index, pack(STOP))
    add(index, pack(END))
    for face in range(1, 7):                         # 3.8: every seat has a token, some a character
        if has_effect(cards, REROLL_DICE):
            add(index, pack(REROLL, face, BY_CHARACTER))
        add(index, pack(REROLL, face, BY_TOKEN))
    add(index, pack(ROLL))
    return 0


cdef int use_of(ActionIndex* index, int ability, int source) except -1:
    """Add a use of an ability; a Search names a deck (6.7)."""
    add(index, pack(USE, ability, source, AGENCY_DECK))
    if ability == SEARCH:
        add(index, pack(USE, ability, source, MISSION_DECK))
    return 0


cdef int uses(const CardSet* cards, ActionIndex* index) except -1:
    """Add the uses: 6.9, a card has one ability, and Espionage is no use but SPY (6.13); a token
    of an ability is there only if the set has one; a character only does what is printed (6.18)."""
    cdef int ability, card, i, face
    cdef bint shifts = has_effect(cards, SHIFT_DIE)
    for ability in range(ABILITIES):
        if ability == ESPIONAGE:
            continue
        for card in range(AGENCY_CARDS):
            if cards.agency[card].ability == ability:
                use_of(index, ability, card)
        if ability == SEARCH and has_effect(cards, SEARCH_DECK):
            for i in range(MISSION_DECK + 1):
                if searches(cards, i):
                    add(index, pack(USE, SEARCH, BY_CHARACTER, i))
        if (((ability == PLUS_ONE or ability == MINUS_ONE) and shifts)
                or (ability == MOVE_THREE and has_effect(cards, STEPS))):
            add(index, pack(USE, ability, BY_CHARACTER))
        if cards.tokens[ability]:
            use_of(index, ability, BY_TOKEN)
    if has_effect(cards, DRAW_TOKEN):
        add(index, pack(USE, TOKEN_PLAY, BY_CHARACTER))
    if has_effect(cards, DRAW_AGENCY):
        add(index, pack(USE, AGENCY_PLAY, BY_CHARACTER))
    if (shifts or cards.tokens[<int> PLUS_ONE] or cards.tokens[<int> MINUS_ONE]
            or cards.agency_of_ability[<int> PLUS_ONE]
            or cards.agency_of_ability[<int> MINUS_ONE]):
        for face in range(1, 7):
            add(index, pack(DIE, face))              # 3.11: names a die where +1 or -1 is used
    return 0


cdef bint searches(const CardSet* cards, int deck) noexcept:
    """Return True if some character searches that deck."""
    cdef int i
    for i in range(cards.characters):
        if cards.character[i].effect == SEARCH_DECK and cards.character[i].deck == deck:
            return True
    return False


cdef int moves(const CardSet* cards, ActionIndex* index) except -1:
    cdef int agent, city, i
    each(index, FLY, AGENCY_CARDS)                   # 6.10: any card
    each(index, AGENT, AGENTS)
    for agent in range(AGENTS):                      # 5.4: along a connection
        for city in range(cards.cities):
            if cards.neighbour_count[city]:
                add(index, pack(STEP, agent, city))
    if cards.tile[0] != cards.tile[cards.tiles - 1]:     # 4.7: equal tiles are not swapped
        for i in range(cards.swaps):
            add(index, pack(SWAP, cards.left_or_upper[i], cards.right_or_lower[i]))
    return 0


cdef int codes(const CardSet* cards, ActionIndex* index) except -1:
    """Add the claims: 4.2, a code fits into a row, from left to right or also the other way, where
    a palindrome is the same; or with `codes_bend` a path begins at any tile and names the rest
    (4.7)."""
    cdef const Code* code
    cdef int number, row, start, tile
    for number in range(CODE_CARDS):
        code = &cards.code[number]
        if cards.options.codes_bend:
            for tile in range(cards.tiles):
                add(index, pack(CLAIM, number, tile))
            continue
        for row in range(2):
            for start in range(row * cards.row, (row + 1) * cards.row + 1 - code.length):
                add(index, pack(CLAIM, number, start))
                if cards.options.either_direction and not code.palindrome:
                    add(index, pack(CLAIM, number, start, 1))
    if cards.options.codes_bend:
        each(index, TILE, cards.tiles)
    each(index, DRAW_CODE, 2)                        # 4.8: two decks
    each(index, RETURN_CODE, CODE_CARDS)             # 7.4: any code may pay
    return 0


cdef int missions(ActionIndex* index) except -1:
    cdef int number
    each(index, COMPLETE, MISSION_CARDS)
    add(index, pack(PAY, PAY_FOOT))                  # 7.6: feet are alike; codes and cards are not
    for number in range(CODE_CARDS):
        add(index, pack(PAY, PAY_CODE, number))
    for number in range(AGENCY_CARDS):
        add(index, pack(PAY, PAY_CARD, number))
    each(index, TAKE_MISSION, 4)                     # 5.2: three places, the deck
    return 0


cdef int circles(ActionIndex* index) except -1:
    cdef int region, count
    for region in range(REGIONS):
        for count in range(1, 3):
            add(index, pack(TAKE_AGENCY, region, count))     # 5.3: one or two dice
    add(index, pack(TAKE_AGENCY, REGIONS, 2))        # 5.3: the deck takes two
    for count in range(1, DICE + 1):
        add(index, pack(MOVE, count))                # 5.4: a seat has five dice (1.1)
    each(index, FORFEIT, MOVEMENT_CIRCLE + 1)        # 5.8: a die on one of four circles
    each(index, REWARD, 2)                           # 5.6: face up, or the deck
    return 0


cdef int limits(const CardSet* cards, ActionIndex* index) except -1:
    cdef int kind, card
    cdef bint any_deck = (cards.tokens[<int> SEARCH] != 0
                          or cards.agency_of_ability[<int> SEARCH] != 0)
    each(index, DISCARD, AGENCY_CARDS)
    each(index, DISCARD_MISSION, MISSION_CARDS)
    for kind in (KEEP, BOTTOM):                      # 6.7: of a deck that something can search
        if any_deck or searches(cards, AGENCY_DECK):
            for card in range(AGENCY_CARDS):
                add(index, pack(kind, card, 0, AGENCY_DECK))
        if any_deck or searches(cards, MISSION_DECK):
            for card in range(MISSION_CARDS):
                add(index, pack(kind, card, 0, MISSION_DECK))
    return 0


cdef int windows(const CardSet* cards, ActionIndex* index) except -1:
    """Add Espionage: 6.13, by a token or by a card with that ability, which cannot take itself."""
    cdef int source, taken
    for source in range(AGENCY_CARDS):
        if cards.agency[source].ability == ESPIONAGE:
            for taken in range(AGENCY_CARDS):
                if taken != source:
                    add(index, pack(SPY, source, taken))
    if cards.tokens[<int> ESPIONAGE]:
        for taken in range(AGENCY_CARDS):
            add(index, pack(SPY, BY_TOKEN, taken))
    add(index, pack(REFUSE))
    return 0
