"""Hidden teams in memory."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.search._belief cimport BeliefTable
from covert_engine.search._evaluator cimport EvaluatorTable

cdef enum:
    MOST = 14                # seats at most
    HALF = 7


cdef struct Rules:
    int32_t seats            # an even number from 4


cdef struct State:
    uint32_t red             # bits: the seats of the red team, half of all
    uint32_t said            # bits: the seats that said they were red
    int32_t spoken           # seats that have spoken, of all but the last
    int32_t target           # of the shot; -1: none yet


cdef struct View:
    uint32_t red             # 1: its own team is the red one
    uint32_t said
    int32_t spoken
    int32_t target
    int32_t seat


cdef struct Odds:            # what is worked out of a view, before worlds are dealt
    double ways[MOST + 1][HALF + 1]     # from that seat on, with so many red ones still to be


cdef class Teams:
    """The rules of one such game."""
    cdef Rules rules


cdef class Honesty(BeliefTable):
    """The belief that statements are true more often than not."""
    cdef double truth


cdef class Speaker(EvaluatorTable):
    """The evaluator to which true statements weigh more than false ones."""
    cdef double truth
