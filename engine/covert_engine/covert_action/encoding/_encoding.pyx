"""The encoding of Covert Action."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert_action.encoding._tensor cimport write_tensor
from covert_engine.covert_action.knowledge._view cimport View, observe
from covert_engine.covert_action.rules._actions cimport (
    AM, HOLD, IS, PASS, SHOOT, URGE, action_of as packed, first_of, kind_of, second_of,
)
from covert_engine.covert_action.rules._apply cimport apply
from covert_engine.covert_action.rules._deal cimport new_game
from covert_engine.covert_action.rules._flow cimport begin_round
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport (
    MAX_SEATS, MOLE, NONE, ROLES, SABOTEUR, SNIPER, Rules, Settings,
)
from covert_engine.covert_action.rules._state cimport State
from covert_engine.covert_action.rules._winners cimport winners
from covert_engine.covert_action.encoding.tensor_fields import tensor_fields
from covert_engine.encoding._encoding cimport Encoding, share_out


# The index: numbers of seats in it are places clockwise from the seat that acts.

cdef int fill_index(Tables* tables) except -1:
    """Fill the index: 3.4, the statements, of which `am` takes a role in use (2.2), and `is`
    Sniper, Mole and, where they play, Saboteur; 3.5 and 3.7, holding and shooting. `is`, `urge` and
    `shoot` name another seat, never the own one."""
    cdef const Rules* rules = tables.rules
    cdef int role, place
    if rules.talk:
        add(tables, packed(PASS))
        for role in range(<int> ROLES):
            if rules.roles >> role & 1:
                add(tables, packed(AM, role))
        for place in range(1, rules.players):
            add(tables, packed(IS, place, SNIPER))
            add(tables, packed(IS, place, MOLE))
            if rules.saboteurs:
                add(tables, packed(IS, place, SABOTEUR))
        for place in range(1, rules.players):
            add(tables, packed(URGE, place))
    add(tables, packed(HOLD))
    for place in range(1, rules.players):
        add(tables, packed(SHOOT, place))
    return 0


cdef int add(Tables* tables, uint32_t action) except -1:
    cdef int kind = kind_of(action)
    assert tables.actions < MAX_INDEXED
    if tables.first[kind] < 0:
        tables.first[kind] = tables.actions
    if kind == AM:
        tables.card[first_of(action)] = tables.actions - tables.first[kind]
    tables.action[tables.actions] = action
    tables.actions += 1
    return 0


cdef inline uint32_t turned(const Tables* tables, uint32_t action, int by) noexcept nogil:
    """Return the action that names the seat so many places further on, if it names a seat."""
    cdef int kind = kind_of(action)
    if kind == IS or kind == URGE or kind == SHOOT:
        return packed(kind, (first_of(action) + by) % tables.rules.players, second_of(action))
    return action


cdef uint32_t action_of(const void* memory, int32_t number, int32_t seat) noexcept nogil:
    cdef const Tables* tables = <const Tables*> memory
    return turned(tables, tables.action[number], seat)


cdef int32_t number_of(const void* memory, uint32_t action, int32_t seat) noexcept nogil:
    """Return the number of an action: the first of its kind, and its place among them. What is no
    action of the index is no action at that number either."""
    cdef const Tables* tables = <const Tables*> memory
    cdef int players = tables.rules.players
    cdef int kind = kind_of(action)
    cdef int place = (first_of(action) - seat + 2 * players) % players - 1
    cdef int role = second_of(action)
    cdef int32_t number
    if kind >= KINDS or first_of(action) >= MAX_SEATS:
        return -1
    number = tables.first[kind]
    if kind == AM:
        number += tables.card[first_of(action) % <int> ROLES]
    elif kind == IS:
        number += place * (2 + tables.rules.saboteurs) + (role == MOLE) + 2 * (role == SABOTEUR)
    elif kind == URGE or kind == SHOOT:
        number += place
    if 0 <= number < tables.actions and turned(tables, tables.action[number], seat) == action:
        return number
    return -1


# Games.

cdef void settled(const Tables* tables, Game* game) noexcept nogil:
    game.count = legal(tables.rules, &game.state, game.acts)


cdef void deal_game(const void* memory, uint64_t seed, void* game) noexcept nogil:
    cdef const Tables* tables = <const Tables*> memory
    new_game(tables.rules, &(<Game*> game).state, seed)
    begin_round(tables.rules, &(<Game*> game).state, NULL)
    settled(tables, <Game*> game)


cdef void load(const void* memory, const void* state, void* game) noexcept nogil:
    memcpy(&(<Game*> game).state, state, sizeof(State))
    settled(<const Tables*> memory, <Game*> game)


cdef int32_t to_move(const void* memory, const void* game) noexcept nogil:
    cdef int actor = (<const Game*> game).state.actor
    return -1 if actor == NONE else actor


cdef int32_t numbers_of(const Tables* tables, const uint32_t* acts, int32_t count, int seat,
                        int32_t* numbers) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        numbers[i] = number_of(tables, acts[i], seat)
    return count


cdef int32_t legal_of(const void* memory, const void* game, int32_t* numbers) noexcept nogil:
    cdef const Game* own = <const Game*> game
    return numbers_of(<const Tables*> memory, own.acts, own.count, own.state.actor, numbers)


cdef bint allows(const void* memory, const void* game, int32_t number) noexcept nogil:
    cdef const Tables* tables = <const Tables*> memory
    cdef const Game* own = <const Game*> game
    cdef uint32_t action
    cdef int32_t i
    if not 0 <= number < tables.actions or own.count == 0:
        return False
    action = turned(tables, tables.action[number], own.state.actor)
    for i in range(own.count):
        if own.acts[i] == action:
            return True
    return False


cdef void play(const void* memory, void* game, int32_t number) noexcept nogil:
    cdef const Tables* tables = <const Tables*> memory
    cdef Game* own = <Game*> game
    apply(tables.rules, &own.state, turned(tables, tables.action[number], own.state.actor), NULL)
    settled(tables, own)


cdef void view_of(const void* memory, const void* game, int32_t seat, void* view) noexcept nogil:
    observe((<const Tables*> memory).rules, &(<const Game*> game).state, seat, <View*> view)


cdef int32_t legal_in_view(const void* memory, const void* view, int32_t* numbers) noexcept nogil:
    """Legal actions depend on what is public and on the seat alone."""
    cdef const Tables* tables = <const Tables*> memory
    cdef const View* seen = <const View*> view
    cdef Game asked
    if seen.actor != seen.seat:
        return 0
    memset(&asked, 0, sizeof(Game))
    asked.state.public = seen.public
    asked.state.actor = seen.actor
    settled(tables, &asked)
    return numbers_of(tables, asked.acts, asked.count, seen.seat, numbers)


cdef int32_t tensor_of(const void* memory, const void* view, float* tensor) noexcept nogil:
    cdef const Tables* tables = <const Tables*> memory
    return write_tensor(tables.rules, <const View*> view, tensor, tables.floats)


cdef void result(const void* memory, const void* game, float* rewards) noexcept nogil:
    cdef const Rules* rules = (<const Tables*> memory).rules
    share_out(winners(rules, &(<const Game*> game).state), rules.players, rewards)


cdef class CovertActionEncoding(Encoding):
    """The actions and views of Covert Action as numbers, under some settings.

    Seats are named by how many places clockwise from the seat that acts they sit. So the same
    number is another action for another seat, and a network can play any seat.

    >>> from covert_engine.covert_action import Settings, State, format_action
    >>> from covert_engine.covert_action.encoding import CovertActionEncoding
    >>> settings = Settings(4)
    >>> encoding = CovertActionEncoding(settings)
    >>> encoding.actions
    17
    >>> [format_action(encoding.action(16, seat)) for seat in range(4)]
    ['shoot 4', 'shoot 1', 'shoot 2', 'shoot 3']
    >>> state = State.deal(settings, seed=1)
    >>> sorted(encoding.legal(state)) == list(range(13))
    True
    """

    def __init__(self, Settings settings not None):
        """Take the settings, which have the number of seats."""
        fields = tensor_fields(settings)
        self.settings = settings
        self.tables.rules = &settings.rules
        self.tables.actions = 0
        memset(self.tables.first, 255, sizeof(self.tables.first))    # -1: none of the kind
        self.tables.floats = sum([field.size for field in fields])
        fill_index(&self.tables)
        self.functions.rules = &self.tables
        self.functions.state_bytes = sizeof(State)
        self.functions.game_bytes = sizeof(Game)
        self.functions.view_bytes = sizeof(View)
        self.functions.players = settings.rules.players
        self.functions.actions = self.tables.actions
        self.functions.deal = deal_game
        self.functions.load = load
        self.functions.to_move = to_move
        self.functions.legal = legal_of
        self.functions.allows = allows
        self.functions.play = play
        self.functions.view = view_of
        self.functions.legal_in_view = legal_in_view
        self.functions.tensor = tensor_of
        self.functions.result = result
        self.functions.action = action_of
        self.functions.number = number_of
        self.finish("covert-action", settings.digest(), fields)

    def __reduce__(self):
        return CovertActionEncoding, (self.settings,)
