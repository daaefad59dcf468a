"""The class of beliefs."""


cdef class BeliefTable:
    pass
