"""Many games of one encoding, stepped together."""

from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from covert_engine.encoding._encoding cimport MAX_NUMBERS, Encoding, take_buffer, write_mask
from covert_engine.input.errors import IllegalActionError
from covert_engine.random._splitmix cimport below, draw, mix


cdef class Games:
    """Many games of one encoding as plain memory, stepped together into arrays of the caller.

    A step plays one action in each game and writes the row of the seat that is to decide next. A
    game that ends is dealt anew at once: its row has the rewards of the game that ended, and the
    arrays of the new one. Steps of different games may run in different threads; what comes out
    does not depend on it.
    """

    def __cinit__(self, Encoding encoding not None, int count, *, masks, seats, rewards, ended,
                  tensors=None, bint against_random=False):
        cdef EncodingFunctions* functions = &self.functions
        if encoding.functions.rules == NULL:
            raise TypeError("encoding: made without its constructor")
        assert encoding.functions.view_bytes <= VIEW_WORDS * sizeof(uint64_t)
        if count < 1:
            raise ValueError(f"count: {count}; expected 1 or more")
        self.functions = encoding.functions
        self.encoding = encoding
        self.count = count
        self.against_random = against_random
        self.take("masks", masks, b"b", functions.actions)
        self.take("seats", seats, b"i", 1)
        self.take("rewards", rewards, b"f", functions.players)
        self.take("ended", ended, b"?", 1)
        self.arrays.mask = <int8_t*> self.buffers[0].buf
        self.arrays.seat = <int32_t*> self.buffers[1].buf
        self.arrays.reward = <float*> self.buffers[2].buf
        self.arrays.ended = <uint8_t*> self.buffers[3].buf
        if tensors is not None:
            self.take("tensors", tensors, b"f", functions.floats)
            self.arrays.tensor = <float*> self.buffers[4].buf
        self.games = <char*> calloc(count, functions.game_bytes)
        self.chance = <uint64_t*> calloc(count, sizeof(uint64_t))
        self.learner = <int32_t*> calloc(count, sizeof(int32_t))
        if self.games == NULL or self.chance == NULL or self.learner == NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.buffers[i])
        free(self.games)
        free(self.chance)
        free(self.learner)

    cdef int take(self, str name, object array, bytes kind, int width) except -1:
        """Hold an array of the caller, a row of that width for each game."""
        take_buffer(&self.buffers[self.held], name, array, kind, <Py_ssize_t> self.count * width)
        self.held += 1
        return 0

    def reset(self, seeds):
        """Deal a game in each place by its seed, 0..2^64-1, and write all rows."""
        cdef uint64_t view[VIEW_WORDS]
        cdef int number
        cdef uint64_t seed
        if len(seeds) != self.count:
            raise ValueError(f"seeds: {len(seeds)} of them; expected {self.count}")
        for number, given in enumerate(seeds):
            if not 0 <= given < 1 << 64:
                raise ValueError(f"seeds[{number}]: {given!r} is not within 0 and 2^64 - 1")
            seed = given
            self.chance[number] = mix(seed)
            self.learner[number] = number % self.functions.players
            memset(self.arrays.reward + <size_t> number * self.functions.players, 0,
                   self.functions.players * sizeof(float))
            self.arrays.ended[number] = False
            self.begin(number, seed)
            self.write_row(number, view)

    def check(self, actions):
        """Raise IllegalActionError unless each action of an int32 array is legal in its game; it
        names the first that is not. Nothing is played."""
        cdef Py_buffer buffer
        cdef int wrong
        take_buffer(&buffer, "actions", actions, b"i", self.count, False)
        with nogil:
            wrong = self.first_wrong(<const int32_t*> buffer.buf, 0, self.count)
        PyBuffer_Release(&buffer)
        self.complain(actions, wrong)

    def legal(self, int number):
        """Return the numbers of the legal actions of the seat to decide in a game."""
        cdef int32_t numbers[MAX_NUMBERS]
        self.check_rows(number, number + 1)
        cdef int32_t i, count = self.functions.legal(
            self.functions.rules, self.game(number), numbers)
        return [numbers[i] for i in range(count)]

    def step(self, actions, int start, int stop):
        """Play the actions of games `start` to `stop` - 1, an int32 array has one for each game,
        and write their rows; IllegalActionError as in `check`, before any is played. The GIL is
        released: other threads may step other games."""
        cdef uint64_t view[VIEW_WORDS]
        cdef Py_buffer buffer
        cdef const int32_t* chosen
        cdef int number, wrong
        self.check_rows(start, stop)
        take_buffer(&buffer, "actions", actions, b"i", self.count, False)
        chosen = <const int32_t*> buffer.buf
        with nogil:
            wrong = self.first_wrong(chosen, start, stop)
            for number in range(start, stop if wrong < 0 else start):
                self.functions.play(self.functions.rules, self.game(number), chosen[number])
                self.move_on(number)
                self.write_row(number, view)
        PyBuffer_Release(&buffer)
        self.complain(actions, wrong)

    cdef int check_rows(self, int start, int stop) except -1:
        if not 0 <= start <= stop <= self.count:
            raise ValueError(f"start: {start}, stop: {stop}; expected 0 to {self.count}")
        return 0

    cdef int complain(self, actions, int wrong) except -1:
        """Raise IllegalActionError if there is a wrong action."""
        if wrong >= 0:
            raise IllegalActionError(
                f"actions[{wrong}]: {actions[wrong]} is not legal for seat "
                f"{self.arrays.seat[wrong]} there; legal: {self.legal(wrong)}")
        return 0

    cdef inline void* game(self, int number) noexcept nogil:
        return self.games + <size_t> number * self.functions.game_bytes

    cdef int first_wrong(self, const int32_t* actions, int start, int stop) noexcept nogil:
        """Return the first game whose action is not legal; -1 if there is none. The masks may be
        the caller's to change, so the games are asked."""
        cdef int number
        for number in range(start, stop):
            if not self.functions.allows(self.functions.rules, self.game(number), actions[number]):
                return number
        return -1

    cdef void begin(self, int number, uint64_t seed) noexcept nogil:
        """Deal a game; let opponents play until the learner is to decide."""
        self.functions.deal(self.functions.rules, seed, self.game(number))
        if self.against_random:
            self.play_others(number)

    cdef void play_others(self, int number) noexcept nogil:
        cdef void* game = self.game(number)
        cdef int32_t numbers[MAX_NUMBERS]
        cdef int32_t count
        cdef int32_t seat = self.functions.to_move(self.functions.rules, game)
        while seat >= 0 and seat != self.learner[number]:
            count = self.functions.legal(self.functions.rules, game, numbers)
            self.functions.play(self.functions.rules, game,
                                numbers[below(draw(&self.chance[number]), count)])
            seat = self.functions.to_move(self.functions.rules, game)

    cdef void move_on(self, int number) noexcept nogil:
        """Let opponents play; note the end of a game and deal the next, with the learner in the
        next seat."""
        cdef void* game = self.game(number)
        cdef float* reward = self.arrays.reward + <size_t> number * self.functions.players
        if self.against_random:
            self.play_others(number)
        memset(reward, 0, self.functions.players * sizeof(float))
        self.arrays.ended[number] = self.functions.to_move(self.functions.rules, game) < 0
        while self.functions.to_move(self.functions.rules, game) < 0:
            if self.arrays.ended[number]:
                self.functions.result(self.functions.rules, game, reward)
            self.learner[number] = (self.learner[number] + 1) % self.functions.players
            self.begin(number, draw(&self.chance[number]))

    cdef void write_row(self, int number, void* view) noexcept nogil:
        cdef const void* game = self.game(number)
        cdef int32_t numbers[MAX_NUMBERS]
        cdef int32_t seat = self.functions.to_move(self.functions.rules, game)
        cdef int32_t count = self.functions.legal(self.functions.rules, game, numbers)
        self.arrays.seat[number] = seat
        write_mask(self.arrays.mask + <size_t> number * self.functions.actions,
                   self.functions.actions, numbers, count)
        if self.arrays.tensor != NULL:
            self.functions.view(self.functions.rules, game, seat, view)
            self.functions.tensor(self.functions.rules, view,
                                  self.arrays.tensor + <size_t> number * self.functions.floats)
