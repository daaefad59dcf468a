"""Ends or pauses of searches: clocks, in nanoseconds, and a flag that another thread sets."""

from cpython.pythread cimport PyThread_type_lock
from libc.stdint cimport int32_t, int64_t
from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec


cdef extern from "<stdatomic.h>" nogil:
    ctypedef struct atomic_int:
        pass
    ctypedef enum memory_order:
        memory_order_relaxed
    int atomic_load_explicit(const atomic_int* object, memory_order order)
    void atomic_store_explicit(atomic_int* object, int desired, memory_order order)


cpdef enum Ending:           # reason for the end of a run
    BY_ITERATIONS = 0
    BY_TIME = 1
    BY_CPU_TIME = 2
    BY_STOP = 3
    BY_FAULT = 4             # debug builds: a world disagreed with its view


cdef enum Order:             # a flag's order to its searches
    GO = 0                   # the first, because the memory of a new object is zero
    WAIT = 1
    STOP = 2                 # for good


cdef struct Flag:
    atomic_int order         # an Order
    PyThread_type_lock gate  # held while the order is WAIT; a waiting search takes and releases it


cdef class StopFlag:
    """A flag that ends or pauses its searches, from any thread, within an iteration, or a world in
    which actions are compared."""
    cdef Flag flag
    cdef bint closed         # 1 if this flag holds its gate

    cdef void open(self) noexcept


# Relaxed: the order hands over no other data, so nothing must be ordered with it.

cdef inline bint raised(const Flag* flag) noexcept nogil:
    """Return True if there is an order to obey."""
    return atomic_load_explicit(&flag.order, memory_order_relaxed) != GO


cdef int32_t obey(const Flag* flag, int64_t deadline) noexcept nogil


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
