"""A binary tree of payoffs in memory."""

from libc.stdint cimport uint32_t


cdef enum:
    SEATS = 3
    MAX_LEVELS = 6
    CHOSEN = 4               # the key of a choice that is not shown; below it one more than the choice


cdef struct Rules:
    float payoff[1 << MAX_LEVELS][SEATS]     # by path, the first choice the highest bit
    float weight[1 << MAX_LEVELS]            # of RIGHT in the prior, by level; others have 1
    uint32_t levels
    uint32_t secret          # bits: levels whose choices are not shown
    uint32_t passes          # bits: levels at which one can pass


cdef struct State:
    uint32_t path            # choices so far, the last one lowest
    uint32_t level           # how many
    uint32_t passed          # bits: levels at which a seat did


cdef struct View:
    uint32_t path            # as this seat knows it, 0 for what it does not
    uint32_t level
    uint32_t passed
    uint32_t seat


cdef struct Followed:        # what the followed evaluator carries from action to action
    uint32_t path
    uint32_t level


cdef class Payoffs:
    """The rules of one such game."""
    cdef Rules rules
