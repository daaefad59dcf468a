"""Tic-tac-toe in memory."""

from libc.stdint cimport uint16_t


cdef struct State:           # also the view
    uint16_t marks[2]        # bits: squares of each seat
    uint16_t turn            # seat to move; 2: a line is made or the board is full
