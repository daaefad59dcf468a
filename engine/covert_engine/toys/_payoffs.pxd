"""A binary tree of payoffs in memory."""

from libc.stdint cimport uint32_t


cdef enum:
    SEATS = 3
    MAX_LEVELS = 6
    CHOSEN = 3               # the key of a choice that is not shown


cdef struct Rules:
    float payoff[1 << MAX_LEVELS][SEATS]     # by path, the first choice the highest bit
    float weight[1 << MAX_LEVELS]            # of RIGHT in the prior, by level; LEFT has 1
    uint32_t levels
    uint32_t secret          # bits: levels whose choices are not shown


cdef struct State:
    uint32_t path            # choices so far, the last one lowest
    uint32_t level           # how many


cdef struct View:
    uint32_t path            # as this seat knows it, 0 for what it does not
    uint32_t level
    uint32_t seat


cdef class Payoffs:
    """The rules of one such game."""
    cdef Rules rules
