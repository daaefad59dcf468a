"""The base classes of games, states and views."""

from hashlib import sha256

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from covert_engine.random._splitmix cimport below, draw


cdef class GameTable:

    @property
    def players(self):
        return self.game.players

    @property
    def state_bytes(self):
        return self.game.state_bytes

    @property
    def view_bytes(self):
        return self.game.view_bytes


cdef uint64_t checked_key(key) except? 0:
    if not 0 <= key < 1 << 64:
        raise ValueError(f"key: {key!r} is not within 0 and 2^64 - 1")
    return key


cdef bint equal(Position one, Position other):
    """Return True if two positions of one class have the same memory."""
    return (one.size() == other.size() and memcmp(one.address(), other.address(), one.size()) == 0
            and one.setting() == other.setting())


cdef class Position:

    cdef const void* address(self) noexcept:
        return NULL

    cdef size_t size(self) noexcept:
        return 0

    cdef bytes setting(self):
        return b""

    cdef tuple origin(self):
        return ()

    cpdef GameTable table(self):
        raise NotImplementedError("a game's class says which table it belongs to")

    def __bytes__(self):
        return (<const char*> self.address())[:self.size()]

    def __reduce__(self):
        return type(self).from_bytes, (*self.origin(), self.to_bytes())


cdef class SearchView(Position):

    cdef int32_t own_seat(self) noexcept:
        return NOBODY

    cdef int32_t seat_to_move(self) noexcept:
        return NOBODY

    def digest(self):
        """Return 32 bytes that identify the view with its cards and options: a SHA-256 of all."""
        return sha256(self.setting() + bytes(self)).digest()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        return type(other) is type(self) and equal(self, other)

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        where = f" in round {self.round}" if hasattr(self, "round") else ""
        return f"<View {self.digest().hex()[:8]} of seat {self.own_seat()}{where}>"


cdef class GameState(Position):

    cdef bint ended(self):
        return self.table().game.to_move(self.table().game.rules, self.address()) == NOBODY

    cdef bint same(self, GameState other):
        return equal(self, other)

    cdef GameState empty(self):
        raise NotImplementedError("a game's class makes its states")

    cdef void load(self, void* searched) noexcept:
        memcpy(searched, self.address(), self.size())

    cdef int64_t play_evenly(self, uint64_t key) except -1:
        cdef GameTable table = self.table()
        cdef const GameFunctions* game = &table.game
        cdef action_t actions[MAX_ACTIONS]
        cdef int64_t played = 0
        cdef int32_t count
        cdef void* memory = malloc(game.state_bytes)
        if memory == NULL:
            raise MemoryError
        self.load(memory)
        with nogil:
            count = game.legal(game.rules, memory, actions)
            while count:
                game.apply(game.rules, memory, actions[below(draw(&key), count)], NOBODY, 0)
                played += 1
                count = game.legal(game.rules, memory, actions)
        memcpy(<void*> self.address(), memory, self.size())
        free(memory)
        return played

    def playout(self, key):
        """Play to the end, in place, by legal actions drawn evenly; return the number of decisions.

        The draws are a function of `key` (0..2^64-1); the game's own chance is separate. A world
        stops early, with `over` False, where a seat cannot pay for what it has named.
        """
        return self.play_evenly(checked_key(key))

    def copy(self):
        """Return a copy to play on by itself; its cards and options are shared."""
        cdef GameState state = self.empty()
        memcpy(<void*> state.address(), self.address(), self.size())
        return state

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        return type(other) is type(self) and self.same(other)

    __hash__ = None
