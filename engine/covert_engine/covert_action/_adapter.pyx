"""Covert Action as the search sees it.

A seat observes events, as in `rules/_events.pxd`; only the drawing seat sees the type of a draw. At
a round's end all cards are folded in as they are shown, at a deal the seat's own card and all
backs.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert_action.evaluation._plain cimport PLAIN
from covert_engine.covert_action.evaluation._utility cimport result
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.knowledge._worlds cimport sample
from covert_engine.covert_action.rules._actions cimport action_t
from covert_engine.covert_action.rules._apply cimport apply
from covert_engine.covert_action.rules._events cimport (
    DEALT, DRAW, ROUND_ENDS, SAID, Event, Events
)
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport NONE, Rules, Settings
from covert_engine.covert_action.rules._state cimport MAX_T, WINDOW, State
from covert_engine.search._game cimport NOBODY, GameFunctions, GameTable, fold

cdef enum:
    SEEN = 1 << 31           # above every action: the observer saw that there was one


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = <const State*> memory
    if state.actor == NONE:
        return NOBODY
    return state.actor


cdef uint32_t window(const void* rules, const void* memory) noexcept nogil:
    """Return the number of a window: its round and beat (3.5)."""
    cdef const State* state = <const State*> memory
    if state.public.phase != WINDOW:
        return 0
    return state.public.round * (MAX_T + 1) + state.public.t


cdef int32_t legal_of(const void* rules, const void* memory, action_t* actions) noexcept nogil:
    return legal(<const Rules*> rules, <const State*> memory, actions)


cdef uint64_t observed(const void* rules, const void* memory, action_t action,
                       int32_t observer) noexcept nogil:
    """Return the key of an action; choices in a window are invisible to others (4.4)."""
    cdef const State* state = <const State*> memory
    if state.public.phase == WINDOW and state.actor != observer:
        return 0
    return action | <uint64_t> SEEN


cdef uint64_t fold_deal(const Rules* rules, const State* state, int32_t observer,
                        uint64_t seen) noexcept nogil:
    """Fold in the observer's own card, the backs and the opener."""
    cdef uint64_t teams = 0
    cdef int seat
    for seat in range(rules.players):
        teams = teams * 4 + state.public.team[seat]
    for seat in range(rules.centre):
        teams = teams * 4 + state.public.centre_team[seat]
    seen = fold(seen, teams + 1)
    return fold(seen, 1 + state.role[observer] + 8 * state.public.opener)


cdef uint64_t fold_cards(const Rules* rules, const Events* events, uint64_t seen) noexcept nogil:
    """Fold in all roles, as they are shown; the backs are known."""
    cdef uint64_t roles = 0
    cdef int seat
    for seat in range(rules.players):
        roles = roles * 8 + events.shown.role[seat]
    seen = fold(seen, roles + 1)
    roles = 0
    for seat in range(rules.centre):
        roles = roles * 8 + events.shown.centre_role[seat]
    return fold(seen, roles + 1)


cdef uint64_t fold_event(const Rules* rules, const State* state, const Events* events,
                         const Event* event, int32_t observer, uint64_t seen) noexcept nogil:
    cdef uint64_t key = (<uint64_t> event.kind << 32 | <uint64_t> event.seat << 24
                         | <uint64_t> event.a << 16 | <uint64_t> event.b << 8 | event.c)
    if event.kind == SAID:                       # the action itself, already observed
        return seen
    if event.kind == DRAW and event.seat != observer:
        key &= ~(<uint64_t> 255 << 16)
    seen = fold(seen, key)
    if event.kind == ROUND_ENDS:
        return fold_cards(rules, events, seen)
    if event.kind == DEALT:
        return fold_deal(rules, state, observer, seen)
    return seen


cdef uint64_t apply_of(const void* rules, void* memory, action_t action, int32_t observer,
                       uint64_t seen) noexcept nogil:
    cdef State* state = <State*> memory
    cdef Events events
    cdef int i
    if observer == NOBODY:
        apply(<const Rules*> rules, state, action, NULL)
        return seen
    events.count = 0
    apply(<const Rules*> rules, state, action, &events)
    for i in range(events.count):
        seen = fold_event(<const Rules*> rules, state, &events, &events.event[i], observer, seen)
    return seen


cdef void view_of(const void* rules, const void* memory, int32_t seat, void* view) noexcept nogil:
    observe(<const Rules*> rules, <const State*> memory, seat, <View*> view)


cdef void sample_of(const void* rules, const void* view, uint64_t key, void* memory) noexcept nogil:
    sample(<const Rules*> rules, <const View*> view, key, <State*> memory)


cdef uint64_t hidden(const void* rules, const void* memory) noexcept nogil:
    """Hash the Spy cards and the hands. The order of the deck is chance to come."""
    cdef const State* state = <const State*> memory
    cdef uint64_t key = 1
    cdef uint64_t roles = 0
    cdef uint32_t plan
    cdef int seat
    for seat in range((<const Rules*> rules).players):
        roles = roles * 8 + state.role[seat]
        memcpy(&plan, state.plan[seat], sizeof(plan))
        key = fold(key, 1 + <uint64_t> plan)
    key = fold(key, 1 + roles)
    roles = 0
    for seat in range((<const Rules*> rules).centre):
        roles = roles * 8 + state.centre_role[seat]
    return fold(key, 1 + roles)


cdef int32_t horizon(const void* rules, const void* memory) noexcept nogil:
    return (<const State*> memory).public.round


cdef void result_of(const void* rules, const void* memory, float* utilities) noexcept nogil:
    result(<const Rules*> rules, <const State*> memory, utilities)


cpdef GameTable game_table(Settings settings):
    """Return the table of a game with those settings."""
    cdef GameTable table = GameTable.__new__(GameTable)
    cdef GameFunctions* game = &table.game
    table.name = "covert-action"
    table.owner = settings
    table.evaluator = PLAIN
    game.rules = &settings.rules
    game.state_bytes = sizeof(State)
    game.view_bytes = sizeof(View)
    game.players = settings.rules.players
    game.to_move = to_move
    game.window = window
    game.legal = legal_of
    game.observed = observed
    game.apply = apply_of
    game.view = view_of
    game.sample = sample_of
    game.hidden = hidden
    game.horizon = horizon
    game.result = result_of
    return table
