"""Traps in memory."""

from libc.stdint cimport uint8_t, uint64_t


cdef struct Public:          # what all see
    uint8_t turn             # TURNS: the game is over
    uint8_t window           # 1 while one is open
    uint8_t paces            # made good so far
    uint8_t walked           # this turn, wind included
    uint8_t sprung           # bits: seats that sprang their trap


cdef struct State:
    uint64_t seed            # of wind and rain
    Public table
    uint8_t traps            # bits: seats that hold one
    uint8_t asked            # seat that is asked; 0: none


cdef struct View:
    Public table
    uint8_t seat
    uint8_t trap             # 1: this seat holds one
    uint8_t asked            # 1: this seat is asked
