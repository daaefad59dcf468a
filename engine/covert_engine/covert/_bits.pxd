"""Sets of up to 64 cards as bits."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    int bit_count "__builtin_popcountll"(unsigned long long x) noexcept nogil
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil


cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t> 1 << card


cdef inline uint64_t above(int card) noexcept nogil:
    """All cards numbered higher than `card` (below 63)."""
    return ~(<uint64_t> 0) << (card + 1)
