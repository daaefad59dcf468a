"""The stop flag."""


cdef class StopFlag:

    def set(self):
        """Raise the flag; it stays raised."""
        self.raised = 1

    @property
    def is_set(self):
        """Whether the flag has been raised."""
        return self.raised != 0
