"""Many games of one encoding as plain memory, stepped together into arrays of the caller."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from covert_engine.encoding._encoding cimport Encoding, EncodingFunctions

cdef enum:
    VIEW_WORDS = 512         # room for a view, in words of 8 bytes


cdef struct Arrays:          # one row for each game
    int8_t* mask             # of the seat to decide
    float* tensor            # of its view; NULL: not wanted
    int32_t* seat            # the seat to decide
    float* reward            # of each seat, in the last step
    uint8_t* ended           # 1 if the last step ended a game; the row is that of the next


cdef class Games:
    cdef EncodingFunctions functions
    cdef readonly Encoding encoding
    cdef readonly int count
    cdef readonly bint against_random
    cdef char* games                 # `count` of them
    cdef uint64_t* chance            # of each: the seeds of its games to come, and random actions
    cdef int32_t* learner            # seat of each that the caller plays; -1: all
    cdef Arrays arrays
    cdef Py_buffer buffers[5]
    cdef int held                    # of the buffers
    cdef int take(self, str name, object array, bytes kind, int width) except -1
    cdef void begin(self, int number, uint64_t seed) noexcept nogil
    cdef void move_on(self, int number) noexcept nogil
    cdef void write_row(self, int number, void* view) noexcept nogil
    cdef void play_others(self, int number) noexcept nogil
    cdef void* game(self, int number) noexcept nogil
    cdef int first_wrong(self, const int32_t* actions, int start, int stop) noexcept nogil
    cdef int complain(self, actions, int wrong) except -1
    cdef int check_rows(self, int start, int stop) except -1
