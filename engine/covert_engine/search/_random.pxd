"""Keyed random numbers and hashes: pure functions of their arguments, the same on every machine."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.search._game cimport fold


cdef inline uint64_t spread(uint64_t x) noexcept nogil:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that spreads all bits."""
    x = (x ^ x >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t> 0x94D049BB133111EB
    return x ^ x >> 31


cdef inline uint64_t key_of(uint64_t key, uint64_t index) noexcept nogil:
    """The key of the `index`-th thing under `key`."""
    return spread(spread(key + <uint64_t> 0x9E3779B97F4A7C15) ^
                  (index + 1) * <uint64_t> 0xD1B54A32D192ED03)


cdef inline uint64_t draw(uint64_t* stream) noexcept nogil:
    """The next 64 random bits of a stream (splitmix64)."""
    stream[0] += <uint64_t> 0x9E3779B97F4A7C15
    return spread(stream[0])


cdef inline double unit(uint64_t bits) noexcept nogil:
    """A number in [0, 1) from the high 53 bits."""
    return (bits >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint32_t below(uint64_t bits, uint32_t bound) noexcept nogil:
    """A number in 0..bound-1 from the high half of `bits`; the bias is below bound / 2^32."""
    return <uint32_t> ((bits >> 32) * bound >> 32)


cdef inline uint64_t hash_bytes(const void* memory, size_t size, uint64_t seed) noexcept nogil:
    """A hash of `size` bytes, read as 64-bit words, the last one filled up with zeros."""
    cdef const uint8_t* bytes = <const uint8_t*> memory
    cdef uint64_t key = fold(spread(seed), size + 1)
    cdef uint64_t word
    cdef size_t at = 0
    while at + 8 <= size:
        memcpy(&word, bytes + at, 8)
        key = fold(key, word)
        at += 8
    if at < size:
        word = 0
        memcpy(&word, bytes + at, size - at)
        key = fold(key, word)
    return spread(key)
