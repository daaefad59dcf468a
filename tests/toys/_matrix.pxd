"""Matrix games in memory."""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    MOST = 4                 # choices of a seat, and rounds, at most
    NONE = 255


cdef struct Rules:
    float payoff[MOST][MOST] # of seat 0; seat 1 gets 1 less it
    uint32_t choices[2]      # rows and columns
    uint32_t rounds
    bint shown               # a round's choices are shown when both are made


cdef struct State:
    uint8_t chosen[2][MOST]  # by seat and round; NONE: not yet
    uint8_t rounds           # that both have chosen in
    uint8_t first            # the seat that chooses first


cdef struct View:            # as `State`; NONE is also what is not known
    uint8_t chosen[2][MOST]
    uint8_t rounds
    uint8_t seat


cdef class Matrix:
    """The rules of one such game."""
    cdef Rules rules
