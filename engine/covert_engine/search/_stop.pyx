"""The stop flag."""


cdef class StopFlag:

    def set(self):
        """Raise the flag; it stays raised."""
        raise_flag(&self.flag)

    @property
    def is_set(self):
        """Whether the flag has been raised."""
        return raised(&self.flag)
