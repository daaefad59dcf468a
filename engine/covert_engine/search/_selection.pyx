"""The two rules of selection."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.random._splitmix cimport draw, unit
from covert_engine.search._simulation cimport UCB, SearchSettings
from covert_engine.search._tree cimport ROOT, Edge, Node, Tree, Visit

cdef extern from *:
    int leading_zeros "__builtin_clz"(unsigned int x) noexcept nogil


# Logarithms without libm, whose last bit depends on the CPU.

cdef double logarithm(uint32_t n) noexcept nogil:
    """Return ln n for n >= 1, to within 1e-12: n = m 2^k with m in [1, 2), ln m = 2
    artanh((m-1)/(m+1))."""
    cdef double m = n
    cdef double k = 0
    cdef double t, square, term, total
    cdef int i
    while m >= 2:
        m *= 0.5
        k += 1
    t = (m - 1) / (m + 1)            # at most 1/3, so each term is at most a ninth of the last
    square = t * t
    term = t
    total = t
    for i in range(3, 27, 2):
        term *= square
        total += term / i
    return 2 * total + k * 0.6931471805599453


cdef double near_logarithm(uint32_t n) noexcept nogil:
    """Return ln n for n >= 1, at most 0.06 too low and never too high: linear between powers of
    two."""
    cdef int k = 31 - leading_zeros(n)
    return 0.6931471805599453 * (k - 1 + n / <double> (<uint32_t> 1 << k))


cdef double variance(uint32_t visits, double sum, double square, double guess,
                     double weight) noexcept nogil:
    """Return the variance of utilities, smoothed as if there were `weight` more values of
    `guess`."""
    cdef double deviation = 0
    if visits:
        deviation = square - sum * sum / visits
        if deviation < 0:
            deviation = 0        # rounding
    return (guess * weight + deviation) / (weight + visits)


cdef int32_t by_puct(const Tree* tree, const SearchSettings* settings, const Visit* visit,
                     uint32_t index, int32_t actor) noexcept nogil:
    cdef const Node* node = &tree.nodes[index]
    cdef const Edge* edge
    cdef double guess, scale, confidence, deviation, unvisited, score, best, tried = 0
    cdef int32_t slot, chosen = 0
    guess = variance(tree.nodes[ROOT].visits, tree.root_sum[actor], tree.root_square[actor],
                     settings.deviation * settings.deviation, settings.deviation_weight)
    # A floor: where all lines tried end alike, the deviation shrinks, and the other lines would
    # never be tried.
    deviation = sqrt(variance(node.visits, node.sum, node.square, guess,
                              settings.deviation_weight))
    deviation += settings.deviation_floor * (settings.deviation - deviation)
    scale = settings.exploration * deviation
    confidence = deviation * (settings.root_confidence if index == ROOT else settings.confidence)
    # First-play urgency: an untried action counts as a little worse than its node, the more so the
    # more of the prior has been tried.
    for slot in range(visit.count):
        if tree.edges[visit.edge[slot]].visits:
            tried += visit.prior[slot]
    unvisited = node.sum / node.visits if node.visits else 0
    unvisited -= deviation * sqrt(tried) * (settings.root_first_play_reduction if index == ROOT
                                            else settings.first_play_reduction)
    best = -1e300
    for slot in range(visit.count):
        edge = &tree.edges[visit.edge[slot]]
        score = scale * visit.prior[slot] * sqrt(<double> edge.available) / (1.0 + edge.visits)
        if edge.visits:
            score += edge.sum / edge.visits
            score += confidence * sqrt(near_logarithm(edge.available) / edge.visits)
        else:
            score += unvisited
        if score > best:
            best = score
            chosen = slot
    return chosen


cdef int32_t by_ucb(const Tree* tree, const SearchSettings* settings, const Visit* visit,
                    uint64_t* stream) noexcept nogil:
    cdef const Edge* edge
    cdef double score, best = -1e300, untried = 0
    cdef int32_t slot, chosen = 0
    for slot in range(visit.count):
        if tree.edges[visit.edge[slot]].visits == 0:
            untried += visit.prior[slot]
    if untried > 0:
        untried *= unit(draw(stream))
        for slot in range(visit.count):
            if tree.edges[visit.edge[slot]].visits == 0:
                chosen = slot
                untried -= visit.prior[slot]
                if untried < 0:
                    break
        return chosen
    for slot in range(visit.count):
        edge = &tree.edges[visit.edge[slot]]
        score = edge.sum / edge.visits + settings.exploration * sqrt(
            logarithm(edge.available) / edge.visits)
        if score > best:
            best = score
            chosen = slot
    return chosen


cdef int32_t select(const Tree* tree, const SearchSettings* settings, const Visit* visit,
                    uint32_t node, int32_t actor, uint64_t* stream) noexcept nogil:
    if settings.selection == UCB:
        return by_ucb(tree, settings, visit, stream)
    return by_puct(tree, settings, visit, node, actor)


def logarithm_of(uint32_t n):
    return logarithm(n)


def near_logarithm_of(uint32_t n):
    return near_logarithm(n)
