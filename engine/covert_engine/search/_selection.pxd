"""Selection: which of the actions that are legal in this world an iteration takes.

N is how often an action was taken, N' how often it could have been, Q the mean utility of the seat
that decides, P the prior among the actions legal here, s the deviation of that seat's utilities,
c `SearchParams.exploration` and k its `confidence`.

    PUCT   Q + c s P sqrt(N') / (1 + N) + k s sqrt(ln N' / N); untried, a first-play value for Q and
           no third term
    UCB    Q + c sqrt(ln N' / N), untried actions before all others, drawn by the prior
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.search._simulation cimport SearchSettings
from covert_engine.search._tree cimport Tree, Visit

# The slot of the visit to take; ties go to the first action.
cdef int32_t select(const Tree* tree, const SearchSettings* settings, const Visit* visit,
                    uint32_t node, int32_t actor, uint64_t* stream) noexcept nogil
