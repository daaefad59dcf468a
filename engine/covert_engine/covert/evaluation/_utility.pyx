"""Worth of points to a seat: its margin over the best opponent, squashed once, and victory."""

from libc.math cimport sqrtf
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit_count
from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.rules._score cimport score, winners
from covert_engine.covert.rules._state cimport NO_DECISION, State

cdef float MARGIN = 12.0     # points of margin worth 3/4 in a finished game's utility; set by hand
cdef float WON = 0.6         # share of the bare result in a finished game's utility; set by hand


cdef float squash(float margin, float scale) noexcept nogil:
    """Squash by an algebraic sigmoid, which is the same on every machine."""
    cdef float x = margin / (scale * <float> 1.7320508)
    return <float> 0.5 + <float> 0.5 * x / sqrtf(1 + x * x)


cdef float lead(const float* points, int players, int seat) noexcept nogil:
    cdef float best = -1000
    cdef int other
    for other in range(players):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best


cdef void margins(const State* state, const float* points, float even, float scale,
                  float* utilities) noexcept nogil:
    cdef int seat
    for seat in range(state.public.players):
        utilities[seat] = squash(lead(points, state.public.players, seat) - even, scale)


cdef bint final_estimate(const CardSet* cards, const State* state, float* figures) noexcept nogil:
    cdef int players = state.public.players
    cdef int bits, seat
    if state.public.decision != NO_DECISION:
        return False
    bits = winners(cards, state)
    for seat in range(players):
        figures[seat] = score(cards, state, seat)
        figures[players + seat] = <float> (bits >> seat & 1) / bit_count(bits)
    return True


cdef void share_out(float* chance, int players) noexcept nogil:
    # In doubles: where Cython checks a divisor for zero, it puts it into a variable of its type.
    # Else `1 - chance[seat]` would be rounded to a float on the debug build alone.
    cdef double share
    cdef float total = 0
    cdef int seat
    for seat in range(players):
        share = chance[seat]
        chance[seat] = share / (1 - share)
        total += chance[seat]
    for seat in range(players):
        chance[seat] /= total


cdef void result(const CardSet* cards, const State* state, float* utilities) noexcept nogil:
    cdef float points[MAX_SEATS]
    cdef int bits = winners(cards, state)
    cdef int seat
    memset(points, 0, sizeof(points))
    for seat in range(state.public.players):
        points[seat] = score(cards, state, seat)
    margins(state, points, 0, MARGIN, utilities)
    for seat in range(state.public.players):
        utilities[seat] = (1 - WON) * utilities[seat]
        if bits >> seat & 1:
            utilities[seat] += WON / bit_count(bits)
