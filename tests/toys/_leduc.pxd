"""Leduc poker in memory."""

from libc.stdint cimport uint8_t, uint16_t


cdef struct State:           # also the view, unknown cards hidden
    uint8_t card[3]          # of seat 0, of seat 1, the common one
    uint8_t second           # 1 in the second round, when the common card lies open
    uint8_t stake[2]         # chips put in
    uint8_t raises           # in this round
    uint8_t calls            # since the last raise of this round, or its start
    uint8_t turn             # seat to decide
    uint8_t over             # 1: shown down, 2 + seat: that seat has folded
    uint16_t history         # 2 bits an action, the last one lowest
    uint8_t length           # actions so far
    uint8_t padding
