"""The clocks of searches and measures, in nanoseconds."""

from libc.stdint cimport int64_t
from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec


cdef inline int64_t now() noexcept nogil:
    """The monotonic clock."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec


cdef inline int64_t cpu_now() noexcept nogil:
    """The CPU time this thread has had."""
    cdef timespec time
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec
