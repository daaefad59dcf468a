"""States and views of the toy games."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.search._evaluator cimport Evaluator, evaluator_table
from covert_engine.search._game cimport (
    MAX_ACTIONS, MAX_PLAYERS, NOBODY, GameFunctions, GameState, GameTable, SearchView, action_t
)


cdef ToyState toy_state(GameTable table, const void* state):
    cdef ToyState made = ToyState.__new__(ToyState)
    made.owner = table
    made.state = bytearray((<const char*> state)[:table.game.state_bytes])
    return made


cdef double even_prior(const void* rules, const void* model, void* scratch, const void* memory,
                       const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        weights[i] = 1
    return count


cdef void even_value(const void* rules, const void* model, void* scratch, const void* memory,
                     float* utilities) noexcept nogil:
    utilities[0] = utilities[1] = 0.5


cdef int32_t no_horizon(const void* rules, const void* memory) noexcept nogil:
    return 0


cdef GameTable unjudged(str name, GameFunctions game):
    cdef GameTable made = GameTable.__new__(GameTable)
    made.game = game
    made.game.horizon = no_horizon
    made.name = name
    made.evaluator = evaluator_table(name, Evaluator(
        model=NULL, scratch_bytes=0, estimates=0, prior=even_prior, value=even_value,
        estimate=NULL, begin=NULL, step=NULL))
    return made


cdef class ToyState(GameState):

    def __init__(self, *args, **kwargs):
        raise TypeError("a game's module makes its states")

    cdef void* at(self) noexcept:
        return <char*> self.state

    @property
    def actor(self):
        return self.owner.game.to_move(self.owner.game.rules, self.at())

    @property
    def legal_actions(self):
        cdef action_t actions[MAX_ACTIONS]
        cdef int32_t count = self.owner.game.legal(self.owner.game.rules, self.at(), actions)
        return [actions[i] for i in range(count)]

    def play(self, action_t action):
        if action not in self.legal_actions:
            raise ValueError(f"action {action!r} is not one of {self.legal_actions}")
        self.owner.game.apply(self.owner.game.rules, self.at(), action, NOBODY, 0)

    def watch(self, action_t action, int32_t observer, uint64_t seen):
        cdef uint64_t observed = self.owner.game.observed(self.owner.game.rules, self.at(), action,
                                                          observer)
        seen = self.owner.game.apply(self.owner.game.rules, self.at(), action, observer, seen)
        return observed, seen

    def result(self):
        cdef float utilities[MAX_PLAYERS]
        if self.actor != NOBODY:
            raise ValueError("the game is not over")
        self.owner.game.result(self.owner.game.rules, self.at(), utilities)
        return [utilities[seat] for seat in range(self.owner.game.players)]

    cdef const void* address(self) noexcept:
        return self.at()

    cdef size_t size(self) noexcept:
        return len(self.state)

    cdef bytes setting(self):
        return self.owner.name.encode()

    cdef GameState empty(self):
        return toy_state(self.owner, self.at())

    cpdef GameTable table(self):
        return self.owner

    def view(self, int32_t seat):
        cdef ToyView view = ToyView.__new__(ToyView)
        memory = bytearray(self.owner.game.view_bytes)
        self.owner.game.view(self.owner.game.rules, self.at(), seat, <char*> memory)
        view.owner = self.owner
        view.data = bytes(memory)
        view.seat = seat
        view.actor = NOBODY
        if self.actor != NOBODY and view.sample(0).actor == seat:    # where several decide at once
            view.actor = seat
        return view

    @property
    def data(self):
        return bytes(self.state)


cdef class ToyView(SearchView):

    def __init__(self, *args, **kwargs):
        raise TypeError("a state makes its views")

    cdef const void* address(self) noexcept:
        return <const char*> self.data

    cdef size_t size(self) noexcept:
        return len(self.data)

    cdef bytes setting(self):
        return f"{self.owner.name} {self.seat}".encode()

    cdef int32_t own_seat(self) noexcept:
        return self.seat

    cdef int32_t seat_to_move(self) noexcept:
        return self.actor

    cpdef GameTable table(self):
        return self.owner

    def legal_actions(self, *, canonical=False):
        return [] if self.actor == NOBODY else self.sample(0).legal_actions

    def forged(self, bytes data):
        cdef ToyView view = ToyView.__new__(ToyView)
        view.owner = self.owner
        view.data = data
        view.seat = self.seat
        view.actor = self.actor
        return view

    def sample(self, uint64_t key):
        memory = bytearray(self.owner.game.state_bytes)
        self.owner.game.sample(self.owner.game.rules, <const char*> self.data, key,
                               <char*> memory)
        return toy_state(self.owner, <const char*> memory)
