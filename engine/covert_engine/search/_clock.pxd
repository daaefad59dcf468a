"""The clocks of searches and benchmarks, in nanoseconds."""

from libc.stdint cimport int64_t
from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec


cdef inline int64_t now() noexcept nogil:
    """Return the time of the monotonic clock."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec


cdef inline int64_t cpu_now() noexcept nogil:
    """Return the CPU time of this thread."""
    cdef timespec time
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec
