"""The face of an encoding: single positions, and arrays of the caller."""

from hashlib import sha256

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int8_t, int32_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from covert_engine.search._game cimport GameState, Position, SearchView
from covert_engine.input.errors import IllegalActionError

cdef enum:
    MAX_PLAYERS = 14

TYPES = {b"b": "int8", b"i": "int32", b"f": "float32", b"?": "bool", b"d": "float64"}
"""NumPy's names of the types of arrays, by their formats as buffers."""


cdef class Encoding:
    """The actions and views of one kind of game as numbers.

    An action's number is its place in an index of all actions that the rules allow anywhere. A
    tensor holds floats within 0 and 1; it is a function of a view alone, so it tells a seat nothing
    that it may not know. `digest` names the index and the layout of the tensor: a model fits the
    encodings that have the digest of the one with which it was trained.
    """

    def __init__(self, *args, **kwargs):
        """Raise TypeError; the class of a game makes its encoding."""
        raise TypeError("a game's own class makes its encoding")

    def __dealloc__(self):
        free(self.game)
        free(self.view)

    cdef int finish(self, str name, bytes setting, tuple fields) except -1:
        """Take the name and the fields once the functions are there; compute the digest."""
        cdef int32_t number, seat
        self.game = malloc(self.functions.game_bytes)
        self.view = malloc(self.functions.view_bytes)
        if self.game == NULL or self.view == NULL:
            raise MemoryError
        self.name = name
        self.setting = setting
        self.fields = fields
        self.functions.floats = sum([field.size for field in fields])
        digest = sha256(repr((name, [(field.name, field.shape) for field in fields])).encode())
        for seat in range(self.functions.players):
            for number in range(self.functions.actions):
                digest.update(self.functions.action(self.functions.rules, number, seat)
                             .to_bytes(4, "little"))
        self.digest = digest.hexdigest()
        return 0

    @property
    def players(self):
        """The number of seats."""
        return self.functions.players

    @property
    def actions(self):
        """The number of actions in the index."""
        return self.functions.actions

    @property
    def floats(self):
        """The number of floats in a tensor."""
        return self.functions.floats

    def action(self, int number, int seat=0):
        """Return the action of a number, as that seat takes it. ValueError for another number."""
        self.check_seat(seat)
        if not 0 <= number < self.functions.actions:
            raise ValueError(f"number: {number} is not within 0 and {self.functions.actions - 1}")
        return self.functions.action(self.functions.rules, number, seat)

    def number(self, uint32_t action, int seat=0):
        """Return the number of an action, as that seat takes it. ValueError for an action that the
        rules never allow."""
        self.check_seat(seat)
        cdef int32_t number = self.functions.number(self.functions.rules, action, seat)
        if number < 0:
            raise ValueError(f"action: {action}; expected one that the rules allow seat {seat}")
        return number

    def legal(self, Position position not None):
        """Return the numbers of the legal actions: of a state's seat to decide, or of a view's seat
        if it is to decide."""
        cdef int32_t numbers[MAX_NUMBERS]
        cdef int32_t i, count = self.legal_numbers(position, numbers)
        return [numbers[i] for i in range(count)]

    def write_mask(self, Position position not None, mask):
        """Write the mask of the legal actions into an int8 array: 1 where an action is legal.

        Returns how many there are. ValueError if the array is not of that type and length, or not
        contiguous.
        """
        cdef int32_t numbers[MAX_NUMBERS]
        cdef int32_t count = self.legal_numbers(position, numbers)
        cdef Py_buffer buffer
        take_buffer(&buffer, "mask", mask, b"b", self.functions.actions)
        write_mask(<int8_t*> buffer.buf, self.functions.actions, numbers, count)
        PyBuffer_Release(&buffer)
        return count

    def write_tensor(self, SearchView view not None, tensor):
        """Write the tensor of a view into a float32 array; ValueError as in `write_mask`."""
        cdef Py_buffer buffer
        self.check(view)
        take_buffer(&buffer, "tensor", tensor, b"f", self.functions.floats)
        self.functions.tensor(self.functions.rules, view.address(), <float*> buffer.buf)
        PyBuffer_Release(&buffer)

    def observe(self, GameState state not None, int seat, mask=None, tensor=None):
        """Write what a seat may know of a state: the mask, if the seat is to decide, and the tensor
        of its view; an array that is not given is left out. Returns the number of legal actions.

        Both are functions of the seat's view alone.
        """
        cdef int32_t numbers[MAX_NUMBERS]
        cdef int32_t count
        cdef Py_buffer buffer
        cdef void* game = self.game_of(state)
        self.check_seat(seat)
        self.functions.view(self.functions.rules, game, seat, self.view)
        count = legal_for(&self.functions, game, seat, self.view, numbers)
        if mask is not None:
            take_buffer(&buffer, "mask", mask, b"b", self.functions.actions)
            write_mask(<int8_t*> buffer.buf, self.functions.actions, numbers, count)
            PyBuffer_Release(&buffer)
        if tensor is not None:
            take_buffer(&buffer, "tensor", tensor, b"f", self.functions.floats)
            self.functions.tensor(self.functions.rules, self.view, <float*> buffer.buf)
            PyBuffer_Release(&buffer)
        return count

    def play(self, GameState state not None, int number):
        """Play a legal action by its number, in place, and every forced step after it.

        IllegalActionError names the legal numbers and leaves the state as it was.
        """
        cdef void* game = self.game_of(state)
        if not self.functions.allows(self.functions.rules, game, number):
            legal = ", ".join(map(str, self.legal(state)))
            raise IllegalActionError(f"number: {number} is not legal now; legal: {legal or 'none'}")
        self.functions.play(self.functions.rules, game, number)
        memcpy(<void*> state.address(), game, self.functions.state_bytes)

    def rewards(self, GameState state not None):
        """Return the rewards of a game that is over: 1 for a sole winner, the sum over all seats is
        0, and equal shares of the victory or of the rest are rewarded alike."""
        cdef float rewards[MAX_PLAYERS]
        cdef int32_t i
        if not state.over:
            raise ValueError("state: the game is not over; rewards come at its end")
        cdef void* game = self.game_of(state)
        self.functions.result(self.functions.rules, game, rewards)
        return [rewards[i] for i in range(self.functions.players)]

    cdef int check_seat(self, int seat) except -1:
        if not 0 <= seat < self.functions.players:
            raise ValueError(f"seat: {seat} is not within 0 and {self.functions.players - 1}")
        return 0

    cdef int check(self, Position position) except -1:
        """Raise ValueError if the position is of another game, of other cards or options."""
        cdef int players = position.players
        if position.setting() != self.setting or players != self.functions.players:
            raise ValueError(f"position: of another game, of other cards or of {players} players; "
                             f"expected one of {self.functions.players} with those of the encoding")
        return 0

    cdef void* game_of(self, GameState state) except NULL:
        """Return the game of a state, in the encoding's own memory: until the next call."""
        self.check(state)
        self.functions.load(self.functions.rules, state.address(), self.game)
        return self.game

    cdef int32_t legal_numbers(self, Position position, int32_t* numbers) except -1:
        if isinstance(position, SearchView):
            self.check(position)
            return self.functions.legal_in_view(self.functions.rules, position.address(), numbers)
        return self.functions.legal(self.functions.rules, self.game_of(position), numbers)


cdef int take_buffer(Py_buffer* buffer, str name, object array, bytes kind, Py_ssize_t length,
                     bint writable=True) except -1:
    cdef int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (PyBUF_WRITABLE if writable else 0)
    try:
        PyObject_GetBuffer(array, buffer, flags)
    except (BufferError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}; expected an array of {length} {TYPES[kind]}, "
                         "contiguous" + (" and writable" if writable else "")) from None
    if buffer.format == NULL or buffer.format != kind or buffer.len != length * buffer.itemsize:
        form = (<bytes> buffer.format).decode() if buffer.format != NULL else "B"
        size = buffer.len // max(1, buffer.itemsize)
        PyBuffer_Release(buffer)
        raise ValueError(f"{name}: an array of {size} {TYPES.get(form.encode(), form)}; "
                         f"expected one of {length} {TYPES[kind]}")
    return 0
