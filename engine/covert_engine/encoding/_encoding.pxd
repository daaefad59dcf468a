"""The table of an encoding: C functions that number the actions and views of a game.

An action's *number* is its place in an index of all actions that the rules allow anywhere; a
*tensor* is a row of floats within 0 and 1, a function of a view alone. A *game* is memory that
begins with the game's state; an encoding may keep more after it. Nothing here allocates or holds
the GIL.
"""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from covert_engine.search._game cimport GameState, Position

cdef enum:
    MAX_NUMBERS = 256        # legal actions of one decision, at most


cdef struct EncodingFunctions:
    const void* rules        # passed as the first argument of every function
    int32_t state_bytes      # of a state, with which a game begins
    int32_t game_bytes       # of a game; a multiple of 8
    int32_t view_bytes       # of a view
    int32_t players
    int32_t actions          # of the index
    int32_t floats           # of a tensor
    # deals a new game, up to its first decision
    void (*deal)(const void* rules, uint64_t seed, void* game) noexcept nogil
    # makes a game of a state, which stands at a decision or at the end
    void (*load)(const void* rules, const void* state, void* game) noexcept nogil
    # seat to decide; -1 when the game is over
    int32_t (*to_move)(const void* rules, const void* game) noexcept nogil
    # writes the numbers of the legal actions, returns how many; 0 when the game is over
    int32_t (*legal)(const void* rules, const void* game, int32_t* numbers) noexcept nogil
    # returns True if the number is that of a legal action; any number may be asked for
    bint (*allows)(const void* rules, const void* game, int32_t number) noexcept nogil
    # plays a legal action and all forced steps after it
    void (*play)(const void* rules, void* game, int32_t number) noexcept nogil
    # writes the view of a seat
    void (*view)(const void* rules, const void* game, int32_t seat, void* view) noexcept nogil
    # writes the numbers of the legal actions of a view's seat; 0 if it is not to decide
    int32_t (*legal_in_view)(const void* rules, const void* view, int32_t* numbers) noexcept nogil
    # writes the tensor of a view, all of it; returns the number of floats
    int32_t (*tensor)(const void* rules, const void* view, float* tensor) noexcept nogil
    # the rewards of all seats in a game that is over
    void (*result)(const void* rules, const void* game, float* rewards) noexcept nogil
    # the packed action of a number, taken by that seat, and the other way round; -1: no number
    uint32_t (*action)(const void* rules, int32_t number, int32_t seat) noexcept nogil
    int32_t (*number)(const void* rules, uint32_t action, int32_t seat) noexcept nogil


cdef class Encoding:
    cdef EncodingFunctions functions
    cdef void* game                  # memory for a game, and for a view of it
    cdef void* view
    cdef readonly str name           # of the game
    cdef bytes setting               # of its positions: cards and options
    cdef readonly tuple fields       # of the tensor
    cdef readonly str digest         # of the index and the fields
    cdef int finish(self, str name, bytes setting, tuple fields) except -1
    cdef int check_seat(self, int seat) except -1
    cdef int check(self, Position position) except -1
    cdef void* game_of(self, GameState state) except NULL
    cdef int32_t legal_numbers(self, Position position, int32_t* numbers) except -1


# Takes the memory of an array of `length` numbers of that kind, writable unless said otherwise; the
# caller releases it. ValueError names the array.
cdef int take_buffer(Py_buffer* buffer, str name, object array, bytes kind, Py_ssize_t length,
                     bint writable=*) except -1


# Writes the numbers that the view of a seat allows; the seat to move knows its legal actions, so
# the game is asked for them.
cdef inline int32_t legal_for(const EncodingFunctions* functions, const void* game, int32_t seat,
                              const void* view, int32_t* numbers) noexcept nogil:
    if functions.to_move(functions.rules, game) == seat:
        return functions.legal(functions.rules, game, numbers)
    return functions.legal_in_view(functions.rules, view, numbers)


# Sets the mask of an action space: 1 for each of the numbers, else 0.
cdef inline void write_mask(int8_t* mask, int32_t actions, const int32_t* numbers,
                            int32_t count) noexcept nogil:
    cdef int32_t i
    for i in range(actions):
        mask[i] = 0
    for i in range(count):
        mask[numbers[i]] = 1


# Rewards of seats that share a victory: 1 for a sole winner, the others share -1 evenly.
cdef inline void share_out(uint32_t winners, int32_t players, float* rewards) noexcept nogil:
    cdef int32_t seat, won = 0
    for seat in range(players):
        won += winners >> seat & 1
    for seat in range(players):
        rewards[seat] = -1.0 / (players - 1)
        if winners >> seat & 1:
            rewards[seat] = (<double> players / won - 1) / (players - 1)
