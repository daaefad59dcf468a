"""The class through which a belief meets the search."""


cdef class BeliefTable:
    pass
