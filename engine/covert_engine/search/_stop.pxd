"""What ends a search from outside: a flag, the clock, and the CPU time of its thread."""

from libc.stdint cimport int32_t, int64_t
from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec


cpdef enum Ending:           # why a run ended
    BY_ITERATIONS = 0
    BY_TIME = 1
    BY_CPU_TIME = 2
    BY_STOP = 3
    BY_FAULT = 4             # debug builds: a world disagreed with its view


cdef class StopFlag:
    """Ends the searches it was given to, from any thread, within one of their iterations."""
    cdef volatile int32_t raised


cdef inline int64_t now() noexcept nogil:
    """The monotonic clock, in nanoseconds."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec


cdef inline int64_t cpu_now() noexcept nogil:
    """The CPU time this thread has had, in nanoseconds."""
    cdef timespec time
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec
