"""Selection: the choice of an iteration among the actions that are legal in its world.

N is the number of times that an action was taken, N' the number of times that it was available, Q
the mean utility of the seat that decides, P the prior among the actions legal here, s the standard
deviation of that seat's utilities, c `SearchParams.exploration` and k its `confidence`.

    PUCT   Q + c s P sqrt(N') / (1 + N) + k s sqrt(ln N' / N); untried, a first-play value for Q and
           no third term
    UCB    Q + c sqrt(ln N' / N), untried actions before all others, drawn by the prior
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.search._simulation cimport SearchSettings
from covert_engine.search._tree cimport Tree, Visit

# Returns the slot to take; of equal ones the first.
cdef int32_t select(const Tree* tree, const SearchSettings* settings, const Visit* visit,
                    uint32_t node, int32_t actor, uint64_t* stream) noexcept nogil
