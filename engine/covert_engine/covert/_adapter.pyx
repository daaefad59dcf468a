"""Covert as the search sees it: its functions in the search's table.

Chance is coarsened. Of all that happens between two decisions the searching seat's key holds only
the ability of a token it draws, the equipment of an Agency Card it draws unseen, and the points, in
steps of four, of a mission it draws unseen. Refills, rerolls, codes drawn and the draws of other
seats do not split the tree; the availability counts of the search allow for the legal actions that
vary with them.

The search holds a SearchState: a state with its legal actions, once they are made.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert.rules._actions cimport BOTTOM, KEEP, REFUSE, RETURN_MISSION, kind_of
from covert_engine.covert.rules._apply cimport apply, pass_espionage, settle, step_forced
from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport NONE, CardSet, CompiledSet
from covert_engine.covert.evaluation._facts cimport fact_functions
from covert_engine.covert.evaluation._hand_made cimport HAND_MADE
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.rules._state cimport NO_DECISION, State
from covert_engine.covert.evaluation._utility cimport result
from covert_engine.covert.knowledge._view cimport View, observe
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, fold

cdef enum:
    SEEN = 1 << 6            # bit above every Kind: the observer saw that there was an action


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.actor == NONE:
        return NOBODY
    return state.actor


cdef int32_t legal_of(const void* rules, const void* memory, uint32_t* actions) noexcept nogil:
    cdef const SearchState* searched = <const SearchState*> memory
    if searched.count < 0:
        return legal(<const CardSet*> rules, &searched.state, actions, True)
    memcpy(actions, searched.acts, searched.count * sizeof(uint32_t))
    return searched.count


cdef uint64_t observed(const void* rules, const void* memory, uint32_t action,
                       int32_t observer) noexcept nogil:
    """Return the key of an action: 0 for a refusal and for the choice in a Search (10.9); of a
    returned mission and of the end of a Search others see only numbers of cards."""
    cdef const State* state = <const State*> memory
    cdef uint8_t kind = kind_of(action)
    if state.actor != observer:
        if kind == REFUSE or (kind == KEEP and state.public.searched == 3):
            return 0
        if kind == RETURN_MISSION or kind == KEEP or kind == BOTTOM:
            return SEEN | kind
    return <uint64_t> action << 7 | SEEN


cdef struct Hand:            # what chance can add to the searching seat's hand
    uint64_t agency
    uint64_t missions
    uint64_t tokens          # of the eight abilities, a byte each


cdef inline uint64_t tokens_of(const State* state, int32_t seat) noexcept nogil:
    cdef uint64_t tokens
    memcpy(&tokens, state.tokens[seat], sizeof(tokens))     # they may be unaligned
    return tokens


cdef Hand hand_of(const State* state, int32_t seat) noexcept nogil:
    cdef Hand hand
    hand.agency = state.agency_hand[seat]
    hand.missions = state.mission_hand[seat]
    hand.tokens = tokens_of(state, seat)
    return hand


cdef uint64_t fold_draws(const CardSet* cards, const State* state, int32_t seat,
                         const Hand* before, uint64_t seen) noexcept nogil:
    """Fold in the categories of what the seat has drawn since `before`."""
    cdef Hand now = hand_of(state, seat)
    cdef uint64_t drawn = now.agency & ~before.agency
    cdef int ability
    while drawn:
        seen = fold(seen, 1 + cards.agency[lowest_bit(drawn)].equipment)
        drawn &= drawn - 1
    drawn = now.missions & ~before.missions
    while drawn:
        seen = fold(seen, 100 + cards.mission[lowest_bit(drawn)].points // 4)
        drawn &= drawn - 1
    if now.tokens != before.tokens:
        for ability in range(8):
            if (now.tokens >> 8 * ability & 255) > (before.tokens >> 8 * ability & 255):
                seen = fold(seen, 200 + ability)
    return seen


cdef uint64_t apply_of(const void* rules, void* memory, uint32_t action, int32_t observer,
                       uint64_t seen) noexcept nogil:
    """Apply the action and the forced steps after it. In the tree, stop before a forced action of
    another seat that the observer sees: the observer may not know that it was forced, so it must
    not change the tree."""
    cdef const CardSet* cards = <const CardSet*> rules
    cdef SearchState* searched = <SearchState*> memory
    cdef State* state = &searched.state
    cdef uint32_t* acts = searched.acts
    cdef Hand before
    if observer == NOBODY:
        apply(cards, state, action)
        searched.count = settle(cards, state, acts, True)
        return seen
    before = hand_of(state, observer)
    apply(cards, state, action)
    while True:
        pass_espionage(cards, state)
        searched.count = legal(cards, state, acts, True)
        if searched.count > 1 or state.public.decision == NO_DECISION:
            break
        if searched.count == 0 and state.actor != NONE:       # as in `settle`
            break
        if (searched.count == 1 and state.actor != observer
                and observed(rules, memory, acts[0], observer) != 0):
            break
        step_forced(cards, state, acts, searched.count)
    return fold_draws(cards, state, observer, &before, seen)


cdef void view_of(const void* rules, const void* memory, int32_t seat, void* view) noexcept nogil:
    observe(<const CardSet*> rules, <const State*> memory, seat, <View*> view)


cdef void sample_of(const void* rules, const void* view, uint64_t key, void* memory) noexcept nogil:
    cdef SearchState* searched = <SearchState*> memory
    sample(<const CardSet*> rules, <const View*> view, key, &searched.state)
    searched.count = -1


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    """Hash the hands and the cards that a Search looks at. The order of the decks is chance to
    come."""
    cdef const State* state = <const State*> memory
    cdef uint64_t key = 1
    cdef int seat
    for seat in range(state.public.players):
        key = fold(key, state.agency_hand[seat])
        key = fold(key, state.mission_hand[seat])
        key = fold(key, state.code_hand[seat])
        key = fold(key, tokens_of(state, seat))
    return fold(key, state.search[0] | <uint64_t> state.search[1] << 8
                | <uint64_t> state.search[2] << 16)


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    """Return the round. Setup counts as part of the first one, the last missions as part of the
    end."""
    cdef const State* state = <const State*> memory
    return state.public.round if state.public.round else 1


cdef void result_of(const void* rules, const void* memory, float* utilities) noexcept nogil:
    result(<const CardSet*> rules, <const State*> memory, utilities)


cpdef GameTable game_table(CompiledSet cards, int players):
    """Return the table of a game with that many players; the card set owns its memory."""
    if cards is None:  # a view or a state made without a constructor
        raise TypeError("cards: None; expected a CompiledSet")
    cdef GameTable table = GameTable.__new__(GameTable)
    cdef GameFunctions* game = &table.game
    table.name = "covert"
    table.owner = cards
    table.evaluator = HAND_MADE
    table.facts = fact_functions(players)
    game.rules = &cards.tables
    game.state_bytes = sizeof(SearchState)
    game.view_bytes = sizeof(View)
    game.players = players
    game.to_move = to_move
    game.window = NULL
    game.legal = legal_of
    game.observed = observed
    game.apply = apply_of
    game.view = view_of
    game.sample = sample_of
    game.hidden = hidden
    game.horizon = horizon
    game.result = result_of
    return table
