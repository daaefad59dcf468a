"""Kuhn poker in memory."""

from libc.stdint cimport uint8_t


cdef struct State:
    uint8_t card[2]          # 0..2; of the other seat UNKNOWN in a view
    uint8_t length           # actions so far, at most 3
    uint8_t bets             # bits: which of them were bets
