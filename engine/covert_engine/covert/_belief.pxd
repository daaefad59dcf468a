"""A belief in what others hold, learned from games."""

from covert_engine.covert.evaluation._hand_odds cimport HandWeights
from covert_engine.search._belief cimport BeliefTable


cdef class Belief(BeliefTable):
    cdef HandWeights memory
