"""Sets of up to 64 cards as bits."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil


cdef inline int bit_count(uint64_t x) noexcept nogil:
    """Count the set bits, by halves: the compiler's builtin is a call on a baseline CPU."""
    x -= x >> 1 & <uint64_t> 0x5555555555555555
    x = (x & <uint64_t> 0x3333333333333333) + (x >> 2 & <uint64_t> 0x3333333333333333)
    return <int> (((x + (x >> 4)) & <uint64_t> 0x0F0F0F0F0F0F0F0F)
                  * <uint64_t> 0x0101010101010101 >> 56)


cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t> 1 << card


cdef inline uint64_t above(int card) noexcept nogil:
    """Return all cards numbered higher than `card` (below 63)."""
    return ~(<uint64_t> 0) << (card + 1)
