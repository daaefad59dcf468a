"""The stop flag, and the clock of deadlines."""

from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_type_lock, WAIT_LOCK
)


cdef extern from "pythread.h" nogil:
    int PyThread_acquire_lock_timed(PyThread_type_lock lock, long long microseconds, int interrupted)


cdef int64_t LONGEST_WAIT = 3600 * 1000000   # microseconds; then the order is read again


def clock():
    return now()


cdef int32_t obey(const Flag* flag, int64_t deadline) noexcept nogil:
    # Waits as long as the order says, at most until the deadline on the monotonic clock (0: none).
    # Returns BY_STOP, BY_TIME, or BY_ITERATIONS for a search that continues.
    cdef int32_t order
    cdef int64_t wait
    while True:
        order = atomic_load_explicit(&flag.order, memory_order_relaxed)
        if order == STOP:
            return BY_STOP
        if order == GO:
            return BY_ITERATIONS
        wait = LONGEST_WAIT
        if deadline:
            wait = (deadline - now() + 999) // 1000
            if wait <= 0:
                return BY_TIME
        # Python's lock: it may be taken without the GIL, and its time-out uses that clock.
        if PyThread_acquire_lock_timed(flag.gate, min(wait, LONGEST_WAIT), 0):
            PyThread_release_lock(flag.gate)


cdef class StopFlag:

    def __cinit__(self):
        self.flag.gate = PyThread_allocate_lock()
        if self.flag.gate == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.flag.gate != NULL:
            self.open()
            PyThread_free_lock(self.flag.gate)

    cdef void open(self) noexcept:
        if self.closed:
            self.closed = False
            PyThread_release_lock(self.flag.gate)

    def set(self):
        """Raise the flag for good; paused searches end."""
        atomic_store_explicit(&self.flag.order, STOP, memory_order_relaxed)
        self.open()

    def pause(self):
        """Pause the searches until `resume` or `set`, or until their time limit has passed."""
        if self.closed or self.is_set:
            return
        # Others hold the gate only in passing, without the GIL, so this waits for no search.
        PyThread_acquire_lock(self.flag.gate, WAIT_LOCK)
        self.closed = True
        atomic_store_explicit(&self.flag.order, WAIT, memory_order_relaxed)

    def resume(self):
        """Let paused searches continue."""
        if self.closed:
            atomic_store_explicit(&self.flag.order, GO, memory_order_relaxed)
            self.open()

    @property
    def is_set(self):
        """True if the flag has been raised."""
        return atomic_load_explicit(&self.flag.order, memory_order_relaxed) == STOP

    @property
    def is_paused(self):
        """True if searches are paused."""
        return self.closed
