"""Hands in memory."""

from libc.stdint cimport uint8_t


cdef struct State:           # also the view, unknown hands empty
    uint8_t hand             # bits: the cards that seat 1 was dealt
    uint8_t played           # 1 + the card seat 1 has played; 0: none yet
    uint8_t guess            # 1 + the card seat 0 has guessed
    uint8_t moves            # actions so far, at most 3
