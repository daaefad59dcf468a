"""The encoding of Covert."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert.cards._compiled cimport MAX_SEATS, NONE, CompiledSet
from covert_engine.covert.encoding._action_index cimport fill_index, number_of
from covert_engine.covert.encoding._tensor cimport write_tensor
from covert_engine.covert.knowledge._view cimport View, observe
from covert_engine.covert.knowledge._worlds cimport sample
from covert_engine.covert.rules._apply cimport apply, settle
from covert_engine.covert.rules._deal cimport deal
from covert_engine.covert.rules._legal cimport legal
from covert_engine.covert.rules._score cimport winners
from covert_engine.covert.rules._state cimport MAX_LEGAL, NO_DECISION, State
from covert_engine.covert.encoding.tensor_fields import tensor_fields
from covert_engine.encoding._encoding cimport Encoding, share_out


cdef void settled(const Rules* rules, Game* game) noexcept nogil:
    game.count = settle(rules.cards, &game.state, game.acts, False)


cdef void deal_game(const void* rules, uint64_t seed, void* memory) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    cdef Game* game = <Game*> memory
    deal(own.cards, &game.state, own.players, seed, NULL, NONE)
    settled(own, game)


cdef void load(const void* rules, const void* state, void* memory) noexcept nogil:
    cdef Game* game = <Game*> memory
    memcpy(&game.state, state, sizeof(State))
    game.count = legal((<const Rules*> rules).cards, &game.state, game.acts, False)


cdef int32_t to_move(const void* rules, const void* memory) noexcept nogil:
    cdef const State* state = &(<const Game*> memory).state
    return -1 if state.public.decision == NO_DECISION else state.actor


cdef int32_t numbers_of(const Rules* rules, const uint32_t* acts, int32_t count,
                        int32_t* numbers) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        numbers[i] = number_of(&rules.index, acts[i])
    return count


cdef int32_t legal_of(const void* rules, const void* memory, int32_t* numbers) noexcept nogil:
    cdef const Game* game = <const Game*> memory
    return numbers_of(<const Rules*> rules, game.acts, game.count, numbers)


cdef bint allows(const void* rules, const void* memory, int32_t number) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    cdef const Game* game = <const Game*> memory
    cdef int32_t i
    if not 0 <= number < own.index.size:
        return False
    for i in range(game.count):
        if game.acts[i] == own.index.action[number]:
            return True
    return False


cdef void play(const void* rules, void* memory, int32_t number) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    cdef Game* game = <Game*> memory
    apply(own.cards, &game.state, own.index.action[number])
    settled(own, game)


cdef void view_of(const void* rules, const void* memory, int32_t seat, void* view) noexcept nogil:
    observe((<const Rules*> rules).cards, &(<const Game*> memory).state, seat, <View*> view)


cdef int32_t legal_in_view(const void* rules, const void* memory, int32_t* numbers) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    cdef const View* view = <const View*> memory
    cdef uint32_t acts[MAX_LEGAL]
    cdef State world
    if view.actor != view.seat:
        return 0
    sample(own.cards, view, 0, &world)
    return numbers_of(own, acts, legal(own.cards, &world, acts, False), numbers)


cdef int32_t tensor_of(const void* rules, const void* view, float* tensor) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    return write_tensor(own.cards, <const View*> view, tensor, own.floats)


cdef void result(const void* rules, const void* memory, float* rewards) noexcept nogil:
    cdef const Rules* own = <const Rules*> rules
    share_out(winners(own.cards, &(<const Game*> memory).state), own.players, rewards)


cdef uint32_t action_of(const void* rules, int32_t number, int32_t seat) noexcept nogil:
    return (<const Rules*> rules).index.action[number]


cdef int32_t number(const void* rules, uint32_t action, int32_t seat) noexcept nogil:
    return number_of(&(<const Rules*> rules).index, action)


cdef class CovertEncoding(Encoding):
    """The actions and views of Covert as numbers, with a card set, its options and some seats.

    >>> from covert_engine.covert import State, compile, format_action, house_set
    >>> from covert_engine.covert.encoding import CovertEncoding
    >>> cards = compile(house_set())
    >>> encoding = CovertEncoding(cards, players=2)
    >>> state = State.deal(cards, players=2, seed=7)
    >>> legal = encoding.legal(state)
    >>> [format_action(encoding.action(number), cards) for number in legal]
    ['return M37', 'return M53', 'return M54']
    >>> encoding.play(state, legal[0])
    >>> state.actor
    1
    """

    def __init__(self, CompiledSet cards not None, players):
        """Take the cards and the number of seats, 2 to 4; ValueError for another number."""
        if type(players) is not int or not 2 <= players <= MAX_SEATS:
            raise ValueError(f"players: {players!r} is not 2, 3 or 4")
        fields = tensor_fields(cards.source, players)
        self.cards = cards
        self.rules.cards = &cards.tables
        self.rules.players = players
        self.rules.floats = sum([field.size for field in fields])
        fill_index(&cards.tables, &self.rules.index)
        self.functions.rules = &self.rules
        self.functions.state_bytes = sizeof(State)
        self.functions.game_bytes = sizeof(Game)
        self.functions.view_bytes = sizeof(View)
        self.functions.players = players
        self.functions.actions = self.rules.index.size
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
        self.functions.number = number
        self.finish("covert", cards.name, fields)

    def __reduce__(self):
        return CovertEncoding, (self.cards, self.players)
