"""What ends a search: a limit, or a flag that another thread raises."""


cdef extern from "<stdatomic.h>" nogil:
    ctypedef struct atomic_bool:
        pass
    ctypedef enum memory_order:
        memory_order_relaxed
    bint atomic_load_explicit(const atomic_bool* object, memory_order order)
    void atomic_store_explicit(atomic_bool* object, bint desired, memory_order order)


cpdef enum Ending:           # why a run ended
    BY_ITERATIONS = 0
    BY_TIME = 1
    BY_CPU_TIME = 2
    BY_STOP = 3
    BY_FAULT = 4             # debug builds: a world disagreed with its view


cdef class StopFlag:
    """Ends the searches it was given to, from any thread, within an iteration,
    or a world in which actions are compared."""
    cdef atomic_bool flag    # false at first, as the memory of a new object is zero


# Relaxed: the flag hands over no other data, so nothing has to be ordered with it.

cdef inline bint raised(const atomic_bool* flag) noexcept nogil:
    return atomic_load_explicit(flag, memory_order_relaxed)


cdef inline void raise_flag(atomic_bool* flag) noexcept nogil:
    atomic_store_explicit(flag, True, memory_order_relaxed)
