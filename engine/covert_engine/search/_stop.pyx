"""The stop flag, and the clock of deadlines."""

from covert_engine.search._clock cimport now


def clock():
    return now()


cdef class StopFlag:

    def set(self):
        """Raise the flag; it stays raised."""
        raise_flag(&self.flag)

    @property
    def is_set(self):
        """Whether the flag has been raised."""
        return raised(&self.flag)
