"""Figures of leaves in common worlds."""

from libc.stdint cimport int32_t

from covert_engine.search._root cimport Root
from covert_engine.search._simulation cimport Simulator


cdef void facts_init(Facts* facts, Root root) noexcept:
    facts.functions = root.table.facts
    facts.view = root.source.view


cdef void add_facts(Facts* facts, const Simulator* simulator, const void* leaf, float value,
                    int32_t place) noexcept nogil:
    cdef const void* rules = simulator.game.rules
    cdef float* figures = facts.now[place]
    cdef int32_t count = 1 + simulator.estimates
    cdef int32_t i
    cdef double difference
    figures[0] = value
    if simulator.estimates:
        simulator.evaluator.estimate(rules, simulator.evaluator.model, simulator.scratch, leaf,
                                     figures + 1)
    if facts.functions.measure != NULL:
        count += facts.functions.measure(rules, facts.view, leaf, figures + count)
    facts.figures = count
    for i in range(count):
        facts.sum[place][i] += figures[i]
        if place == 1:
            difference = <double> facts.now[0][i] - figures[i]
            facts.square[i] += difference * difference


cdef list facts_found(const Facts* facts):
    cdef int32_t i
    return [(facts.sum[0][i], facts.sum[1][i], facts.square[i]) for i in range(facts.figures)]
