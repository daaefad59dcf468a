"""Rules in Python behind the table of C functions: each function takes the GIL and asks them."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from covert_engine.search._evaluator cimport EvaluatorTable, action_t
from covert_engine.search._evaluator import UNIFORM
from covert_engine.search._game cimport (
    NOBODY, GameFunctions, GameTable, SearchView, fold, hash_bytes
)
from covert_engine.search.python.rules import Guard


cdef bytes state_at(PythonTable table, const void* memory):
    return (<const char*> memory)[:table.game.state_bytes]


cdef void put(bytes value, void* memory, int32_t size):
    """Write bytes of the game; zeros after an error."""
    if value is None:
        memset(memory, 0, size)
    else:
        memcpy(memory, <const char*> value, size)


cdef uint64_t hash_of(bytes view):
    return hash_bytes(<const char*> view, len(view), 0) | 1    # no event is 0


cdef int32_t to_move(const void* rules, const void* state) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    actor = table.guard.actor(state_at(table, state))
    return NOBODY if actor is None else actor


cdef int32_t legal(const void* rules, const void* state, action_t* actions) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    cdef int32_t count = 0
    for action in table.guard.legal(state_at(table, state)) or ():
        actions[count] = action
        count += 1
    return count


cdef uint64_t observed(const void* rules, const void* state, action_t action,
                       int32_t observer) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    key = table.guard.observed(state_at(table, state), action, observer)
    return 1 if key is None else key


cdef uint64_t apply(const void* rules, void* state, action_t action, int32_t observer,
                    uint64_t seen) noexcept with gil:
    # What the observer sees beside the action is what its view then tells.
    cdef PythonTable table = <PythonTable> rules
    before = state_at(table, state)
    after = table.guard.play(before, action)
    if after is None:
        return seen
    put(after, state, table.game.state_bytes)
    if observer == NOBODY:
        return seen
    known = table.guard.view(after, observer)
    if known is None or known == table.guard.view(before, observer):
        return seen
    return fold(seen, hash_of(known))


cdef void view(const void* rules, const void* state, int32_t seat, void* out) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    put(table.guard.view(state_at(table, state), seat), out, table.game.view_bytes)


cdef void sample(const void* rules, const void* known, uint64_t key,
                 void* state) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    cdef bytes data = (<const char*> known)[:table.game.view_bytes]
    put(table.guard.sample(data, key), state, table.game.state_bytes)


cdef uint64_t hidden(const void* rules, const void* state) noexcept with gil:
    # What all seats know together: chance to come is not among it.
    cdef PythonTable table = <PythonTable> rules
    cdef uint64_t key = 0
    memory = state_at(table, state)
    for seat in range(table.game.players):
        known = table.guard.view(memory, seat)
        if known is not None:
            key = fold(key, hash_of(known))
    return key


cdef int32_t horizon(const void* rules, const void* state) noexcept nogil:
    return 0


cdef void result(const void* rules, const void* state, float* utilities) noexcept with gil:
    cdef PythonTable table = <PythonTable> rules
    cdef int32_t seat
    values = table.guard.utilities(state_at(table, state))
    for seat in range(table.game.players):
        utilities[seat] = 0.5 if values is None else values[seat]


cdef class PythonTable(GameTable):

    def __cinit__(self, guard):
        rules = guard.rules
        self.guard = guard
        self.name = rules.name
        self.evaluator = <EvaluatorTable> UNIFORM
        self.game = GameFunctions(
            rules=<const void*> self, state_bytes=rules.state_bytes, view_bytes=rules.view_bytes,
            players=rules.players, to_move=to_move, window=NULL, legal=legal, observed=observed,
            apply=apply, view=view, sample=sample, hidden=hidden, horizon=horizon, result=result)


cdef class PythonView(SearchView):

    def __init__(self, rules, bytes data not None, int seat):
        if len(data) != rules.view_bytes:
            raise ValueError(f"data: {len(data)} bytes; expected {rules.view_bytes}")
        self.rules = rules
        self.guard = Guard(rules)
        self.data = data
        self.seat = seat
        self.actor = rules.actor(self.sample(0))

    cdef const void* address(self) noexcept:
        return <const char*> self.data

    cdef size_t size(self) noexcept:
        return len(self.data)

    cdef bytes setting(self):
        return f"{self.rules.name} {self.seat}".encode()

    cdef int32_t own_seat(self) noexcept:
        return self.seat

    cdef int32_t seat_to_move(self) noexcept:
        return NOBODY if self.actor is None else self.actor

    cpdef GameTable table(self):
        return PythonTable(self.guard)

    def legal_actions(self, *, canonical=False):
        return list(self.rules.legal_actions(self.sample(0))) if self.actor == self.seat else []

    def sample(self, key):
        return self.rules.sample(self.data, key)

    def digest(self):
        return bytes([self.seat]) + self.data

    def __reduce__(self):
        return PythonView, (self.rules, self.data, self.seat)
